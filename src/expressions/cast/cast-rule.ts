/** What a family of casts is (Flink: CastRule); `cast.ts` asks them in order, the first that applies decides. */
import { type Value } from '../../codegen/value.js';
import { type LogicalType } from '../../columnar/types.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { type EmitContext } from '../function.js';
import { type SqlValue } from '../sql-value.js';

export interface CastRule {
  applies(from: LogicalType, to: LogicalType): boolean;
  check(from: LogicalType, to: LogicalType, plan: PlanContext): Refusal;
  /** CastRule.canFail: TRY_CAST answers NULL where CAST throws. When false both are the same. */
  canFail(from: LogicalType, to: LogicalType): boolean;
  /** NULL stays NULL. `nullOnFailure` (TRY_CAST) is only ever set when `canFail`. */
  emit(operand: Value, to: LogicalType, context: EmitContext, nullOnFailure: boolean): Value;
  /** `value` is not NULL. Throws what Flink throws; `cast.ts` turns it into NULL for TRY_CAST. */
  reference(value: Exclude<SqlValue, null>, from: LogicalType, to: LogicalType, plan: PlanContext): SqlValue;
}
