/**
 * The map of DISTINCT as a partial result (partial-bytes.ts), and merged into another one (DistinctAggCodeGen.merge). Values are as in distinct.ts.
 *
 * What a call has counted is not merged but counted anew, value by value: a value may be in both maps. Where some call depends on it, the order is that
 * of Java's maps (distinct-order.ts).
 */
import { type Code } from '../codegen/code.js';
import { type Value } from '../codegen/value.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type EmitContext } from '../expressions/function.js';
import {
  ELEMENT_KEY_BYTES_OFFSET,
  ELEMENT_VALUE_OFFSET,
  HEAD_COUNT_OFFSET,
  KEY_BYTES_MASK,
  type ElementTable,
} from '../state/element-table.js';
import { type DistinctGroup } from './distinct.js';
import { emitTouch } from './expiring-elements.js';
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
  if (group.order !== null) {
    return emitPartial(code, `${code.constant(group.order.elements)}.write(rt, ${group.inOrder('acc1')})`);
  }
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
  const { table } = other.head;
  emitEachElement(code, other, otherOwner, (element) => {
    const byteLength = code.local(`u32[(${element} + ${ELEMENT_KEY_BYTES_OFFSET}) >>> 2] & ${KEY_BYTES_MASK}`);
    const pointer = code.local(`${element} + ${table.keyOffset}`);
    const value = code.local(`${element} + ${ELEMENT_VALUE_OFFSET}`);
    emitMergeValue(context, group, { pointer, byteLength }, value, owner);
  });
}

function emitEachElement(code: Code, group: DistinctGroup, owner: string, body: (element: string) => void): void {
  const { head, order } = group;
  if (order === null) {
    const element = code.fresh('e');
    const first = `u32[(${owner} + ${head.offset}) >>> 2]`;
    const next = `u32[${element} >>> 2]`;
    code.block(`for (let ${element} = ${first}; ${element} !== 0; ${element} = ${next}) {`, () => body(element));
    return;
  }
  const count = code.local(`u32[(${owner} + ${head.offset + HEAD_COUNT_OFFSET}) >>> 2]`);
  const elements = code.local(`${code.constant(order.elements)}.ordered(${group.inOrder(owner)})`);
  const index = code.fresh('i');
  code.block(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`, () =>
    body(code.local(`${elements}[${index}]`, 'e')),
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
  const element = group.emitFind(context, group.head, [key.pointer, key.byteLength], owner);
  const arg = group.emitElementValue(code, key);
  const value = code.local(`${element} + ${ELEMENT_VALUE_OFFSET}`);
  if (group.consumesRetraction) emitMergeCounts(context, group, arg, value, otherValue, element, owner);
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

/**
 * How often a value is there may be below zero; it counts while it is above. Flink takes a value out only when there is one call: of several it stays with
 * zeroes, which matters to the order alone.
 */
function emitMergeCounts(
  context: EmitContext,
  group: DistinctGroup,
  arg: Value,
  value: string,
  other: string,
  element: string,
  owner: string,
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
  if (group.order !== null && group.calls.length > 1) return;
  const isEmpty = group.calls.map((_call, index) => `${word(value, index)} === 0n`).join(' && ');
  code.line(`if (${isEmpty}) ${group.removeText(context, group.head, element, owner)}`);
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
