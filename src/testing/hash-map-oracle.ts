/** java.util.HashMap as an oracle of the order of its iteration (HashMapOracle.java), and random questions to it. */
import { Random } from '../formats/json/decode/generated-messages.js';
import { capacityFor, JavaHashTable, spreadHash, type TableMoves } from '../state/java-hash-table.js';
import { startOracle, type LineOracle } from './expression-oracle.js';

export type HashMapOp = readonly [op: 'put' | 'remove' | 'computeIfAbsent', id: number, hashCode: number] | 'show';

export interface HashMapRequest {
  readonly initialCapacity: number;
  readonly ops: readonly HashMapOp[];
}

/** At each `show`, ids in the order of the iteration. */
export type HashMapAnswer = readonly (readonly number[])[];

let shared: LineOracle<HashMapRequest, HashMapAnswer> | undefined;

/** One JVM per test process, started at the first question. */
export function hashMapOracle(): LineOracle<HashMapRequest, HashMapAnswer> {
  shared ??= startOracle('HashMapOracle');
  return shared;
}

const SHOWN_SHARE = 40;
const OPS_MIN = 20;
const OPS_MORE = 500;

/** Hash codes that share buckets more or less, so that trees come and go; some are equal. */
export function randomHashMapOps(seed: number): HashMapRequest {
  const random = new Random(seed);
  const count = OPS_MIN + random.below(OPS_MORE);
  // Few lower bits, and some upper ones that tell entries of a bucket apart.
  const lowBits = random.below(9);
  const highBits = random.below(9);
  const addOp = random.chance(25) ? 'computeIfAbsent' : 'put';
  const removePercent = random.pick([0, 10, 40, 48, 60]);
  const live: [id: number, hashCode: number][] = [];
  const ops: HashMapOp[] = [];
  for (let id = 1; id <= count; id++) {
    if (live.length > 0 && random.chance(removePercent)) {
      const [[gone, hashCode] = [0, 0]] = live.splice(random.below(live.length), 1);
      ops.push(['remove', gone, hashCode]);
    } else {
      // The upper half is mixed into the lower one.
      const hashCode = (random.below(1 << highBits) << random.pick([6, 8, 16, 22])) | random.below(1 << lowBits);
      live.push([id, hashCode]);
      ops.push([addOp, id, hashCode]);
    }
    if (id % SHOWN_SHARE === 0) ops.push('show');
  }
  return { initialCapacity: random.pick([16, 16, 1, 3, 100]), ops: [...ops, 'show'] };
}

/** Our table's answer; `moves` of the table beside it. */
export function ourHashMapAnswer({ initialCapacity, ops }: HashMapRequest, moves: TableMoves | null): HashMapAnswer {
  const table = new JavaHashTable((a, b) => a - b, moves);
  table.begin(capacityFor(initialCapacity));
  const shown: number[][] = [];
  for (const op of ops) {
    if (op === 'show') {
      const ids = new Uint32Array(table.size);
      table.writeIds(ids);
      shown.push(Array.from(ids));
      continue;
    }
    const [name, id, hashCode] = op;
    table[name](id, spreadHash(hashCode));
  }
  return shown;
}
