/** ElementTable against an ordered Map for each owner. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ElementTable, ELEMENT_VALUE_OFFSET, HEAD_BYTES } from './element-table.js';
import { TrackedMemory } from './tracked-memory.js';

const OWNERS = 4;
const memory = new TrackedMemory();
const heads = memory.allocate(OWNERS * HEAD_BYTES);
const source = memory.allocate(50_000);
const headOf = (owner: number): number => heads + owner * HEAD_BYTES;

function keyOf(table: ElementTable, element: number): string {
  const pointer = table.keyPointer(element);
  return Buffer.from(memory.u8.slice(pointer, pointer + table.keyBytes(element))).toString('latin1');
}

/** Keys of one owner in their order; checks the links and the count on the way. */
function keysOf(table: ElementTable, owner: number): string[] {
  const keys: string[] = [];
  for (let element = table.first(headOf(owner)); element !== 0; element = table.next(element))
    keys.push(keyOf(table, element));
  expect(table.count(headOf(owner))).toBe(keys.length);
  return keys;
}

function put(key: Buffer): number {
  memory.u8.set(key, source);
  return source;
}

const arbitraryKey = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.nat({ max: 40 }) }, { weight: 1, arbitrary: fc.constantFrom(300, 40_000) }),
    fc.nat({ max: 30 }),
  )
  .map(([length, content]) => Buffer.alloc(length, content));
const arbitrarySteps = fc.array(
  fc.record({
    action: fc.constantFrom('create', 'create', 'create', 'remove', 'find', 'append', 'clear'),
    owner: fc.nat({ max: OWNERS - 1 }),
    key: arbitraryKey,
  }),
  { maxLength: 150 },
);

describe('ElementTable', () => {
  it('holds what ordered maps hold', () => {
    fc.assert(
      fc.property(arbitrarySteps, fc.constantFrom(0, 8, 24), fc.boolean(), (steps, valueBytes, hasTimestamp) => {
        const before = memory.allocatedBytes;
        memory.u8.fill(0, heads, heads + OWNERS * HEAD_BYTES);
        const table = new ElementTable(memory, { valueBytes, hasTimestamp });
        const maps = Array.from({ length: OWNERS }, () => new Map<string, number>());
        // Appended elements are beside the map; only their order counts, and they go with clear.
        const orders = Array.from({ length: OWNERS }, () => [] as string[]);
        for (const { action, owner, key } of steps) {
          const head = headOf(owner);
          const map = maps[owner]!;
          const text = key.toString('latin1');
          const known = map.get(text) ?? 0;
          if (action === 'create') {
            const element = table.findOrCreate(head, put(key), key.length);
            expect(table.created).toBe(known === 0);
            if (known === 0) {
              map.set(text, element);
              orders[owner]!.push(text);
              const value = memory.u8.slice(element + ELEMENT_VALUE_OFFSET, element + table.keyOffset);
              expect(value.every((byte) => byte === 0)).toBe(true);
              memory.u8.fill(255, element + ELEMENT_VALUE_OFFSET, element + table.keyOffset);
            } else expect(element).toBe(known);
          } else if (action === 'append') {
            table.append(head, put(key), key.length);
            orders[owner]!.push(text);
          } else if (action === 'find') {
            expect(table.find(head, put(key), key.length)).toBe(known);
          } else if (action === 'clear') {
            table.clear(head);
            map.clear();
            orders[owner] = [];
          } else if (known !== 0) {
            let position = 0;
            for (let element = table.first(head); element !== known; element = table.next(element)) position++;
            table.remove(head, known);
            map.delete(text);
            orders[owner]!.splice(position, 1);
          }
        }
        orders.forEach((order, owner) => expect(keysOf(table, owner)).toEqual(order));
        expect(table.size).toBe(orders.flat().length);
        table.release();
        expect(memory.allocatedBytes).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('finds many elements of fixed width in one call', () => {
    const COUNT = 5000;
    const table = new ElementTable(memory, { valueBytes: 8, hasTimestamp: false });
    memory.u8.fill(0, heads, heads + OWNERS * HEAD_BYTES);
    const data = memory.allocate(COUNT * 8);
    const lists = memory.allocate(COUNT * 16);
    const [headList, selection, elements, created] = [lists, lists + COUNT * 4, lists + COUNT * 8, lists + COUNT * 12] as const; // prettier-ignore
    for (let row = 0; row < COUNT; row++) {
      memory.u64[(data >> 3) + row] = BigInt(row % 1000);
      memory.u32[(headList >> 2) + row] = row % 10 === 9 ? 0 : headOf(row % OWNERS);
      memory.u32[(selection >> 2) + row] = COUNT - 1 - row;
    }
    table.findOrCreateAll(headList, data, 8, 8, selection, COUNT, elements, created);
    const seen = new Set<string>();
    for (let i = 0; i < COUNT; i++) {
      const element = memory.u32[(elements >> 2) + i]!;
      const head = memory.u32[(headList >> 2) + i]!;
      if (head === 0) {
        expect(element).toBe(0);
        continue;
      }
      expect(element).toBe(table.find(head, data + (COUNT - 1 - i) * 8, 8));
      const id = `${head}/${keyOf(table, element)}`;
      expect(memory.u8[created + i]).toBe(seen.has(id) ? 0 : 1);
      seen.add(id);
    }
    expect(table.size).toBe(seen.size);
    table.release();
    memory.release(data, COUNT * 8);
    memory.release(lists, COUNT * 16);
  });
});
