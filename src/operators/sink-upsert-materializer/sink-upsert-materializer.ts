/**
 * Flink's SinkUpsertMaterializer (strategy LEGACY): between a query and a sink with another key. It keeps the rows of each primary key in the order
 * in which they were added; the last one is what the sink has.
 *
 *   value    slot of RowState (unused) · head of the list of rows
 *   element  u32 pointer, u32 byteLength of the row · with an upsert key, the bytes of that key
 *
 * In Flink's plan it is a part of the sink; here it is a node of its own, which the gate makes of the sink (materialized-sinks.ts).
 */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { type LogicalType, type TypeOf } from '../../columnar/types.js';
import { isBinaryType } from '../../formats/binary-row/layout.js';
import { ELEMENT_VALUE_OFFSET, ElementTable, HEAD_BYTES } from '../../state/element-table.js';
import { KeyHasher } from '../../state/key-hasher.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type ResultRows } from '../../state/result-rows.js';
import { isSameBytes } from '../../state/row-equality.js';
import { ROW_SLOT_OFFSET, RowState } from '../../state/row-state.js';
import { KeyedRowOperator, type RowFunction, type RowsAtHand } from '../keyed-row-operator.js';
import { stateTtlMs } from '../node-options.js';
import { type ExecNode, type Operator, type OperatorFactory, type Refusal, type RuntimeContext } from '../operator.js';

const LAYOUT_VERSION = 1;
const HEAD_OFFSET = ROW_SLOT_OFFSET + 8;
const HEAD_LAST_OFFSET = 4;

/** The JSON of the node. */
export interface SinkUpsertMaterializerJson {
  readonly primaryKeys: readonly number[];
  readonly inputUpsertKey: readonly number[];
  /** The sink's. */
  readonly state?: unknown;
}

export interface SinkUpsertMaterializerSpec {
  /** Of the rows that go into the sink. */
  readonly rowType: TypeOf<'ROW'>;
  readonly primaryKeys: readonly number[];
  /** Rows with the same values there are the same row; none: those that are the same throughout. */
  readonly inputUpsertKey: readonly number[];
  /** 0: no TTL. */
  readonly ttlMs: number;
}

/**
 * Whole rows are compared by their bytes, as Flink compares those that come from an exchange. Of upsert keys it compares the fields where we
 * compare bytes: floats and nested values may be equal in the one way and not in the other.
 */
export function sinkUpsertMaterializerRefusal({ rowType, inputUpsertKey }: SinkUpsertMaterializerSpec): Refusal {
  const unknown = rowType.fields.find(({ type }) => !isBinaryType(type));
  if (unknown) return `column ${unknown.name} of type ${unknown.type.kind}`;
  const inexact = inputUpsertKey.map((column) => rowType.fields[column]!).find(({ type }) => !isComparedByBytes(type));
  return inexact ? `rows are compared by their upsert key, column ${inexact.name} of type ${inexact.type.kind}` : null;
}

function specOf(node: ExecNode, config: ReadonlyMap<string, string>): SinkUpsertMaterializerSpec {
  const { primaryKeys, inputUpsertKey } = node.json as unknown as SinkUpsertMaterializerJson;
  return { rowType: node.inputTypes[0] as TypeOf<'ROW'>, primaryKeys, inputUpsertKey, ttlMs: stateTtlMs(node, config) };
}

export const sinkUpsertMaterializerFactory: OperatorFactory = {
  execNode: 'sink-upsert-materializer',
  versions: [1],
  keyed: true,
  allowsAsyncState: true,
  remembers: true,
  check: (node, context) => sinkUpsertMaterializerRefusal(specOf(node, context.config)),
  create: (node, context) => createSinkUpsertMaterializer(context, specOf(node, context.plan.config)),
};

function isComparedByBytes({ kind }: LogicalType): boolean {
  return !['FLOAT', 'DOUBLE', 'ARRAY', 'MAP', 'MULTISET', 'ROW'].includes(kind);
}

export function createSinkUpsertMaterializer(context: RuntimeContext, spec: SinkUpsertMaterializerSpec): Operator {
  const { rowType, primaryKeys, inputUpsertKey, ttlMs } = spec;
  const elements = new ElementTable(context.memory, { valueBytes: 8, hasTimestamp: false });
  const rows = new RowState(context, {
    name: 'sink-upsert-materializer',
    layoutVersion: LAYOUT_VERSION,
    rowType,
    keyColumns: primaryKeys,
    ttlMs,
    extraBytes: HEAD_BYTES,
    moreSlots: (heap) => [
      {
        kind: 'elements',
        offset: 8,
        table: elements,
        slots: [{ kind: 'bytes', offset: 0, heap }],
        isList: inputUpsertKey.length === 0,
      },
    ],
  });
  return new KeyedRowOperator(context, rows, new SinkUpsertMaterializer(context, rows, elements, spec), null);
}

class SinkUpsertMaterializer implements RowFunction {
  readonly resultsMax = 1;
  private readonly hasher: KeyHasher | null;

  constructor(
    private readonly context: RuntimeContext,
    private readonly state: RowState,
    private readonly elements: ElementTable,
    private readonly spec: SinkUpsertMaterializerSpec,
  ) {
    const { rowType, inputUpsertKey } = spec;
    const fields = inputUpsertKey.map((column) => rowType.fields[column]!);
    this.hasher =
      fields.length === 0
        ? null
        : new KeyHasher(context.memory, { kind: 'ROW', nullable: false, fields }, context.maxParallelism);
  }

  process(rows: RowsAtHand, results: ResultRows): void {
    const { context, state, elements, spec, hasher } = this;
    const { u8, u32, i64 } = context.memory;
    const keys = hasher === null ? null : this.upsertKeys(hasher, rows.columns());
    const nowMs = context.currentTimeMs();
    const [timestampOffset, now, expired] = [state.timestampOffset, BigInt(nowMs), state.expiredMs(nowMs)];
    for (let index = 0; index < rows.count; index++) {
      const entry = u32[(rows.entries >>> 2) + index]!;
      const start = u32[(rows.starts >>> 2) + index]!;
      const limit = u32[(rows.limits >>> 2) + index]!;
      const head = entry + HEAD_OFFSET;
      if (spec.ttlMs > 0 && elements.count(head) > 0 && i64[(entry + timestampOffset) >> 3]! <= expired) {
        this.clear(head);
      }
      const kind = u8[start]!;
      // The kind of a row does not count in comparisons.
      u8[start] = RowKind.INSERT;
      const key = keys === null ? 0 : keys.rows + u32[(keys.offsets >>> 2) + index]!;
      const keyBytes = keys === null ? 0 : keys.rows + u32[(keys.offsets >>> 2) + index + 1]! - key;
      if (kind === RowKind.INSERT || kind === RowKind.UPDATE_AFTER) {
        results.add(start, limit, elements.count(head) === 0 ? RowKind.INSERT : RowKind.UPDATE_AFTER);
        const element = keys === null ? elements.append(head, 0, 0) : elements.findOrCreate(head, key, keyBytes);
        state.put(element + ELEMENT_VALUE_OFFSET, start, limit - start);
        u8[entry + LIVE_OFFSET] = 1;
        if (spec.ttlMs > 0) i64[(entry + timestampOffset) >> 3] = now;
        continue;
      }
      const element = keys === null ? this.findRow(head, start, limit) : elements.find(head, key, keyBytes);
      if (element === 0) continue;
      const wasLast = elements.next(element) === 0;
      state.take(element + ELEMENT_VALUE_OFFSET);
      elements.remove(head, element);
      if (elements.count(head) === 0) {
        results.add(start, limit, RowKind.DELETE);
        state.clear(entry);
        continue;
      }
      if (wasLast) this.addRowOf(u32[(head + HEAD_LAST_OFFSET) >> 2]!, results);
      if (spec.ttlMs > 0) i64[(entry + timestampOffset) >> 3] = now;
    }
  }

  private upsertKeys(hasher: KeyHasher, batch: Batch): { readonly rows: number; readonly offsets: number } {
    const columns = this.spec.inputUpsertKey.map((column) => batch.columns[column]!);
    return hasher.hash(this.context.arena, columns, batch);
  }

  /** The first element with this very row, or 0. */
  private findRow(head: number, start: number, limit: number): number {
    const { elements } = this;
    const { u32 } = this.context.memory;
    for (let element = elements.first(head); element !== 0; element = elements.next(element)) {
      const slot = (element + ELEMENT_VALUE_OFFSET) >> 2;
      if (u32[slot + 1] === limit - start && isSameBytes(u32, u32[slot]!, start, limit)) return element;
    }
    return 0;
  }

  private addRowOf(element: number, results: ResultRows): void {
    const { u32 } = this.context.memory;
    const slot = (element + ELEMENT_VALUE_OFFSET) >> 2;
    results.add(u32[slot]!, u32[slot]! + u32[slot + 1]!, RowKind.UPDATE_AFTER);
  }

  private clear(head: number): void {
    const { elements, state } = this;
    for (let element = elements.first(head); element !== 0; element = elements.next(element)) {
      state.take(element + ELEMENT_VALUE_OFFSET);
    }
    elements.clear(head);
  }
}
