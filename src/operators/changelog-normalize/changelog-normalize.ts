/** Flink's StreamExecChangelogNormalize: makes a whole changelog of upserts and deletes that know only the key, or of events that come twice. */
import { ExpressionProgram } from '../../expressions/program.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { type TypeOf } from '../../columnar/types.js';
import { checkRexNode } from '../../expressions/check.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import { isBinaryType } from '../../formats/binary-row/layout.js';
import { BUNDLE_SLOT_BYTES, RowBundle } from '../../state/row-bundle.js';
import { RowState } from '../../state/row-state.js';
import { KeyedRowOperator } from '../keyed-row-operator.js';
import { miniBatchSize, stateTtlMs } from '../node-options.js';
import {
  type ExecNode,
  type Operator,
  type OperatorFactory,
  type PlanContext,
  type Refusal,
  type RuntimeContext,
} from '../operator.js';
import { LastRowOnChangelog } from './last-row-on-changelog.js';

const LAYOUT_VERSION = 1;

interface ChangelogNormalizeJson {
  readonly uniqueKeys: readonly number[];
  readonly generateUpdateBefore: boolean;
  readonly filterCondition?: unknown;
}

function jsonOf(node: ExecNode): ChangelogNormalizeJson {
  return node.json as unknown as ChangelogNormalizeJson;
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const { uniqueKeys, filterCondition } = jsonOf(node);
  const { fields } = node.inputTypes[0] as TypeOf<'ROW'>;
  const unknown = fields.find(({ type }) => !isBinaryType(type));
  if (unknown) return `column ${unknown.name} of type ${unknown.type.kind}`;
  if (uniqueKeys.some((column) => fields[column] === undefined)) return 'a key column that is not there';
  const bundleSize = miniBatchSize(node, context.config);
  if (bundleSize !== null && !(bundleSize > 0)) return `table.exec.mini-batch.size of ${bundleSize}`;
  if (!filterCondition) return null;
  const refusal = checkRexNode(filterCondition, context, node.inputTypes[0]);
  if (refusal !== null) return refusal;
  const { type } = parseExpression(filterCondition);
  return type.kind === 'BOOLEAN' ? null : `a condition of type ${type.kind}`;
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const { uniqueKeys, generateUpdateBefore, filterCondition } = jsonOf(node);
  const { config } = context.plan;
  const ttlMs = stateTtlMs(node, config);
  const rows = new RowState(context, {
    name: 'changelog-normalize-state',
    layoutVersion: LAYOUT_VERSION,
    rowType: node.inputTypes[0] as TypeOf<'ROW'>,
    keyColumns: uniqueKeys,
    ttlMs,
    // The same with bundles and without, so that a savepoint fits both.
    extraBytes: BUNDLE_SLOT_BYTES,
  });
  const runtime = new EvaluationRuntime(context.arena, context.plan);
  const filter = filterCondition ? new ExpressionProgram([], parseExpression(filterCondition), runtime) : null;
  const rowFunction = new LastRowOnChangelog(context, rows, { generateUpdateBefore, ttlMs, filter });
  const bundleSize = miniBatchSize(node, config);
  const bundle = bundleSize === null ? null : new RowBundle(context.memory, rows, bundleSize, () => true);
  return new KeyedRowOperator(context, rows, rowFunction, bundle);
}

export const changelogNormalizeFactory: OperatorFactory = {
  execNode: 'stream-exec-changelog-normalize',
  versions: [1],
  keyed: true,
  allowsAsyncState: true,
  remembers: true,
  // They end bundles.
  consumesWatermarks: (node, { config }) => miniBatchSize(node, config) !== null,
  check,
  create,
};
