/**
 * When a sink's records are encoded here. Otherwise rows go to Flink's own sink, constraint enforcers and encoder, which is as
 * exact and only slower.
 */
import { childTypes, LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import type { RecordPart } from '../../formats/record-parts.js';
import { formatNamed } from '../../formats/registry.js';
import type { ExecNode, PlanContext, Refusal } from '../operator.js';
import { settingOf, sinkRecordParts, sinkSpecOf, strictColumnsOf, type SinkSpec } from './sink-spec.js';

const TYPE_LENGTH_ENFORCER = 'table.exec.sink.type-length-enforcer';
const NESTED_ENFORCER = 'table.exec.sink.nested-constraint-enforcer';

export function rawSinkRefusal(node: ExecNode, context: PlanContext): Refusal {
  const spec = sinkSpecOf(node);
  if (!spec) return 'the plan does not carry the table';
  const split = sinkRecordParts(spec);
  if ('refusal' in split) return split.refusal;
  const { key, value, upsert } = split.parts;
  if (!spec.insertOnly && !upsert) return 'the sink takes updates';
  if (spec.materializedBy === 'Flink') return 'Flink materializes the rows of each key in front of it';
  if (spec.abilities.length > 0) return `the sink uses ${spec.abilities.join(', ')}`;
  return lengthRefusal(spec, context) ?? (key && encodeRefusal(key, context)) ?? encodeRefusal(value, context);
}

function encodeRefusal({ format, rowType }: RecordPart, context: PlanContext): Refusal {
  const known = formatNamed(format.name);
  return known ? known.checkEncode(rowType, format.options, context) : `format ${format.name} is not covered`;
}

/** Flink checks rows in front of this sink, and can fail on one. */
export function hasConstraints(spec: SinkSpec, context: PlanContext): boolean {
  return strictColumnsOf(spec).length > 0 || lengthRefusal(spec, context) !== null;
}

/** Of what Flink's ConstraintEnforcer checks, NOT NULL of whole columns is checked here, too; lengths and nested columns are not. */
export function lengthRefusal(spec: SinkSpec, context: PlanContext): Refusal {
  const lengths = settingOf(spec, context, TYPE_LENGTH_ENFORCER) ?? 'IGNORE';
  if (lengths.toUpperCase() !== 'IGNORE' && spec.physicalType.fields.some((field) => hasLength(field.type))) {
    return `${TYPE_LENGTH_ENFORCER} is ${lengths}`;
  }
  const nested = settingOf(spec, context, NESTED_ENFORCER) ?? 'IGNORE';
  return nested.toUpperCase() === 'IGNORE' ? null : `${NESTED_ENFORCER} is ${nested}`;
}

function hasLength(type: LogicalType): boolean {
  switch (type.kind) {
    case 'CHAR':
    case 'BINARY':
      return true;
    case 'VARCHAR':
    case 'VARBINARY':
      return type.length !== LENGTH_MAX;
    default:
      return childTypes(type).some(hasLength);
  }
}
