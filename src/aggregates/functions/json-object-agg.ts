/**
 * JSON_OBJECTAGG: Flink's JsonObjectAggFunction, over values that are JSON already (the planner puts JSON_STRING around them). Keys are sorted as
 * Java strings are. A key that is there already fails the job, and so does a NULL key.
 *
 * A partial result: u32 keyBytes · u32 valueBytes · key · value, for each pair. A key that is taken back is forgotten there only.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { javaError } from '../../errors.js';
import { hashOfBytes } from '../../formats/json/decode/hash-map-order.js';
import { jsonQuoted } from '../../expressions/strings/json-text.js';
import { decodeJavaText, encodeJavaText } from '../../expressions/strings/java-text.js';
import { type EmitContext } from '../../expressions/function.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../../state/element-table.js';
import { HashMapOrder } from '../../state/hash-map-order.js';
import { type StateHeap } from '../../state/state-heap.js';
import { type TtlClock } from '../../state/ttl-clock.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { type AggregateCall } from '../aggregate-call.js';
import { alignedBytes, emitPartial, ENTRY_HEADER_BYTES, padded, PARTIAL_TYPE, putPadded } from '../partial-bytes.js';
import { STRING } from './types.js';

const ABSENT = 'JSON_OBJECTAGG_ABSENT_ON_NULL';
const [COMMA, OPEN, CLOSE, COLON] = [0x2c, 0x7b, 0x7d, 0x3a];
const NULL_TEXT = new TextEncoder().encode('null');

export const jsonObjectAgg: AggregateFunction = {
  names: ['JSON_OBJECTAGG_NULL_ON_NULL', ABSENT],
  ignoresNulls: false,
  hasDataViews: true,
  expiresDataViews: true,
  hasPartials: true,
  check(call: AggregateCall) {
    const [key, value] = call.argTypes;
    if (call.argIndexes.length !== 2) return 'JSON_OBJECTAGG takes a key and a value';
    const isText = key?.kind === 'VARCHAR' || key?.kind === 'CHAR';
    return isText && value?.kind === 'VARCHAR'
      ? null
      : `JSON_OBJECTAGG of ${key?.kind} and ${value?.kind} is not implemented`;
  },
  create(call, layout) {
    const map = layout.elementsOf({ valueBytes: 8, bytesOffsets: [0] });
    const pairs = new JsonPairs(map.table, layout.bytesHeap(), layout.ttl, call.function !== ABSENT);
    const step = ({ code }: EmitContext, method: string, key: Value, value?: Value): void => {
      const args = [`acc1 + ${map.offset}`, key.isNull, ...key.terms, ...(value ? [value.isNull, ...value.terms] : [])];
      code.line(`${code.constant(pairs)}.${method}(${args.join(', ')});`);
    };
    return {
      accumulatorTypes: [PARTIAL_TYPE],
      createAccumulator: () => undefined,
      accumulate: (context, [key, value]) => step(context, 'add', key!, value!),
      retract: (context, [key]) => step(context, 'remove', key!),
      merge: ({ code }, [partial]) =>
        code.line(`${code.constant(pairs)}.merge(rt, acc1 + ${map.offset}, ${partial!.terms.join(', ')});`),
      fields: ({ code }) => [emitPartial(code, `${code.constant(pairs)}.write(rt, acc1 + ${map.offset})`)],
      value({ code }) {
        const pointer = code.local(`${code.constant(pairs)}.text(rt, acc1 + ${map.offset})`);
        return { type: STRING, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] };
      },
    };
  },
};

/** Called from loops. A value of no bytes is NULL. */
class JsonPairs {
  constructor(
    private readonly table: ElementTable,
    private readonly heap: StateHeap,
    private readonly ttl: TtlClock | null,
    private readonly takesNulls: boolean,
  ) {}

  add(
    head: number,
    keyIsNull: number,
    key: number,
    keyBytes: number,
    isNull: number,
    value: number,
    valueBytes: number,
  ): void {
    const { table } = this;
    if (keyIsNull !== 0) throw nullKey();
    if (this.unexpired(head, key, keyBytes) !== 0) throw this.duplicate(key, keyBytes);
    if (isNull !== 0 && !this.takesNulls) return;
    const element = table.findOrCreate(head, key, keyBytes);
    this.ttl?.touch(element + table.timestampOffset);
    if (isNull === 0) this.heap.setBytes(element + ELEMENT_VALUE_OFFSET, value, valueBytes);
  }

  remove(head: number, keyIsNull: number, key: number, keyBytes: number): void {
    const { table } = this;
    if (keyIsNull !== 0) throw nullKey();
    const element = table.find(head, key, keyBytes);
    if (element === 0) return;
    this.heap.freeBytes(element + ELEMENT_VALUE_OFFSET);
    table.remove(head, element);
  }

  /** An expired pair goes. */
  private unexpired(head: number, key: number, keyBytes: number): number {
    const { table } = this;
    const element = table.find(head, key, keyBytes);
    if (element === 0 || !this.ttl?.isExpired(element + table.timestampOffset)) return element;
    this.heap.freeBytes(element + ELEMENT_VALUE_OFFSET);
    table.remove(head, element);
    return 0;
  }

  /** As a partial result. */
  write(rt: EvaluationRuntime, head: number): number {
    const { table } = this;
    const { u8, u32 } = table.memory;
    const valueAt = (element: number): number => (element + ELEMENT_VALUE_OFFSET) >> 2;
    let byteLength = 0;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      byteLength += ENTRY_HEADER_BYTES + padded(table.keyBytes(element)) + padded(u32[valueAt(element) + 1]!);
    }
    rt.length = byteLength;
    if (byteLength === 0) return 0;
    const start = rt.allocate(byteLength);
    let at = start;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      const [keyBytes, valueBytes] = [table.keyBytes(element), u32[valueAt(element) + 1]!];
      u32[at >> 2] = keyBytes;
      u32[(at >> 2) + 1] = valueBytes;
      at = putPadded(u8, at + ENTRY_HEADER_BYTES, table.keyPointer(element), keyBytes);
      at = putPadded(u8, at, u32[valueAt(element)]!, valueBytes);
    }
    return start;
  }

  merge(rt: EvaluationRuntime, head: number, partial: number, byteLength: number): void {
    const { table } = this;
    const { u32 } = table.memory;
    const start = alignedBytes(rt, partial, byteLength);
    const pairs: number[] = [];
    for (let at = start; at < start + byteLength;) {
      pairs.push(at);
      at += ENTRY_HEADER_BYTES + padded(u32[at >> 2]!) + padded(u32[(at >> 2) + 1]!);
    }
    const isKnown = (at: number): boolean => this.unexpired(head, at + ENTRY_HEADER_BYTES, u32[at >> 2]!) !== 0;
    if (pairs.some(isKnown)) throw this.firstDuplicate(pairs, isKnown);
    for (const at of pairs) {
      const [key, keyBytes, valueBytes] = [at + ENTRY_HEADER_BYTES, u32[at >> 2]!, u32[(at >> 2) + 1]!];
      const element = table.findOrCreate(head, key, keyBytes);
      this.ttl?.touch(element + table.timestampOffset);
      if (valueBytes > 0) this.heap.setBytes(element + ELEMENT_VALUE_OFFSET, key + padded(keyBytes), valueBytes);
    }
  }

  /** Of the keys that are there already, the one that Flink's map has first. */
  private firstDuplicate(pairs: readonly number[], isKnown: (at: number) => boolean): Error {
    const { u8, u32 } = this.table.memory;
    const hashes = Int32Array.from(pairs, (at) => {
      const key = at + ENTRY_HEADER_BYTES;
      return hashOfBytes(u8.subarray(key, key + u32[at >> 2]!));
    });
    const first = new HashMapOrder().order(hashes, pairs.length).find((index) => isKnown(pairs[index]!));
    const at = pairs[first ?? 0]!;
    return this.duplicate(at + ENTRY_HEADER_BYTES, u32[at >> 2]!);
  }

  text(rt: EvaluationRuntime, head: number): number {
    const { table } = this;
    const { u8, u32 } = rt.memory;
    const pairs: { readonly key: string; readonly element: number }[] = [];
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      if (this.ttl?.isExpired(element + table.timestampOffset)) continue;
      pairs.push({ key: this.keyText(table.keyPointer(element), table.keyBytes(element)), element });
    }
    // JavaScript compares strings as Java does: by UTF-16 units.
    pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const parts = pairs.map(({ key, element }) => {
      const word = (element + ELEMENT_VALUE_OFFSET) >> 2;
      const [pointer, byteLength] = [u32[word]!, u32[word + 1]!];
      return {
        name: encodeJavaText(jsonQuoted(key)),
        value: byteLength === 0 ? NULL_TEXT : u8.subarray(pointer, pointer + byteLength),
      };
    });
    const byteLength =
      parts.reduce((sum, { name, value }) => sum + name.length + value.length + 2, 1) + (parts.length === 0 ? 1 : 0);
    const start = rt.allocate(byteLength);
    let at = start;
    u8[at++] = OPEN;
    parts.forEach(({ name, value }, index) => {
      if (index > 0) u8[at++] = COMMA;
      u8.set(name, at);
      at += name.length;
      u8[at++] = COLON;
      u8.set(value, at);
      at += value.length;
    });
    u8[at] = CLOSE;
    rt.length = byteLength;
    return start;
  }

  private keyText(pointer: number, byteLength: number): string {
    return decodeJavaText(this.table.memory.u8.subarray(pointer, pointer + byteLength));
  }

  private duplicate(key: number, keyBytes: number): Error {
    return javaError(
      'org.apache.flink.table.api.TableException',
      `Key '${this.keyText(key, keyBytes)}' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. Please ensure that keys are unique.`,
    );
  }
}

function nullKey(): Error {
  return javaError('org.apache.flink.table.api.TableRuntimeException', "Map views don't support null keys.");
}
