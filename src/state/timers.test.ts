/** TimerQueue against a sorted set of (timestamp, key). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlobReader, BlobWriter } from './blob.js';
import { TimerQueue } from './timers.js';
import { TrackedMemory } from './tracked-memory.js';

const MAX_PARALLELISM = 8;
const memory = new TrackedMemory();
const source = memory.allocate(64);

/** Keys are of 1 to 4 words; a key's group is fixed. */
function put(key: number): { keyGroup: number; keyBytes: number } {
  const keyBytes = 8 * (1 + (key % 4));
  memory.u8.fill(0, source, source + keyBytes);
  memory.u32[source >> 2] = key;
  return { keyGroup: key % MAX_PARALLELISM, keyBytes };
}

const arbitrarySteps = fc.array(
  fc.record({
    action: fc.constantFrom('register', 'register', 'register', 'delete', 'advance', 'rescale'),
    key: fc.nat({ max: 12 }),
    timestamp: fc.oneof(
      fc.bigInt({ min: -20n, max: 20n }),
      fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n),
    ),
  }),
  { maxLength: 200 },
);

/** One queue for each of `parts` ranges of key groups. */
function queuesOf(parts: number): TimerQueue[] {
  return Array.from({ length: parts }, (_, part) => {
    const start = Math.floor((part * MAX_PARALLELISM) / parts);
    const end = Math.floor(((part + 1) * MAX_PARALLELISM) / parts) - 1;
    return new TimerQueue('timers', memory, { start, end });
  });
}

function rescaled(queues: readonly TimerQueue[], parts: number): TimerQueue[] {
  const blobs = Array.from({ length: MAX_PARALLELISM }, (_, keyGroup) => {
    const out = new BlobWriter();
    ownerOf(queues, keyGroup).snapshot(keyGroup, out);
    return Buffer.from(out.bytes());
  });
  for (const queue of queues) queue.release();
  const others = queuesOf(parts);
  blobs.forEach((blob, keyGroup) => {
    if (blob.length > 0) ownerOf(others, keyGroup).restore(keyGroup, new BlobReader(blob), 1);
  });
  return others;
}

function ownerOf(queues: readonly TimerQueue[], keyGroup: number): TimerQueue {
  return queues.find(({ keyGroups }) => keyGroup >= keyGroups.start && keyGroup <= keyGroups.end)!;
}

describe('TimerQueue', () => {
  it('fires what a sorted set would, after any deletions and rescales', () => {
    fc.assert(
      fc.property(arbitrarySteps, (steps) => {
        const before = memory.allocatedBytes;
        let queues = queuesOf(1);
        const model = new Map<string, { key: number; timestamp: bigint }>();
        for (const { action, key, timestamp } of steps) {
          const { keyGroup, keyBytes } = put(key);
          const id = `${key}@${timestamp}`;
          if (action === 'register') {
            expect(ownerOf(queues, keyGroup).register(timestamp, keyGroup, source, keyBytes)).toBe(!model.has(id));
            model.set(id, { key, timestamp });
          } else if (action === 'delete') {
            expect(ownerOf(queues, keyGroup).delete(timestamp, keyGroup, source, keyBytes)).toBe(model.delete(id));
          } else if (action === 'rescale') {
            queues = rescaled(queues, 1 + (key % 3));
          } else {
            for (const queue of queues) advance(queue, timestamp, model);
            expect([...model.values()].every((timer) => timer.timestamp > timestamp)).toBe(true);
          }
          expect(queues.reduce((sum, queue) => sum + queue.size, 0)).toBe(model.size);
        }
        for (const queue of queues) queue.release();
        expect(memory.allocatedBytes).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('lets the callback register and delete', () => {
    const queue = new TimerQueue('timers', memory, { start: 0, end: MAX_PARALLELISM - 1 });
    const fired: string[] = [];
    const register = (timestamp: number, key: number): void => {
      const { keyGroup, keyBytes } = put(key);
      queue.register(timestamp, keyGroup, source, keyBytes);
    };
    [1, 2, 3, 9].forEach((timestamp) => register(timestamp, 1));
    queue.advance(5, (pointer, keyBytes, keyGroup, timestampMs) => {
      const key = memory.u32[pointer >> 2]!;
      fired.push(`${key}@${timestampMs}`);
      if (fired.length === 1) {
        register(1, 1);
        register(4, 2);
        register(6, 2);
        const { keyBytes: deletedBytes, keyGroup: deletedGroup } = put(1);
        queue.delete(3, deletedGroup, source, deletedBytes);
        // The key is still what it was.
        expect([memory.u32[pointer >> 2], keyBytes, keyGroup]).toEqual([1, 16, 1]);
      }
    });
    expect(fired).toEqual(['1@1', '1@1', '1@2', '2@4']);
    expect(queue.nextTimestampMs).toBe(6n);
    queue.release();
  });

  it('refuses blobs that are cut off or longer', () => {
    const queue = new TimerQueue('timers', memory, { start: 0, end: 7 });
    const { keyBytes } = put(1);
    queue.register(5, 1, source, keyBytes);
    const out = new BlobWriter();
    queue.snapshot(1, out);
    const blob = Buffer.from(out.bytes());
    const restore = (bytes: Buffer, version = 1): void => {
      const other = new TimerQueue('timers', memory, { start: 0, end: 7 });
      try {
        other.restore(1, new BlobReader(bytes), version);
      } finally {
        other.release();
      }
    };
    restore(blob);
    for (let length = 0; length < blob.length; length++)
      expect(() => restore(blob.subarray(0, length))).toThrow('cut off');
    expect(() => restore(Buffer.concat([blob, Buffer.alloc(1)]))).toThrow('expected the end, found 1 more bytes');
    expect(() => restore(blob, 2)).toThrow('expected layout 1 of timers timers, found 2');
    queue.release();
  });
});

function advance(queue: TimerQueue, timestamp: bigint, model: Map<string, { key: number; timestamp: bigint }>): void {
  let last = -(2n ** 63n);
  queue.advance(timestamp, (pointer, keyBytes, keyGroup, timestampMs) => {
    const key = memory.u32[pointer >> 2]!;
    expect([keyBytes, keyGroup]).toEqual([8 * (1 + (key % 4)), key % MAX_PARALLELISM]);
    expect(timestampMs >= last && timestampMs <= timestamp).toBe(true);
    last = timestampMs;
    expect(model.delete(`${key}@${timestampMs}`)).toBe(true);
  });
}
