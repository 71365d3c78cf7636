/** The exec node `stream-exec-sink` as data: what encoding depends on. */
import type { TypeOf } from '../../columnar/types.js';
import { physicalFields, tableOptions } from '../table-source-scan/scan-spec.js';
import type { ExecNode } from '../operator.js';

export interface SinkSpec {
  readonly options: ReadonlyMap<string, string>;
  /** Physical columns under the names of the sink table. */
  readonly physicalType: TypeOf<'ROW'>;
  readonly abilities: readonly string[];
  readonly insertOnly: boolean;
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
  return {
    options: tableOptions(table.resolvedTable),
    physicalType: { kind: 'ROW', nullable: false, fields: physicalFields(table.resolvedTable) },
    abilities: ((sink.abilities as Json[] | undefined) ?? []).map((ability) => String(ability.type)),
    insertOnly: changelog.length === 1 && changelog[0] === 'INSERT',
    configuration: (node.json.configuration as Record<string, string> | undefined) ?? {},
  };
}
