/**
 * TRIM, LTRIM, RTRIM and BTRIM (Flink: BinaryStringDataUtil.trim, trimLeft, trimRight): spaces (U+0020) only, or the characters
 * of a constant set. A set that is not constant is refused: one that begins with a space then means spaces alone, or not,
 * by how Flink happens to hold it (isSpaceString).
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type ScalarFunction, type SqlTemplate } from '../function.js';
import { characterStarts } from './characters.js';
import { bytesValue, constantText, isText, kernelsOf } from './operands.js';
import { takeView } from './text-runtime.js';

/** Which ends, of what, and by which set; no set: spaces. */
interface Trim {
  readonly leading: boolean;
  readonly trailing: boolean;
  readonly text: Expression | undefined;
  readonly set: Expression | undefined;
}

function trimOf(call: CallExpression): Trim {
  const [first, second, third] = call.operands;
  if (call.function === 'TRIM') {
    const flag = first?.kind === 'symbol' ? first.value : '';
    return { leading: flag !== 'TRAILING', trailing: flag !== 'LEADING', text: third, set: second };
  }
  return { leading: call.function !== 'RTRIM', trailing: call.function !== 'LTRIM', text: first, set: second };
}

function trimSpaces(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  leading: number,
  trailing: number,
  kernels: StringKernels,
): number {
  kernels.trimSpaces(text, length, leading, trailing, kernels.out);
  return takeView(rt, kernels);
}

function trimSet(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  leading: number,
  trailing: number,
  set: number,
  setLength: number,
  kernels: StringKernels,
): number {
  kernels.trimSet(text, length, leading, trailing, set, setLength, kernels.out);
  return takeView(rt, kernels);
}

function includes(set: Uint8Array, character: Uint8Array): boolean {
  return Buffer.from(set).includes(Buffer.from(character));
}

function trimReference(bytes: Uint8Array, set: Uint8Array, leading: boolean, trailing: boolean): Uint8Array {
  const starts = [...characterStarts(bytes), bytes.length];
  const character = (index: number): Uint8Array => bytes.subarray(starts[index], starts[index + 1]);
  let first = 0;
  let last = starts.length - 1;
  while (leading && first < last && includes(set, character(first))) first++;
  while (trailing && last > first && includes(set, character(last - 1))) last--;
  return bytes.slice(starts[first], starts[last]);
}

const SETS = ["'x'", "' x'", "'ab'", "'😀ß'", "' '"] as const;
const templates: readonly SqlTemplate[] = [
  { sql: 'TRIM($1 FROM $0)', operands: ['STRING', ['BOTH', 'LEADING', 'TRAILING']], result: 'STRING' },
  { sql: 'TRIM($1 $2 FROM $0)', operands: ['STRING', ['BOTH', 'LEADING', 'TRAILING'], SETS], result: 'STRING' },
  { sql: '$1($0)', operands: ['STRING', ['LTRIM', 'RTRIM', 'BTRIM']], result: 'STRING' },
  { sql: '$1($0, $2)', operands: ['STRING', ['LTRIM', 'RTRIM', 'BTRIM'], SETS], result: 'STRING' },
];

export const trimFunction: ScalarFunction = {
  names: ['TRIM', 'LTRIM', 'RTRIM', 'BTRIM'],
  check(call) {
    const { text, set } = trimOf(call);
    if (!isText(text)) return `${call.function} of ${text?.type.kind} is not implemented`;
    return set !== undefined && constantText(set) === undefined
      ? 'only a constant set of characters is implemented'
      : null;
  },
  emit(call, context) {
    const { text, set, leading, trailing } = trimOf(call);
    if (!text) throw new Error('TRIM has no operand');
    const ends = [Number(leading), Number(trailing)];
    const kernels = kernelsOf(context);
    const value = context.emit(text);
    if (set === undefined || constantText(set) === ' ') {
      return emitHelperCall(context, call.type, [value], trimSpaces, { extra: [...ends, kernels] });
    }
    const bytes = set.kind === 'literal' ? bytesValue(set.value) : new Uint8Array(0);
    return emitHelperCall(context, call.type, [value], trimSet, {
      extra: [...ends, context.runtime.intern(bytes), bytes.length, kernels],
    });
  },
  reference(call, context) {
    const { text, set, leading, trailing } = trimOf(call);
    const characters = set?.kind === 'literal' ? bytesValue(set.value) : Uint8Array.of(0x20);
    return strictReference(([value]) => trimReference(bytesValue(value), characters, leading, trailing))(
      { ...call, operands: text ? [text] : [] },
      context,
    );
  },
  templates,
};
