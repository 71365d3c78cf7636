/** The exec node `stream-exec-table-source-scan` as data: what of the catalog table and its push-downs decoding depends on. */
import { parseLogicalType, parseRowType } from '../../columnar/type-parser.js';
import type { LogicalType, RowField, TypeOf } from '../../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../../errors.js';
import { recordPartsOf, type RecordPartsOrRefusal } from '../../formats/record-parts.js';
import type { ExecNode } from '../operator.js';

export interface WatermarkSpec {
  /** RexNode JSON over the scan's row. */
  readonly expression: unknown;
  /** ON_PERIODIC or ON_EVENT. */
  readonly emitStrategy: string;
  readonly aligned: boolean;
}

export interface ScanSpec {
  readonly options: ReadonlyMap<string, string>;
  /** Physical columns, in the table's order: what the format decodes. */
  readonly physicalType: TypeOf<'ROW'>;
  /** In the order of the constraint; empty without one. */
  readonly primaryKey: readonly string[];
  /** Metadata keys appended behind the physical columns, in order, with their types. */
  readonly metadata: readonly { readonly key: string; readonly type: LogicalType }[];
  readonly watermark: WatermarkSpec | null;
  /** Names of other abilities that the planner pushed down. */
  readonly otherAbilities: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new SlipstreamError(ErrorCode.invalidPlan, `expected ${what}, found ${JSON.stringify(value)}`);
}

/** Physical columns of a resolved table (no `kind` in the plan's JSON). */
export function physicalFields(resolvedTable: unknown): RowField[] {
  const schema = object(object(resolvedTable, 'a resolved table').schema, 'a schema');
  return (schema.columns as Json[])
    .filter((column) => column.kind === undefined || column.kind === 'PHYSICAL')
    .map((column) => ({ name: String(column.name), type: parseLogicalType(column.dataType) }));
}

export function tableOptions(resolvedTable: unknown): Map<string, string> {
  const options = object(object(resolvedTable, 'a resolved table').options ?? {}, 'table options');
  return new Map(Object.entries(options).map(([key, value]) => [key, String(value)]));
}

/** In the order of the constraint; empty without one. */
export function primaryKeyColumns(resolvedTable: unknown): string[] {
  const schema = object(object(resolvedTable, 'a resolved table').schema, 'a schema');
  const primaryKey = schema.primaryKey as Json | undefined;
  return ((primaryKey?.columns as unknown[] | undefined) ?? []).map(String);
}

/** `null` when the plan does not carry the resolved table (inline or non-serialisable tables). */
export function scanSpecOf(node: ExecNode): ScanSpec | null {
  const source = node.json.scanTableSource as Json | undefined;
  const table = source?.table as Json | undefined;
  if (!source || !table?.resolvedTable) return null;
  const abilities = (source.abilities as Json[] | undefined) ?? [];
  const metadataAbility = abilities.find((ability) => ability.type === 'ReadingMetadata');
  const watermarkAbility = abilities.find((ability) => ability.type === 'WatermarkPushDown');
  const fields = physicalFields(table.resolvedTable);
  return {
    options: tableOptions(table.resolvedTable),
    physicalType: { kind: 'ROW', nullable: false, fields },
    primaryKey: primaryKeyColumns(table.resolvedTable),
    metadata: metadataAbility ? metadataOf(metadataAbility) : [],
    watermark: watermarkAbility ? watermarkOf(watermarkAbility) : null,
    otherAbilities: abilities
      .filter((ability) => ability !== metadataAbility && ability !== watermarkAbility)
      .map((ability) => String(ability.type)),
  };
}

export function scanRecordParts({ options, physicalType, primaryKey }: ScanSpec): RecordPartsOrRefusal {
  return recordPartsOf(options, physicalType, primaryKey);
}

/** The last fields of what is produced: before them stand the physical columns, or those that a push-down left of them. */
function metadataOf(ability: Json): ScanSpec['metadata'] {
  const keys = ability.metadataKeys as string[];
  const { fields } = parseRowType(ability.producedType);
  const first = fields.length - keys.length;
  return keys.map((key, index) => ({ key, type: fields[first + index]!.type }));
}

function watermarkOf(ability: Json): WatermarkSpec {
  const params = (ability.watermarkParams ?? {}) as Json;
  return {
    expression: ability.watermarkExpr,
    emitStrategy: typeof params.emitStrategy === 'string' ? params.emitStrategy : 'ON_PERIODIC',
    aligned: typeof params.alignGroupName === 'string' && params.alignGroupName !== '',
  };
}
