/** Which parts of a node's rows its consumers read, so that a source need not materialise the rest. */
import { unionOfMasks, type FieldMask } from '../expressions/field-mask.js';
import { referencedPaths } from './calc/calc.js';
import { expandedPaths } from './expand/expand.js';
import type { ExecNode } from './operator.js';
import { scanWatermarkFields } from './table-source-scan/watermark.js';

export function usedFieldsOf(consumers: readonly ExecNode[], source: ExecNode): FieldMask {
  const masks = consumers.map((consumer): FieldMask => {
    if (consumer.execNode === 'stream-exec-calc') return referencedPaths(consumer);
    return consumer.execNode === 'stream-exec-expand' ? expandedPaths(consumer) : 'all';
  });
  return [...masks, scanWatermarkFields(source)].reduce(unionOfMasks);
}
