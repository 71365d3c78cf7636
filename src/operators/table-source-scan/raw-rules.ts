/**
 * When a source's records are decoded here. Otherwise Flink decodes them and hands rows over, which is as exact and only slower.
 */
import { physicalOf } from '../../columnar/types.js';
import { valueFormatOf } from '../../formats/format-options.js';
import { formatNamed } from '../../formats/registry.js';
import type { RawSections } from '../../transport/messages.js';
import type { ExecNode, PlanContext, Refusal } from '../operator.js';
import { METADATA_COLUMNS } from './metadata-columns.js';
import { scanSpecOf, type ScanSpec } from './scan-spec.js';
import { watermarkRefusal } from './watermark.js';

export function rawScanRefusal(node: ExecNode, context: PlanContext): Refusal {
  const spec = scanSpecOf(node);
  if (!spec) return 'the plan does not carry the table';
  if (spec.otherAbilities.length > 0) return `push-down of ${spec.otherAbilities.join(', ')}`;
  for (const key of ['key.format', 'key.fields', 'value.fields-include']) {
    if (spec.options.has(key)) return `option ${key}`;
  }
  const choice = valueFormatOf(spec.options);
  if (!choice) return 'the table has no format';
  const format = formatNamed(choice.name);
  if (!format) return `format ${choice.name} is not covered`;
  return (
    metadataRefusal(spec) ??
    (spec.watermark ? watermarkRefusal(spec.watermark, context) : null) ??
    format.checkDecode(spec.physicalType, choice.options, context)
  );
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
  return Object.assign({}, ...(spec?.metadata ?? []).map(({ key }) => METADATA_COLUMNS[key]!.sections)) as RawSections;
}
