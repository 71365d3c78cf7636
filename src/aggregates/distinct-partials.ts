/**
 * The map of DISTINCT as a partial result, and merged into another one (DistinctAggCodeGen.merge). Flink sends a MapView; between our fragments it is
 * bytes, one entry behind the other, each a multiple of 8:
 *
 *   u32 keyBytes · u32 0 · value as in distinct.ts · key
 *
 * What a call has counted is not merged but counted anew, value by value: a value may be in both maps. The order of values is not that of Java's
 * maps, so that only calls may be here whose result it does not change.
 */
import { type Value } from '../codegen/value.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { LENGTH_MAX, type LogicalType } from '../columnar/types.js';
import { type EmitContext } from '../expressions/function.js';
import {
  ELEMENT_KEY_BYTES_OFFSET,
  ELEMENT_VALUE_OFFSET,
  KEY_BYTES_MASK,
  type ElementTable,
} from '../state/element-table.js';
import { removeElement, type DistinctGroup } from './distinct.js';
import { emitTouch, findOrCreateUnexpired } from './expiring-elements.js';
import { type KeyBytes } from './key-bytes.js';

export const DISTINCT_PARTIAL_TYPE: LogicalType = { kind: 'VARBINARY', nullable: true, length: LENGTH_MAX };

const HEADER_BYTES = 8;

/** The map as bytes in the arena. */
export function emitDistinctPartial({ code }: EmitContext, group: DistinctGroup): Value {
  const write = code.constant(writeElements);
  const pointer = code.local(`${write}(rt, ${code.constant(group.head.table)}, acc1 + ${group.head.offset})`);
  return { type: DISTINCT_PARTIAL_TYPE, isNull: '0', terms: [pointer, code.local('rt.length')] };
}

/** Adds a map in bytes. A partial result is never NULL. */
export function emitMergeDistinctPartial(context: EmitContext, group: DistinctGroup, partial: Value): void {
  const { code } = context;
  const [pointer = '0', byteLength = '0'] = partial.terms;
  const at = code.variable(`${code.constant(alignedBytes)}(rt, ${pointer}, ${byteLength})`);
  const end = code.local(`${at} + ${byteLength}`);
  code.block(`while (${at} < ${end}) {`, () => {
    const byteLength = code.local(`u32[${at} >>> 2]`);
    const value = code.local(`${at} + ${HEADER_BYTES}`);
    const pointer = code.local(`${value} + ${group.valueBytes}`);
    emitMergeValue(context, group, { pointer, byteLength }, value, 'acc1');
    code.line(`${at} = (${pointer} + ${byteLength} + 7) & -8;`);
  });
}

/** Adds the map of `other`, whose head is counted from the address `otherOwner`, to ours, counted from `owner`. */
export function emitMergeDistinctElements(
  context: EmitContext,
  group: DistinctGroup,
  other: DistinctGroup,
  otherOwner: string,
  owner: string,
): void {
  const { code } = context;
  const { table, offset } = other.head;
  const element = code.fresh('e');
  const next = `u32[${element} >>> 2]`;
  code.block(
    `for (let ${element} = u32[(${otherOwner} + ${offset}) >>> 2]; ${element} !== 0; ${element} = ${next}) {`,
    () => {
      const byteLength = code.local(`u32[(${element} + ${ELEMENT_KEY_BYTES_OFFSET}) >>> 2] & ${KEY_BYTES_MASK}`);
      const pointer = code.local(`${element} + ${table.keyOffset}`);
      const value = code.local(`${element} + ${ELEMENT_VALUE_OFFSET}`);
      emitMergeValue(context, group, { pointer, byteLength }, value, owner);
    },
  );
}

function emitMergeValue(
  context: EmitContext,
  group: DistinctGroup,
  key: KeyBytes,
  otherValue: string,
  owner: string,
): void {
  const { code } = context;
  const table = code.constant(group.head.table);
  const head = `${owner} + ${group.head.offset}`;
  const find = code.constant(findOrCreateUnexpired);
  const ttl = group.ttl === null ? 'null' : code.constant(group.ttl);
  const element = code.local(`${find}(${table}, ${ttl}, ${head}, ${key.pointer}, ${key.byteLength})`, 'e');
  const arg = group.emitElementValue(code, key);
  const value = code.local(`${element} + ${ELEMENT_VALUE_OFFSET}`);
  if (group.consumesRetraction) emitMergeCounts(context, group, arg, value, otherValue, head, element);
  else emitMergeBits(context, group, arg, value, otherValue, element);
}

function emitMergeBits(
  context: EmitContext,
  group: DistinctGroup,
  arg: Value,
  value: string,
  other: string,
  element: string,
): void {
  const { code } = context;
  group.calls.forEach(({ emitter }, index) => {
    const word = (of: string): string => `u32[(${of} >>> 2) + ${index >> 5}]`;
    const bit = 2 ** (index & 31);
    code.if(`(${word(value)} & ${bit}) === 0 && (${word(other)} & ${bit}) !== 0`, () => {
      code.line(`${word(value)} |= ${bit};`);
      emitTouch(code, group.head.table, group.ttl, element);
      emitter.accumulate(context, [arg]);
    });
  });
}

/** How often a value is there may be below zero; it counts while it is above. */
function emitMergeCounts(
  context: EmitContext,
  group: DistinctGroup,
  arg: Value,
  value: string,
  other: string,
  head: string,
  element: string,
): void {
  const { code } = context;
  const word = (of: string, index: number): string => `i64[(${of} >>> 3) + ${index}]`;
  group.calls.forEach(({ emitter }, index) => {
    const before = code.local(word(value, index));
    const after = code.local(`BigInt.asIntN(64, ${before} + ${word(other, index)})`);
    code.line(`${word(value, index)} = ${after};`);
    code.if(`${after} > 0n && ${before} <= 0n`, () => emitter.accumulate(context, [arg]));
    code.if(`${after} <= 0n && ${before} > 0n`, () => emitter.retract?.(context, [arg]));
  });
  const isEmpty = group.calls.map((_call, index) => `${word(value, index)} === 0n`).join(' && ');
  const table = code.constant(group.head.table);
  code.line(`if (${isEmpty}) ${code.constant(removeElement)}(${table}, ${head}, ${element});`);
  if (group.ttl !== null) code.block('else {', () => emitTouch(code, group.head.table, group.ttl, element));
}

/** The byte length is the runtime's `length`. */
function writeElements(runtime: EvaluationRuntime, table: ElementTable, head: number): number {
  const { u8, u32 } = runtime.memory;
  const valueBytes = table.keyOffset - ELEMENT_VALUE_OFFSET;
  let byteLength = 0;
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    byteLength += entryBytes(valueBytes, table.keyBytes(element));
  }
  runtime.length = byteLength;
  if (byteLength === 0) return 0;
  const pointer = runtime.allocate(byteLength);
  let at = pointer;
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    const keyBytes = table.keyBytes(element);
    u32[at >>> 2] = keyBytes;
    u32[(at >>> 2) + 1] = 0;
    const end = at + HEADER_BYTES + valueBytes + keyBytes;
    const value = element + ELEMENT_VALUE_OFFSET;
    u8.copyWithin(at + HEADER_BYTES, value, value + valueBytes + keyBytes);
    at += entryBytes(valueBytes, keyBytes);
    u8.fill(0, end, at);
  }
  return pointer;
}

function entryBytes(valueBytes: number, keyBytes: number): number {
  return HEADER_BYTES + valueBytes + ((keyBytes + 7) & -8);
}

/** The bytes at a multiple of 8: a copy when they lie elsewhere. */
function alignedBytes(runtime: EvaluationRuntime, pointer: number, byteLength: number): number {
  if (byteLength === 0 || (pointer & 7) === 0) return pointer;
  const copy = runtime.allocate(byteLength);
  runtime.memory.u8.copyWithin(copy, pointer, pointer + byteLength);
  return copy;
}
