/**
 * The map of DISTINCT as a partial result (partial-bytes.ts), and merged into another one (DistinctAggCodeGen.merge). Values are as in distinct.ts.
 *
 * What a call has counted is not merged but counted anew, value by value: a value may be in both maps. The order of values is not that of Java's
 * maps, so that only calls may be here whose result it does not change.
 */
import { type Value } from '../codegen/value.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
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
import {
  alignedBytes,
  emitPartial,
  ENTRY_HEADER_BYTES,
  entriesBytes,
  losesNanos,
  putEntries,
  removeCutDuplicates,
} from './partial-bytes.js';

/** The map as bytes in the arena. */
export function emitDistinctPartial({ code }: EmitContext, group: DistinctGroup): Value {
  const write = code.constant(writeElements);
  const args = `rt, ${code.constant(group.head.table)}, acc1 + ${group.head.offset}, ${losesNanos(group.argType)}`;
  return emitPartial(code, `${write}(${args})`);
}

/** Adds a map in bytes. A partial result is never NULL. */
export function emitMergeDistinctPartial(context: EmitContext, group: DistinctGroup, partial: Value): void {
  const { code } = context;
  const [pointer = '0', byteLength = '0'] = partial.terms;
  const at = code.variable(`${code.constant(alignedBytes)}(rt, ${pointer}, ${byteLength})`);
  const end = code.local(`${at} + ${byteLength}`);
  code.block(`while (${at} < ${end}) {`, () => {
    const byteLength = code.local(`u32[${at} >>> 2]`);
    const value = code.local(`${at} + ${ENTRY_HEADER_BYTES}`);
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
function writeElements(runtime: EvaluationRuntime, table: ElementTable, head: number, cutsNanos: boolean): number {
  if (cutsNanos) removeCutDuplicates(table, head);
  const byteLength = entriesBytes(table, head);
  runtime.length = byteLength;
  if (byteLength === 0) return 0;
  const pointer = runtime.allocate(byteLength);
  putEntries(table, head, pointer, cutsNanos);
  return pointer;
}
