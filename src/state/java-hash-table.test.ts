/** Orders that java.util.HashMap has; SLIPSTREAM_WRITE_GOLDEN=1 asks it again, FUZZ_RUNS=10000 asks it more. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WRITES_GOLDEN } from '../testing/golden-derive.js';
import {
  hashMapOracle,
  ourHashMapAnswer,
  randomHashMapOps,
  type HashMapAnswer,
  type HashMapRequest,
} from '../testing/hash-map-oracle.js';
import { JavaHashTable, spreadHash } from './java-hash-table.js';

const GOLDEN = new URL('golden/java-hash-tables.json', import.meta.url);
const GOLDEN_SEEDS = 120;
const SEED = Number(process.env['FUZZ_SEED'] ?? 1000);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);

describe('the order of java.util.HashMap', () => {
  const golden = WRITES_GOLDEN ? [] : (JSON.parse(readFileSync(GOLDEN, 'utf8')) as HashMapAnswer[]);
  test('as written down', () => {
    for (const [seed, answer] of golden.entries()) {
      expect(ourHashMapAnswer(randomHashMapOps(seed), null), `seed ${seed}`).toEqual(answer);
    }
  });

  test('as it is moved in a list beside the table', () => {
    for (const [seed, answer] of golden.entries()) {
      expect(answerOfList(randomHashMapOps(seed)), `seed ${seed}`).toEqual(answer);
    }
  });

  test('of Java itself', async () => {
    const derived: HashMapAnswer[] = [];
    for (let seed = 0; seed < GOLDEN_SEEDS; seed++) derived.push(await hashMapOracle().ask(randomHashMapOps(seed)));
    const text = `[\n${derived.map((answer) => JSON.stringify(answer)).join(',\n')}\n]\n`;
    if (WRITES_GOLDEN) writeFileSync(GOLDEN, text);
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'));
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const request = randomHashMapOps(seed);
      expect(ourHashMapAnswer(request, null), `seed ${seed}`).toEqual(await hashMapOracle().ask(request));
    }
  }, 600_000);
});

test('the random questions make trees', () => {
  let trees = 0;
  const table = new JavaHashTable((a, b) => a - b);
  for (let seed = 0; seed < GOLDEN_SEEDS; seed++) {
    table.begin();
    for (const op of randomHashMapOps(seed).ops) {
      if (op === 'show') continue;
      table[op[0]](op[1], spreadHash(op[2]));
      trees += table.trees;
    }
  }
  expect(trees).toBeGreaterThan(1000);
});

/** What a list says that is kept in order by `moves` alone, sorted by bucket. Of `put`, whose new entries come last. */
function answerOfList(request: HashMapRequest): HashMapAnswer {
  if (request.ops.some((op) => op !== 'show' && op[0] === 'computeIfAbsent')) return ourHashMapAnswer(request, null);
  const list: number[] = [];
  const hashes = new Map<number, number>();
  const table = new JavaHashTable((a, b) => a - b, {
    putBehind: (id, other) => {
      list.splice(list.indexOf(id), 1);
      list.splice(list.indexOf(other) + 1, 0, id);
    },
    movedBefore: (id, other) => {
      list.splice(list.indexOf(id), 1);
      list.splice(list.indexOf(other), 0, id);
    },
  });
  let capacity = 1;
  while (capacity < request.initialCapacity) capacity *= 2;
  table.begin(capacity);
  const shown: number[][] = [];
  for (const op of request.ops) {
    if (op === 'show') {
      const bucket = (id: number): number => hashes.get(id)! & (table.capacity - 1);
      shown.push([...list].sort((a, b) => bucket(a) - bucket(b)));
      continue;
    }
    const [name, id, hashCode] = op;
    hashes.set(id, spreadHash(hashCode));
    if (name === 'remove') list.splice(list.indexOf(id), 1);
    else list.push(id);
    table[name](id, spreadHash(hashCode));
  }
  return shown;
}
