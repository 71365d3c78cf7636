/**
 * Metadata columns of Kafka records, made from the sections of a raw batch.
 * Follows KafkaDynamicSource.ReadableMetadata of the Kafka connector.
 */
import { allocateColumn, type Column } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import type { LogicalType } from '../../columnar/types.js';
import type { RawBatch } from '../../engine/raw-batch.js';
import type { RawSections } from '../../transport/messages.js';

export interface RecordOrigin {
  readonly topic: string;
  readonly partition: number;
}

export interface MetadataColumn {
  readonly sections: RawSections;
  /** `recordOf(row)` is the record that a row was decoded from. */
  fill(
    arena: Arena,
    type: LogicalType,
    rowCount: number,
    recordOf: (row: number) => number,
    raw: RawBatch,
    origin: RecordOrigin,
  ): Column;
}

/** TimestampType.name, by its id. */
const TIMESTAMP_TYPES = ['NoTimestampType', 'CreateTime', 'LogAppendTime'];

function constantText(arena: Arena, text: string): { pointer: number; byteLength: number } {
  const bytes = Buffer.from(text, 'utf8');
  const pointer = arena.allocate(bytes.length);
  arena.memory.u8.set(bytes, pointer);
  return { pointer, byteLength: bytes.length };
}

export const METADATA_COLUMNS: Readonly<Record<string, MetadataColumn>> = {
  'leader-epoch': {
    sections: { leaderEpoch: true },
    fill(arena, type, rowCount, recordOf, raw) {
      const column = allocateColumn(arena, type, rowCount);
      const { i32, u8 } = arena.memory;
      for (let row = 0; row < rowCount; row++) {
        const epoch = i32[(raw.leaderEpochs >> 2) + recordOf(row)]!;
        i32[(column.data >> 2) + row] = epoch;
        u8[column.nulls + row] = epoch < 0 ? 1 : 0;
      }
      return column;
    },
  },
  offset: {
    sections: { offset: true },
    fill(arena, type, rowCount, recordOf, raw) {
      const column = allocateColumn(arena, type, rowCount);
      const { i64 } = arena.memory;
      for (let row = 0; row < rowCount; row++) i64[(column.data >> 3) + row] = i64[(raw.offsets >> 3) + recordOf(row)]!;
      return column;
    },
  },
  partition: {
    sections: {},
    fill(arena, type, rowCount, _recordOf, _raw, origin) {
      const column = allocateColumn(arena, type, rowCount);
      arena.memory.i32.fill(origin.partition, column.data >> 2, (column.data >> 2) + rowCount);
      return column;
    },
  },
  timestamp: {
    sections: { timestamp: true },
    fill(arena, type, rowCount, recordOf, raw) {
      const column = allocateColumn(arena, type, rowCount);
      const { i32, i64 } = arena.memory;
      for (let row = 0; row < rowCount; row++)
        i64[(column.data >> 3) + row] = i64[(raw.timestamps >> 3) + recordOf(row)]!;
      i32.fill(0, column.aux >> 2, (column.aux >> 2) + rowCount);
      return column;
    },
  },
  'timestamp-type': {
    sections: { timestampType: true },
    fill(arena, type, rowCount, recordOf, raw) {
      const column = allocateColumn(arena, type, rowCount);
      const texts = TIMESTAMP_TYPES.map((text) => constantText(arena, text));
      const { u8, u32 } = arena.memory;
      for (let row = 0; row < rowCount; row++) {
        const text = texts[u8[raw.timestampTypes + recordOf(row)]!]!;
        u32[(column.data >> 2) + row * 2] = text.pointer;
        u32[(column.data >> 2) + row * 2 + 1] = text.byteLength;
      }
      return column;
    },
  },
  topic: {
    sections: {},
    fill(arena, type, rowCount, _recordOf, _raw, origin) {
      const column = allocateColumn(arena, type, rowCount);
      const { pointer, byteLength } = constantText(arena, origin.topic);
      const { u32 } = arena.memory;
      for (let row = 0; row < rowCount; row++) {
        u32[(column.data >> 2) + row * 2] = pointer;
        u32[(column.data >> 2) + row * 2 + 1] = byteLength;
      }
      return column;
    },
  },
};
