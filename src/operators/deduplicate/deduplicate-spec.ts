/** A StreamExecDeduplicate, read. */
import { type TypeOf } from '../../columnar/types.js';
import { isOn, miniBatchSize, stateTtlMs } from '../node-options.js';
import { type ExecNode, type PlanContext } from '../operator.js';

export interface DeduplicateSpec {
  readonly rowType: TypeOf<'ROW'>;
  readonly keyColumns: readonly number[];
  readonly isRowtime: boolean;
  readonly keepLastRow: boolean;
  /** Rowtime, keep first: a row comes out once, when the watermark has reached it. */
  readonly outputInsertOnly: boolean;
  readonly generateUpdateBefore: boolean;
  /** The first row of a key is an INSERT; otherwise, without -U, an UPDATE_AFTER may stand for it. */
  readonly generateInsert: boolean;
  /** The first rowtime column; -1: there is none. */
  readonly rowtimeColumn: number;
  readonly ttlMs: number;
  /** Rows of a bundle; null: mini-batch is off. */
  readonly bundleSize: number | null;
  /** Mini-batch, rowtime: only the row that counts at the end of a bundle is looked at. */
  readonly compactChanges: boolean;
}

interface DeduplicateJson {
  readonly uniqueKeys: readonly number[];
  readonly isRowtime: boolean;
  readonly keepLastRow: boolean;
  readonly outputInsertOnly?: boolean;
  readonly generateUpdateBefore: boolean;
}

export function deduplicateSpec(node: ExecNode, { config }: PlanContext): DeduplicateSpec {
  const json = node.json as unknown as DeduplicateJson;
  const rowType = node.inputTypes[0] as TypeOf<'ROW'>;
  return {
    rowType,
    keyColumns: json.uniqueKeys,
    isRowtime: json.isRowtime,
    keepLastRow: json.keepLastRow,
    outputInsertOnly: json.outputInsertOnly === true,
    generateUpdateBefore: json.generateUpdateBefore,
    generateInsert: isOnByDefault(node, config, 'table.exec.deduplicate.insert-update-after-sensitive-enabled'),
    rowtimeColumn: rowType.fields.findIndex(({ type }) => 'attribute' in type && type.attribute === 'ROWTIME'),
    ttlMs: stateTtlMs(node, config),
    bundleSize: miniBatchSize(node, config),
    compactChanges: isOn(node, config, 'table.exec.deduplicate.mini-batch.compact-changes-enabled'),
  };
}

function isOnByDefault(node: ExecNode, config: PlanContext['config'], key: string): boolean {
  return isOn(node, new Map([[key, 'true'], ...config]), key);
}
