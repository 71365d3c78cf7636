/**
 * When a sink's records are encoded here. Otherwise rows go to Flink's own sink, constraint enforcers and encoder, which is as
 * exact and only slower.
 */
import { childTypes, LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import { valueFormatOf } from '../../formats/format-options.js';
import { formatNamed } from '../../formats/registry.js';
import type { ExecNode, PlanContext, Refusal } from '../operator.js';
import { sinkSpecOf, type SinkSpec } from './sink-spec.js';

export function rawSinkRefusal(node: ExecNode, context: PlanContext): Refusal {
  const spec = sinkSpecOf(node);
  if (!spec) return 'the plan does not carry the table';
  if (!spec.insertOnly) return 'the sink takes updates';
  if (spec.abilities.length > 0) return `the sink uses ${spec.abilities.join(', ')}`;
  for (const key of ['key.format', 'key.fields', 'value.fields-include']) {
    if (spec.options.has(key)) return `option ${key}`;
  }
  const choice = valueFormatOf(spec.options);
  if (!choice) return 'the table has no format';
  const format = formatNamed(choice.name);
  if (!format) return `format ${choice.name} is not covered`;
  return constraintRefusal(spec) ?? format.checkEncode(spec.physicalType, choice.options, context);
}

/** Flink checks rows in front of this sink, and can fail on one. */
export function hasConstraints(spec: SinkSpec): boolean {
  return constraintRefusal(spec) !== null;
}

/** Flink puts a ConstraintEnforcer before the sink in these cases. */
function constraintRefusal(spec: SinkSpec): Refusal {
  const strict = spec.physicalType.fields.find((field) => !field.type.nullable);
  if (strict) return `column ${strict.name} is NOT NULL, which Flink's sink enforces`;
  const lengths = spec.configuration['table.exec.sink.type-length-enforcer'] ?? 'IGNORE';
  if (lengths !== 'IGNORE' && spec.physicalType.fields.some((field) => hasLength(field.type))) {
    return `table.exec.sink.type-length-enforcer is ${lengths}`;
  }
  const nested = spec.configuration['table.exec.sink.nested-constraint-enforcer'] ?? 'IGNORE';
  if (nested !== 'IGNORE') return `table.exec.sink.nested-constraint-enforcer is ${nested}`;
  return null;
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
