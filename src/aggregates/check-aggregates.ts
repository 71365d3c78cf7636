/** Support rules of the calls of a node. */
import { isSameLayout, isSupportedType, type LogicalType } from '../columnar/types.js';
import { type PlanContext, type Refusal } from '../operators/operator.js';
import { describeCall, type AggregateCall } from './aggregate-call.js';
import { hasKeyBytes } from './key-bytes.js';
import { isPackable } from './nested-values.js';
import { aggregateFunctionOf } from './registry.js';

/** Fields of an AggregateCall in the plan's JSON. */
const KNOWN_KEYS = [
  'name',
  'syntax',
  'internalName',
  'argList',
  'filterArg',
  'distinct',
  'approximate',
  'ignoreNulls',
  'type',
];

/** `resultTypes`: of the output's columns behind the keys. */
export function checkAggregates(
  calls: readonly AggregateCall[],
  inputTypes: readonly LogicalType[],
  resultTypes: readonly LogicalType[],
  plan: PlanContext,
): Refusal {
  if (resultTypes.length !== calls.length) return `${calls.length} aggregates for ${resultTypes.length} columns`;
  for (const [index, call] of calls.entries()) {
    const refusal = checkCall(call, inputTypes, resultTypes[index]!, plan);
    if (refusal !== null) return `${describeCall(call)}: ${refusal}`;
  }
  return null;
}

function checkCall(
  call: AggregateCall,
  inputTypes: readonly LogicalType[],
  resultType: LogicalType,
  plan: PlanContext,
): Refusal {
  const implementation = aggregateFunctionOf(call);
  if (call.function === undefined) return 'user-defined aggregate functions are not accelerated';
  if (!implementation) {
    return `aggregate function ${call.function} of (${call.argTypes.map(({ kind }) => kind).join(', ')}) is not implemented`;
  }
  const unknown = Object.keys(call.json).find((key) => !KNOWN_KEYS.includes(key));
  if (unknown !== undefined) return `its ${unknown} is unknown`;
  if (call.approximate) return 'approximate aggregates are not implemented';
  if (![...call.argTypes, call.type].every(isSupportedType)) return 'its type is not implemented';
  if (!isSameLayout(call.type, resultType)) return `its column is not of type ${call.type.kind}`;
  if (call.filterIndex >= 0 && inputTypes[call.filterIndex]?.kind !== 'BOOLEAN') return 'its filter is not BOOLEAN';
  if (call.distinct) {
    const refusal = checkDistinct(call, implementation.hasConstants === true);
    if (refusal !== null) return refusal;
  }
  return implementation.check(call, plan);
}

function checkDistinct(call: AggregateCall, hasConstants: boolean): Refusal {
  if (call.argIndexes.length > 1 && !hasConstants) return 'DISTINCT over several columns is not implemented';
  const [type] = call.argTypes;
  return type === undefined || hasKeyBytes(type) || isPackable(type)
    ? null
    : `DISTINCT over ${type.kind} is not implemented`;
}

/** Of a node whose state expires. DISTINCT does so apart, also for NULL (distinct.ts). */
export function checkStateTtl(calls: readonly AggregateCall[]): Refusal {
  const call = calls.find((other) => {
    const implementation = aggregateFunctionOf(other);
    return implementation?.hasDataViews === true && implementation.expiresDataViews !== true;
  });
  if (call === undefined) return null;
  const why = aggregateFunctionOf(call)?.stateTtlRefusal ?? 'is not implemented: Flink expires each value apart';
  return `${describeCall(call)}: a state TTL ${why}`;
}
