/** A logical type as SQL text that Flink's LogicalTypeParser reads; the inverse of src/columnar/type-parser.ts. */
import { LENGTH_MAX, type LogicalType } from '../columnar/types.js';

export function typeText(type: LogicalType): string {
  return type.nullable ? nameOf(type) : `${nameOf(type)} NOT NULL`;
}

function nameOf(type: LogicalType): string {
  switch (type.kind) {
    case 'INTEGER':
      return 'INT';
    case 'CHAR':
    case 'BINARY':
      return `${type.kind}(${type.length})`;
    case 'VARCHAR':
    case 'VARBINARY':
      return `${type.kind}(${Math.min(type.length, LENGTH_MAX)})`;
    case 'DECIMAL':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
      return `${type.kind}(${type.precision})`;
    case 'TIMESTAMP_LTZ':
      return `TIMESTAMP(${type.precision}) WITH LOCAL TIME ZONE`;
    case 'INTERVAL_YEAR_MONTH':
      return 'INTERVAL YEAR(4) TO MONTH';
    case 'INTERVAL_DAY_TIME':
      return 'INTERVAL DAY(6) TO SECOND(3)';
    case 'ARRAY':
    case 'MULTISET':
      return `${type.kind}<${typeText(type.element)}>`;
    case 'MAP':
      return `MAP<${typeText(type.key)}, ${typeText(type.value)}>`;
    case 'ROW':
      return `ROW<${type.fields.map(({ name, type: field }) => `\`${name.replaceAll('`', '``')}\` ${typeText(field)}`).join(', ')}>`;
    case 'UNSUPPORTED':
      return type.text;
    default:
      return type.kind;
  }
}
