/** Bundles come out as Java's map does that is filled and cleared over and over. */
import { expect, test } from 'vitest';
import { hashMapOracle, type HashMapOp } from '../testing/hash-map-oracle.js';
import { Random } from '../formats/json/decode/generated-messages.js';
import { HashMapOrder, orderOfComputeIfAbsent } from './hash-map-order.js';

const MAPS = 60;
const BUNDLES = 4;
const KEYS_MAX = 400;

/** No two alike, for Java has no order for those. */
function hashesOf(random: Random, shared: number): Int32Array {
  const count = random.below(KEYS_MAX);
  const lowBits = random.below(8) + 1;
  return Int32Array.from({ length: count }, (_, index) => (index << shared) | random.below(1 << lowBits));
}

test('of put, with what a table keeps', async () => {
  for (let seed = 0; seed < MAPS; seed++) {
    const random = new Random(seed);
    const order = new HashMapOrder();
    let known = 16;
    for (let bundle = 0; bundle < BUNDLES; bundle++) {
      const hashes = hashesOf(random, 8);
      const [answer] = await hashMapOracle().ask({ initialCapacity: known, ops: opsOf('put', hashes) });
      expect(Array.from(order.order(hashes, hashes.length)), `seed ${seed}`).toEqual(answer);
      known = order.capacity;
    }
  }
});

test('of computeIfAbsent', async () => {
  for (let seed = 0; seed < MAPS; seed++) {
    const hashes = hashesOf(new Random(seed), 8);
    const again: HashMapOp[] = hashes.length === 0 ? [] : [['computeIfAbsent', 0, hashes[0]!]];
    const ops = [...opsOf('computeIfAbsent', hashes), ...again, 'show'] as const;
    const [once, twice] = await hashMapOracle().ask({ initialCapacity: 16, ops });
    expect(Array.from(orderOfComputeIfAbsent(hashes, hashes.length, true)), `seed ${seed}`).toEqual(once);
    expect(Array.from(orderOfComputeIfAbsent(hashes, hashes.length, false)), `seed ${seed}`).toEqual(twice);
  }
});

function opsOf(name: 'put' | 'computeIfAbsent', hashes: Int32Array): HashMapOp[] {
  return [...Array.from(hashes, (hash, id): HashMapOp => [name, id, hash]), 'show'];
}
