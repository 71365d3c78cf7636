/**
 * POSITION, LOCATE and INSTR (Flink: BinaryStringData.indexOf, SqlFunctionUtils.position, instr): characters, from 1; 0 = not
 * found. An empty search text is at 1, whatever the start.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { javaError } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { bytesForFirstByte, characterStarts } from './characters.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';

function position(
  _rt: EvaluationRuntime,
  search: number,
  searchLength: number,
  text: number,
  length: number,
  from: number,
  kernels: StringKernels,
): number {
  return kernels.position(text, length, search, searchLength, from);
}

/** POSITION and LOCATE without a start. */
function positionFromFirst(
  _rt: EvaluationRuntime,
  search: number,
  searchLength: number,
  text: number,
  length: number,
  kernels: StringKernels,
): number {
  return kernels.position(text, length, search, searchLength, 1);
}

/** BinaryStringData.indexOf(search, from - 1) + 1. */
function positionReference(text: Uint8Array, search: Uint8Array, from: number): number {
  if (search.length === 0) return 1;
  const starts = characterStarts(text);
  for (let index = Math.max((from - 1) | 0, 0); index < starts.length; index++) {
    const start = starts[index] ?? 0;
    if (start + search.length > text.length) return 0;
    if (Buffer.compare(text.subarray(start, start + search.length), search) === 0) return index + 1;
  }
  return 0;
}

function reversed(bytes: Uint8Array): Uint8Array {
  const parts = characterStarts(bytes).map((start) => bytes.slice(start, start + bytesForFirstByte(bytes[start] ?? 0)));
  return Buffer.concat(parts.reverse());
}

function instr(text: Uint8Array, search: Uint8Array, start: number, nth: number): number {
  if (nth <= 0) throw javaError('java.lang.IllegalArgumentException', 'nthAppearance must be positive!');
  if (start === 0) return 0;
  if (start < 0) {
    const found = instr(reversed(text), reversed(search), -start, nth);
    return found === 0 ? 0 : characterStarts(text).length + 2 - found - characterStarts(search).length;
  }
  let from = start;
  let found = 0;
  for (let appearance = 0; appearance < nth; appearance++) {
    found = positionReference(text, search, from);
    if (found === 0) return 0;
    from = found + 1;
  }
  return found;
}

function instrHelper(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  search: number,
  searchLength: number,
  start = 1,
  nth = 1,
): number {
  const { u8 } = rt.memory;
  return instr(u8.slice(text, text + length), u8.slice(search, search + searchLength), start, nth);
}

const SEARCHES = ["'a'", "'😀'", "''", "'ab'"] as const;

export const positionFunction: ScalarFunction = {
  names: ['POSITION', 'LOCATE'],
  check: (call) => checkOperands(call, 'TTI'),
  emit(call, context) {
    const helper = call.operands.length === 2 ? positionFromFirst : position;
    return emitHelperCall(context, call.type, emitOperands(call, context), helper, { extra: [kernelsOf(context)] });
  },
  reference: strictReference(([search, text, from = 1]) =>
    positionReference(bytesValue(text), bytesValue(search), from as number),
  ),
  templates: [
    { sql: 'POSITION($1 IN $0)', operands: ['STRING', SEARCHES], result: 'INT' },
    { sql: 'POSITION($1 IN $0)', operands: ['STRING', 'STRING'], result: 'INT' },
    { sql: 'LOCATE($1, $0, $2)', operands: ['STRING', SEARCHES, ['0', '1', '2', '5', '-1']], result: 'INT' },
  ],
};

export const instrFunction: ScalarFunction = {
  names: ['INSTR'],
  check: (call) => checkOperands(call, 'TTII'),
  emit: (call, context) => emitHelperCall(context, call.type, emitOperands(call, context), instrHelper),
  reference: strictReference(([text, search, start = 1, nth = 1]) =>
    instr(bytesValue(text), bytesValue(search), start as number, nth as number),
  ),
  templates: [
    { sql: 'INSTR($0, $1)', operands: ['STRING', SEARCHES], result: 'INT' },
    { sql: 'INSTR($0, $1, $2, $3)', operands: ['STRING', SEARCHES, ['1', '3', '-1', '0'], ['1', '2']], result: 'INT' },
  ],
};
