/** Flink's StreamExecDeduplicate: of the rows of a key the first or the last, by the order of their arrival or by their rowtime. */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { isBinaryType } from '../../formats/binary-row/layout.js';
import { AllRowsBundle } from '../../state/all-rows-bundle.js';
import { BUNDLE_SLOT_BYTES, RowBundle, type Bundle } from '../../state/row-bundle.js';
import { RowState } from '../../state/row-state.js';
import { KeyedRowOperator } from '../keyed-row-operator.js';
import {
  type ExecNode,
  type Operator,
  type OperatorFactory,
  type PlanContext,
  type Refusal,
  type RuntimeContext,
} from '../operator.js';
import { describeStateBackend, stateBackendOf } from '../state-backend.js';
import { deduplicateSpec, type DeduplicateSpec } from './deduplicate-spec.js';
import { ProcTimeKeepFirst } from './proc-time-keep-first.js';
import { ProcTimeKeepFirstBundle } from './proc-time-keep-first-bundle.js';
import { ProcTimeKeepLast } from './proc-time-keep-last.js';
import { RowTimeDeduplicate } from './row-time-deduplicate.js';
import { RowTimeKeepFirst } from './row-time-keep-first.js';
import { RowTimeUpdates } from './row-time-updates.js';
import { isKept, rowtimeOffset } from './rowtime.js';

const LAYOUT_VERSION = 1;

function check(node: ExecNode, context: PlanContext): Refusal {
  const spec = deduplicateSpec(node, context);
  const { rowType, keyColumns, isRowtime, keepLastRow, bundleSize, rowtimeColumn } = spec;
  const unknown = rowType.fields.find(({ type }) => !isBinaryType(type));
  if (unknown) return `column ${unknown.name} of type ${unknown.type.kind}`;
  if (keyColumns.some((column) => rowType.fields[column] === undefined)) return 'a key column that is not there';
  if (bundleSize !== null && !(bundleSize > 0)) return `table.exec.mini-batch.size of ${bundleSize}`;
  if (bundleSize !== null && spec.outputInsertOnly) return 'mini-batch with results that are inserts alone';
  if (isRowtime && rowtimeColumn < 0) return 'no rowtime column';
  const { type } = isRowtime ? rowType.fields[rowtimeColumn]! : { type: undefined };
  if (type && 'precision' in type && type.precision > 3) return `a rowtime of precision ${type.precision}`;
  if (!isRowtime && keepLastRow && stateBackendOf(context) === null) {
    return `${describeStateBackend(context)}: whether a repeated row is emitted depends on it`;
  }
  return null;
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const spec = deduplicateSpec(node, context.plan);
  return spec.isRowtime ? createRowTime(context, spec) : createProcTime(context, spec);
}

function createProcTime(context: RuntimeContext, spec: DeduplicateSpec): Operator {
  const { keepLastRow, generateUpdateBefore, generateInsert, bundleSize } = spec;
  if (!keepLastRow && bundleSize === null) return new ProcTimeKeepFirst(context, spec);
  if (keepLastRow && bundleSize === null && !generateUpdateBefore && !generateInsert) {
    return { processBatch: (_input, batch, output) => output.emitBatch(asUpdates(context, batch)) };
  }
  const rows = rowStateOf(context, spec, keepLastRow ? 'deduplicate-state' : 'deduplicate-state-first');
  const rowFunction = keepLastRow
    ? new ProcTimeKeepLast(context, rows, spec, stateBackendOf(context.plan) === 'hashmap')
    : new ProcTimeKeepFirstBundle(context, rows);
  const replaces = (): boolean => keepLastRow;
  const bundle = bundleSize === null ? null : new RowBundle(context.memory, rows, bundleSize, replaces);
  return new KeyedRowOperator(context, rows, rowFunction, bundle);
}

function createRowTime(context: RuntimeContext, spec: DeduplicateSpec): Operator {
  const { keepLastRow, outputInsertOnly, generateUpdateBefore } = spec;
  if (!keepLastRow && outputInsertOnly) return new RowTimeKeepFirst(context, spec);
  const { bundleSize } = spec;
  if (!generateUpdateBefore && bundleSize === null) return new RowTimeUpdates(context, spec);
  // Without -U the state has beginnings of rows.
  const rows = rowStateOf(context, spec, generateUpdateBefore ? 'deduplicate-state' : 'deduplicate-state-beginnings');
  const bundle = bundleSize === null ? null : rowTimeBundle(context, rows, spec, bundleSize);
  return new KeyedRowOperator(context, rows, new RowTimeDeduplicate(context, rows, spec), bundle);
}

function rowTimeBundle({ memory }: RuntimeContext, rows: RowState, spec: DeduplicateSpec, size: number): Bundle {
  if (!spec.compactChanges) return new AllRowsBundle(memory, rows, size);
  const rowtime = rowtimeOffset(spec.rowType.fields.length, spec.rowtimeColumn);
  return new RowBundle(memory, rows, size, (bundled, start) =>
    isKept(memory, bundled + rowtime, start + rowtime, spec.keepLastRow),
  );
}

/** They end bundles, and the first row on row time waits for them. */
function actsOnWatermarks({ isRowtime, keepLastRow, outputInsertOnly, bundleSize }: DeduplicateSpec): boolean {
  return bundleSize !== null || (isRowtime && !keepLastRow && outputInsertOnly);
}

/** The same with bundles and without, so that a savepoint fits both. */
function rowStateOf(context: RuntimeContext, { rowType, keyColumns, ttlMs }: DeduplicateSpec, name: string): RowState {
  return new RowState(context, {
    name,
    layoutVersion: LAYOUT_VERSION,
    rowType,
    keyColumns,
    ttlMs,
    extraBytes: BUNDLE_SLOT_BYTES,
  });
}

/** Without -U and without INSERT, the last row needs no state: each one is an update. */
function asUpdates({ arena }: RuntimeContext, batch: Batch): Batch {
  const kinds = arena.allocate(batch.rowCount);
  arena.memory.u8.fill(RowKind.UPDATE_AFTER, kinds, kinds + batch.rowCount);
  return { ...batch, kinds };
}

export const deduplicateFactory: OperatorFactory = {
  execNode: 'stream-exec-deduplicate',
  versions: [1],
  keyed: true,
  allowsAsyncState: true,
  remembers: true,
  consumesWatermarks: (node, context) => actsOnWatermarks(deduplicateSpec(node, context)),
  check,
  create,
};
