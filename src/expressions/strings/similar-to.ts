/**
 * SIMILAR TO with a constant pattern and no escape (Flink: SqlLikeUtils.sqlToRegexSimilar): translated to Java's regular
 * expressions as Flink does, and from there as java-regex.ts does, or refused.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { ANY_TEXT, parseJavaRegex, type JavaRegexResult } from './java-regex.js';
import { constantText, isText, kernelsOf, operandAt, textValue } from './operands.js';
import { readText } from './text-runtime.js';

const CHARACTER_CLASSES: Readonly<Record<string, string>> = {
  ALPHA: '\\p{Alpha}',
  UPPER: '\\p{Upper}',
  LOWER: '\\p{Lower}',
  DIGIT: '\\d',
  SPACE: ' ',
  WHITESPACE: '\\s',
  ALNUM: '\\p{Alnum}',
};

/** The Java pattern, or undefined for what Flink refuses when it runs. */
function javaPattern(pattern: string): string | undefined {
  let java = '';
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern[at] ?? '';
    if (unit === '_') java += '.';
    else if (unit === '%') java += ANY_TEXT;
    else if (unit === '\\' || unit === '$') java += `\\${unit}`;
    else if (unit === '[') {
      const end = pattern.indexOf(']', pattern.startsWith('[[:', at) ? pattern.indexOf(':]', at) + 2 : at);
      const content = enumeration(pattern.slice(at + 1, end));
      if (end < 0 || content === undefined) return undefined;
      java += `[${content}]`;
      at = end;
    } else if (unit === ']') return undefined;
    else java += unit;
  }
  return java;
}

function enumeration(text: string): string | undefined {
  const named = /^\[:([A-Za-z]+):\]$/.exec(text);
  if (named) {
    const name = named[1] ?? '';
    const isKnown = name === name.toUpperCase() || name === name.toLowerCase();
    return isKnown ? CHARACTER_CLASSES[name.toUpperCase()] : undefined;
  }
  return /^[^[\]()|+*_%?{}\\&]+$/.test(text) ? text : undefined;
}

function regexOf(call: CallExpression): JavaRegexResult {
  if (call.operands.length !== 2) return { refusal: 'SIMILAR TO with ESCAPE is not implemented' };
  const pattern = constantText(call.operands[1]);
  if (pattern === undefined) return { refusal: 'only constant patterns are implemented' };
  const java = javaPattern(pattern);
  return java === undefined ? { refusal: `pattern '${pattern}' is not implemented` } : parseJavaRegex(java);
}

function wholeRegex(call: CallExpression): RegExp {
  const parsed = regexOf(call);
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return new RegExp(`^(?:${parsed.regex.source})$`, 'u');
}

function matches(rt: EvaluationRuntime, text: number, length: number, regex: RegExp, kernels: StringKernels): boolean {
  return regex.test(readText(rt, text, length, kernels));
}

export const similarToFunction: ScalarFunction = {
  names: ['SIMILAR TO'],
  check(call) {
    if (!isText(call.operands[0])) return 'SIMILAR TO of other types than strings is not implemented';
    const parsed = regexOf(call);
    return 'refusal' in parsed ? parsed.refusal : null;
  },
  emit(call, context) {
    const text = context.emit(operandAt(call, 0));
    return emitHelperCall(context, call.type, [text], matches, { extra: [wholeRegex(call), kernelsOf(context)] });
  },
  reference: strictReference(([text], call) => wholeRegex(call).test(textValue(text))),
  templates: [
    {
      sql: '$0 SIMILAR TO $1',
      operands: ['STRING', ["'a%'", "'(a|b)%'", "'[a-c]+'", "'[[:DIGIT:]]%'", "'_{2}%'", "'%$%'"]],
      result: 'BOOLEAN',
    },
  ],
};
