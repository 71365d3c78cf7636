/**
 * When a source's records are decoded here. Otherwise Flink decodes them and hands rows over, which is as exact and only slower.
 */
import { childTypes, physicalOf, type LogicalType } from '../../columnar/types.js';
import type { RecordPart } from '../../formats/record-parts.js';
import { formatNamed } from '../../formats/registry.js';
import type { RawSections } from '../../transport/messages.js';
import type { ExecNode, PlanContext, Refusal } from '../operator.js';
import { METADATA_COLUMNS } from './metadata-columns.js';
import { scanRecordParts, scanSpecOf, type ScanSpec } from './scan-spec.js';
import { watermarkRefusal } from './watermark.js';

export function rawScanRefusal(node: ExecNode, context: PlanContext): Refusal {
  const spec = scanSpecOf(node);
  if (!spec) return 'the plan does not carry the table';
  if (spec.otherAbilities.length > 0) return `push-down of ${spec.otherAbilities.join(', ')}`;
  const split = scanRecordParts(spec);
  if ('refusal' in split) return split.refusal;
  const { key, value, upsert } = split.parts;
  return (
    metadataRefusal(spec) ??
    (spec.watermark ? watermarkRefusal(spec.watermark, context) : null) ??
    (key && decodeRefusal(key, context)) ??
    (key && upsert ? listRefusal(key) : null) ??
    decodeRefusal(value, context)
  );
}

function decodeRefusal({ format, rowType }: RecordPart, context: PlanContext): Refusal {
  const known = formatNamed(format.name);
  return known ? known.checkDecode(rowType, format.options, context) : `format ${format.name} is not covered`;
}

/** A deletion's key fields come from elsewhere than those of other rows, which columns with elements cannot do. */
function listRefusal({ rowType }: RecordPart): Refusal {
  const hasElements = (type: LogicalType): boolean =>
    type.kind === 'ROW' ? childTypes(type).some(hasElements) : childTypes(type).length > 0;
  const field = rowType.fields.find(({ type }) => hasElements(type));
  return field ? `key field ${field.name} of type ${field.type.kind} in upsert mode` : null;
}

function metadataRefusal(spec: ScanSpec): Refusal {
  for (const { key, type } of spec.metadata) {
    if (!Object.hasOwn(METADATA_COLUMNS, key)) return `metadata column ${key}`;
    physicalOf(type);
  }
  return null;
}

/** What the raw batches must carry beside the values. */
export function rawSectionsOf(node: ExecNode): RawSections {
  const spec = scanSpecOf(node);
  const split = spec && scanRecordParts(spec);
  const key = !!split && 'parts' in split && split.parts.key !== null;
  const ofMetadata = (spec?.metadata ?? []).map(({ key: name }) => METADATA_COLUMNS[name]!.sections);
  return Object.assign(key ? { key } : {}, ...ofMetadata) as RawSections;
}
