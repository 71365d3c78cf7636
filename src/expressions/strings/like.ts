/** LIKE with and without ESCAPE (Flink: LikeCallGen). A constant pattern is sorted once; see like-pattern.ts. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Value } from '../../codegen/value.js';
import { javaError } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type Refusal } from '../../operators/operator.js';
import { emitGuarded, emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { InvalidEscapeError, likeRegexSource, parseLike, type LikePattern } from './like-pattern.js';
import { checkOperands, constantText, kernelsOf, textValue } from './operands.js';
import { readText } from './text-runtime.js';

/** The pattern when it and the escape are constants. */
function constantLike(call: CallExpression): LikePattern | undefined {
  const pattern = constantText(call.operands[1]);
  const escape = call.operands[2];
  if (pattern === undefined || (escape !== undefined && constantText(escape) === undefined)) return undefined;
  return parseLike(pattern, escape === undefined ? null : (constantText(escape) ?? null));
}

function check(call: CallExpression): Refusal {
  try {
    constantLike(call);
  } catch (error) {
    if (error instanceof InvalidEscapeError) return error.message;
    throw error;
  }
  return checkOperands(call, 'TTT');
}

interface InternedPart {
  readonly pointer: number;
  readonly length: number;
}

/** SqlLikeChainChecker with its parts in memory. */
interface Chain {
  readonly begin: InternedPart;
  readonly middle: readonly InternedPart[];
  readonly end: InternedPart;
  readonly onlyEmpty: boolean;
}

function matchesChain(
  _rt: EvaluationRuntime,
  text: number,
  length: number,
  chain: Chain,
  kernels: StringKernels,
): boolean {
  if (chain.onlyEmpty) return length === 0;
  const { begin, middle, end } = chain;
  if (begin.length + end.length > length) return false;
  if (kernels.startsWith(text, length, begin.pointer, begin.length) === 0) return false;
  if (kernels.endsWith(text, length, end.pointer, end.length) === 0) return false;
  const stop = length - end.length;
  let at = begin.length;
  for (const part of middle) {
    const found = kernels.find(text, stop, part.pointer, part.length, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

function matchesRegex(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  regex: RegExp,
  kernels: StringKernels,
): boolean {
  return regex.test(readText(rt, text, length, kernels));
}

/** Patterns of a column that are kept compiled. */
const DYNAMIC_PATTERNS_MAX = 64;

/** A pattern or escape that is not constant: always a regular expression, and its errors are the row's. */
class DynamicLike {
  private readonly compiled = new Map<string, RegExp>();

  matches(text: string, pattern: string, escape: string | null): boolean {
    const key = `${escape ?? ''}\0${pattern}`;
    let regex = this.compiled.get(key);
    if (!regex) {
      if (this.compiled.size >= DYNAMIC_PATTERNS_MAX) this.compiled.clear();
      regex = compileDynamic(pattern, escape);
      this.compiled.set(key, regex);
    }
    return regex.test(text);
  }
}

function compileDynamic(pattern: string, escape: string | null): RegExp {
  try {
    return new RegExp(likeRegexSource(pattern, escape), 'u');
  } catch (error) {
    if (!(error instanceof InvalidEscapeError)) throw error;
    throw javaError('org.apache.flink.table.api.ValidationException', error.message);
  }
}

function dynamicLike(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  pattern: number,
  patternLength: number,
  ...rest: readonly unknown[]
): boolean {
  const dynamic = rest[rest.length - 2] as DynamicLike;
  const kernels = rest[rest.length - 1] as StringKernels;
  const escape = rest.length > 2 ? readText(rt, rest[0] as number, rest[1] as number, kernels) : null;
  return dynamic.matches(readText(rt, text, length, kernels), readText(rt, pattern, patternLength, kernels), escape);
}

function emitLike(call: CallExpression, context: EmitContext): Value {
  const kernels = kernelsOf(context);
  const pattern = constantLike(call);
  if (pattern === undefined) {
    const operands = emitOperands(call, context);
    return emitHelperCall(context, call.type, operands, dynamicLike, { extra: [new DynamicLike(), kernels] });
  }
  const [first] = call.operands;
  if (!first) throw new Error('LIKE has no operand');
  const text = context.emit(first);
  if (pattern.kind === 'regex') {
    const regex = new RegExp(pattern.source, 'u');
    return emitHelperCall(context, call.type, [text], matchesRegex, { extra: [regex, kernels] });
  }
  const part = (value: string): InternedPart => internedPart(context, value);
  if (pattern.kind === 'chain') {
    const { onlyEmpty } = pattern;
    const chain: Chain = {
      begin: part(pattern.begin),
      middle: pattern.middle.map(part),
      end: part(pattern.end),
      onlyEmpty,
    };
    return emitHelperCall(context, call.type, [text], matchesChain, { extra: [chain, kernels] });
  }
  const { code } = context;
  const test = code.constant(kernels[pattern.kind]);
  const { pointer, length } = part(pattern.text);
  const args = [...text.terms, code.constant(pointer), code.constant(length)].join(', ');
  return emitGuarded(context, call.type, [text], () => ({ terms: [code.local(`${test}(${args}) !== 0`)] }));
}

function internedPart(context: EmitContext, text: string): InternedPart {
  const bytes = encodeJavaText(text);
  return { pointer: bytes.length === 0 ? 0 : context.runtime.intern(bytes), length: bytes.length };
}

const PATTERNS = [
  "'a%'",
  "'%a'",
  "'%a%'",
  "'abc'",
  "'%'",
  "''",
  "'a%b%c'",
  "'%a%b%'",
  "'_%'",
  "'%_'",
  "'a_c'",
  "'%😀%'",
  "'.*'",
] as const;

export const likeFunction: ScalarFunction = {
  names: ['LIKE'],
  check,
  emit: emitLike,
  reference: strictReference(([text, pattern, escape], call) => {
    // By the regular expression alone: on well-formed text Flink's byte searches are short cuts to the same answer.
    const escapeText = escape === undefined ? null : textValue(escape);
    const isQuickEscape = escapeText === '' && constantText(call.operands[2]) === '';
    return compileDynamic(textValue(pattern), isQuickEscape ? null : escapeText).test(textValue(text));
  }),
  templates: [
    { sql: '$0 LIKE $1', operands: ['STRING', PATTERNS], result: 'BOOLEAN' },
    { sql: '$0 NOT LIKE $1', operands: ['STRING', PATTERNS], result: 'BOOLEAN' },
    {
      sql: "$0 LIKE $1 ESCAPE '#'",
      operands: ['STRING', ["'%#%%'", "'#_%'", "'##%'", "'a%'", "'%#%'"]],
      result: 'BOOLEAN',
    },
    { sql: '$0 LIKE $1', operands: ['STRING', 'STRING'], result: 'BOOLEAN' },
  ],
};
