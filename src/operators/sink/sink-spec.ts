/** The exec node `stream-exec-sink` as data: what encoding depends on. */
import type { TypeOf } from '../../columnar/types.js';
import { recordPartsOf, type RecordPartsOrRefusal } from '../../formats/record-parts.js';
import { physicalFields, primaryKeyColumns, tableOptions } from '../table-source-scan/scan-spec.js';
import type { ExecNode, PlanContext } from '../operator.js';
import type { NotNullEnforcer, StrictColumn } from './not-null-constraint.js';

export interface SinkSpec {
  readonly options: ReadonlyMap<string, string>;
  /** Physical columns under the names of the sink table. */
  readonly physicalType: TypeOf<'ROW'>;
  /** In the order of the constraint; empty without one. */
  readonly primaryKey: readonly string[];
  readonly abilities: readonly string[];
  readonly insertOnly: boolean;
  /** The rows of a key are materialized before they are written (SinkUpsertMaterializer): nobody here, Flink, or a node in front. */
  readonly materializedBy: 'nobody' | 'Flink' | 'sidecar';
  /** `table.exec.sink.*` as Flink persisted it in the node. */
  readonly configuration: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

/** `null` when the plan does not carry the resolved table. */
export function sinkSpecOf(node: ExecNode): SinkSpec | null {
  const sink = node.json.dynamicTableSink as Json | undefined;
  const table = sink?.table as Json | undefined;
  if (!sink || !table?.resolvedTable) return null;
  const changelog = (node.json.inputChangelogMode as string[] | undefined) ?? [];
  const insertOnly = changelog.length === 1 && changelog[0] === 'INSERT';
  return {
    options: tableOptions(table.resolvedTable),
    physicalType: { kind: 'ROW', nullable: false, fields: physicalFields(table.resolvedTable) },
    primaryKey: primaryKeyColumns(table.resolvedTable),
    abilities: ((sink.abilities as Json[] | undefined) ?? []).map((ability) => String(ability.type)),
    insertOnly,
    materializedBy: materializedBy(node, insertOnly),
    configuration: (node.json.configuration as Record<string, string> | undefined) ?? {},
  };
}

/** In the JSON of a sink behind a materializer of ours; never in Flink's. */
export const MATERIALIZED_HERE = 'slipstreamMaterialized';

function materializedBy({ json }: ExecNode, insertOnly: boolean): SinkSpec['materializedBy'] {
  if (insertOnly || json.requireUpsertMaterialize !== true) return 'nobody';
  return json[MATERIALIZED_HERE] === true ? 'sidecar' : 'Flink';
}

export function sinkRecordParts({ options, physicalType, primaryKey }: SinkSpec): RecordPartsOrRefusal {
  return recordPartsOf(options, physicalType, primaryKey);
}

/** Positions of the primary key's columns, in the order of the constraint. */
export function primaryKeyPositions({ physicalType, primaryKey }: SinkSpec): number[] {
  return primaryKey.map((column) => physicalType.fields.findIndex(({ name }) => name === column));
}

/** Columns in which Flink's ConstraintEnforcer looks for NULL. */
export function strictColumnsOf({ physicalType }: SinkSpec): StrictColumn[] {
  return physicalType.fields
    .map(({ name, type }, position) => ({ name, position, type }))
    .filter(({ type }) => !type.nullable)
    .map(({ name, position }) => ({ name, position }));
}

export function notNullEnforcerOf(spec: SinkSpec, context: PlanContext): NotNullEnforcer {
  return settingOf(spec, context, 'table.exec.sink.not-null-enforcer')?.toUpperCase() === 'DROP' ? 'DROP' : 'ERROR';
}

/** What the node has persisted comes before the table's configuration, as in ExecNodeConfig. */
export function settingOf(spec: SinkSpec, context: PlanContext, key: string): string | undefined {
  return spec.configuration[key] ?? context.config.get(key);
}
