/** Every operator, one line each, alphabetical. */
import { calcFactory } from './calc/calc.js';
import { changelogNormalizeFactory } from './changelog-normalize/changelog-normalize.js';
import { deduplicateFactory } from './deduplicate/deduplicate.js';
import { dropUpdateBeforeFactory } from './drop-update-before/drop-update-before.js';
import { expandFactory } from './expand/expand.js';
import { globalGroupAggregateFactory } from './global-group-aggregate/global-group-aggregate.js';
import { groupAggregateFactory } from './group-aggregate/group-aggregate.js';
import { incrementalGroupAggregateFactory } from './incremental-group-aggregate/incremental-group-aggregate.js';
import { localGroupAggregateFactory } from './local-group-aggregate/local-group-aggregate.js';
import { miniBatchAssignerFactory } from './mini-batch-assigner/mini-batch-assigner.js';
import type { OperatorFactory } from './operator.js';
import { sinkConstraintsFactory } from './sink/sink-constraints.js';
import { sinkUpsertMaterializerFactory } from './sink-upsert-materializer/sink-upsert-materializer.js';
import { unionFactory } from './union/union.js';
import { watermarkAssignerFactory } from './watermark-assigner/watermark-assigner.js';

export const OPERATORS: readonly OperatorFactory[] = [
  calcFactory,
  changelogNormalizeFactory,
  deduplicateFactory,
  dropUpdateBeforeFactory,
  expandFactory,
  globalGroupAggregateFactory,
  groupAggregateFactory,
  incrementalGroupAggregateFactory,
  localGroupAggregateFactory,
  miniBatchAssignerFactory,
  sinkConstraintsFactory,
  sinkUpsertMaterializerFactory,
  unionFactory,
  watermarkAssignerFactory,
];

const byName = new Map(OPERATORS.map((factory) => [factory.execNode, factory]));

export function operatorNamed(execNode: string): OperatorFactory | undefined {
  return byName.get(execNode);
}
