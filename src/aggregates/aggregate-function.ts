/** What an aggregate function is: names, support rule, and an emitter for the fields of its accumulator. One file each. */
import { type Value } from '../codegen/value.js';
import { type LogicalType } from '../columnar/types.js';
import { type EmitContext } from '../expressions/function.js';
import { type PlanContext, type Refusal } from '../operators/operator.js';
import { type AccumulatorLayout } from './accumulator-layout.js';
import { type AggregateCall } from './aggregate-call.js';
import { type CompareKeys } from './key-bytes.js';
import { type ResultElements } from './result-elements.js';

/**
 * Text of one call, inside a loop over rows. It reads and writes the accumulator's fields in place (accumulator-slot.ts); what it leaves in
 * names is gone at the next row. Filters and DISTINCT are the caller's.
 */
export interface AggregateEmitter {
  /** Of the accumulator's fields in Flink, in order: what partial results look like on their way to a global aggregate. */
  readonly accumulatorTypes: readonly LogicalType[];
  /** Gives all fields their initial values; head of element lists are zeroes already. */
  createAccumulator(context: EmitContext): void;
  accumulate(context: EmitContext, args: readonly Value[]): void;
  /** Only where the call needs it. Without `retract`, rows that are taken back change nothing, as Flink's MAX does. */
  retract?(context: EmitContext, args: readonly Value[]): void;
  /** Another accumulator's fields, as columns. Absent, as `fields` is then: there are no partial results here. */
  merge?(context: EmitContext, fields: readonly Value[]): void;
  /**
   * The accumulator's fields, as they are merged into another one. `areSent`: by another operator, for which Flink makes its maps anew from bytes, so that their
   * entries may come in another order.
   */
  fields?(context: EmitContext, areSent: boolean): Value[];
  /** Of a result of type ARRAY or MULTISET: where `value` puts its elements. */
  readonly resultElements?: ResultElements;
  /** Of a result that is packed (nested-values.ts): 0 when two are the same to Flink's equaliser. Absent: by their bytes. */
  readonly comparePacked?: CompareKeys | undefined;
  /** The result, as names; strings point into state, (start, count) of a nested one into `resultElements`. */
  value(context: EmitContext): Value;
}

export interface AggregateFunction {
  /** As AggregateCall.function. */
  readonly names: readonly string[];
  /** Several may share a name, such as MAX with and without retraction: the first that applies is meant. Absent: always. */
  applies?(call: AggregateCall): boolean;
  /** NULLs change nothing. */
  readonly ignoresNulls: boolean | ((call: AggregateCall) => boolean);
  /** Only the first column has values, the others are constants: DISTINCT looks at the first alone. */
  readonly hasConstants?: boolean;
  /** Keeps elements beside the entry (Flink's data views): with a state TTL these expire apart. */
  readonly hasDataViews?: boolean;
  /** They do so here too; absent: refused with a state TTL. */
  readonly expiresDataViews?: boolean;
  /** Why not, where it is known. */
  readonly stateTtlRefusal?: string;
  /** Its emitters have `merge` and `fields`: local and global aggregates may share the work. */
  readonly hasPartials?: boolean;
  /** `null` when it is exact for this call; otherwise the reason. */
  check(call: AggregateCall, plan: PlanContext): Refusal;
  /** Takes its fields from the layout. The call has packed types for nested ones (nested-values.ts). */
  create(call: AggregateCall, layout: AccumulatorLayout): AggregateEmitter;
}
