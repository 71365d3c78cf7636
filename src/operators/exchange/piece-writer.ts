/**
 * The end of a fragment that feeds an exchange: each batch is cut into pieces, one for each channel that gets rows of it, or for each
 * key group when checkpoints are unaligned (a piece in flight is then routed again, perhaps at another parallelism). Rows keep their
 * order within a piece. Follows KeyGroupStreamPartitioner and KeyGroupRangeAssignment.
 */
import type { Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import type { TypeOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { RowsWriter } from '../../formats/binary-row/rows-writer.js';
import { KeyHasher } from '../../state/key-hasher.js';
import type { WrittenBatch } from '../sink/sink-writer.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { distributionOf } from './distribution.js';

/** How the network behind an output is set up; Open.targets. */
export interface PieceTarget {
  readonly channels: number;
  readonly maxParallelism: number;
  readonly piecePerKeyGroup: boolean;
}

export interface WrittenPiece extends WrittenBatch {
  /** One of the channel's key groups. */
  readonly keyGroup: number;
}

export class PieceWriter {
  private readonly rowsWriter: RowsWriter;
  private readonly keys: readonly number[];
  private readonly hasher: KeyHasher | null;
  /** Bucket of each key group: its channel, or itself. */
  private readonly bucketOf: Uint32Array;
  private readonly counts: Uint32Array;

  constructor(
    exchange: ExecNode,
    private readonly context: RuntimeContext,
    target: PieceTarget,
  ) {
    const rowType = exchange.outputType as TypeOf<'ROW'>;
    this.rowsWriter = new RowsWriter(context.memory, rowType);
    const distribution = distributionOf(exchange);
    this.keys = distribution.kind === 'HASH' ? distribution.keys : [];
    // Without a key there is one receiver, whatever is in the rows; GlobalPartitioner.
    const spread = distribution.kind === 'HASH' && (target.channels > 1 || target.piecePerKeyGroup);
    const keyType: TypeOf<'ROW'> = {
      kind: 'ROW',
      nullable: false,
      fields: this.keys.map((key) => rowType.fields[key]!),
    };
    this.hasher = spread ? new KeyHasher(context.memory, keyType, target.maxParallelism) : null;
    this.bucketOf = Uint32Array.from({ length: target.maxParallelism }, (_, keyGroup) =>
      target.piecePerKeyGroup ? keyGroup : Math.floor((keyGroup * target.channels) / target.maxParallelism),
    );
    this.counts = new Uint32Array(target.piecePerKeyGroup ? target.maxParallelism : target.channels);
  }

  write(arena: Arena, batch: Batch): WrittenPiece[] {
    if (batch.selectedCount === 0) return [];
    const { hasher } = this;
    if (!hasher) return [{ ...this.rowsWriter.write(arena, batch), keyGroup: 0 }];
    const keyColumns = this.keys.map((key) => {
      const column = batch.columns[key];
      assert(column !== undefined, 'a key of an exchange is a column of its rows');
      return column;
    });
    const keyed = hasher.hash(arena, keyColumns, batch);
    return this.cut(arena, batch, keyed.keyGroups);
  }

  /** A stable counting sort of the selected rows by bucket, then a piece for each bucket that has rows. */
  private cut(arena: Arena, batch: Batch, keyGroups: number): WrittenPiece[] {
    const { counts, bucketOf } = this;
    const { u32 } = this.context.memory;
    const count = batch.selectedCount;
    const firstKeyGroup = keyGroups >>> 2;
    counts.fill(0);
    for (let k = 0; k < count; k++) counts[bucketOf[u32[firstKeyGroup + k]!]!]!++;
    const sorted = arena.allocate(count * 4) >>> 2;
    const groups: number[] = [];
    const starts = new Uint32Array(counts.length);
    for (let bucket = 0, start = 0; bucket < counts.length; bucket++) {
      starts[bucket] = start;
      start += counts[bucket]!;
      if (counts[bucket]! > 0) groups.push(bucket);
    }
    const next = starts.slice();
    const keyGroupOf = new Uint32Array(counts.length);
    const selection = batch.selection >>> 2;
    for (let k = 0; k < count; k++) {
      const keyGroup = u32[firstKeyGroup + k]!;
      const bucket = bucketOf[keyGroup]!;
      keyGroupOf[bucket] = keyGroup;
      u32[sorted + next[bucket]!++] = selection === 0 ? k : u32[selection + k]!;
    }
    return groups.map((bucket) => {
      const part = { ...batch, selection: (sorted + starts[bucket]!) * 4, selectedCount: counts[bucket]! };
      return { ...this.rowsWriter.write(arena, part), keyGroup: keyGroupOf[bucket]! };
    });
  }
}
