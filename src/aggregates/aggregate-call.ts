/** Calls of aggregate functions, as compiled plans write Calcite's AggregateCall (AggregateCallJsonSerializer). */
import { type LogicalType } from '../columnar/types.js';
import { parseLogicalType } from '../columnar/type-parser.js';
import { ErrorCode, SlipstreamError } from '../errors.js';

export interface AggregateCall {
  /** Flink's name without `$` and version, upper case: `COUNT`, `SUM`; undefined for a function of the user or the catalog. */
  readonly function: string | undefined;
  /** Columns of the input. */
  readonly argIndexes: readonly number[];
  readonly argTypes: readonly LogicalType[];
  /** A BOOLEAN column of the input, or -1. */
  readonly filterIndex: number;
  readonly distinct: boolean;
  readonly approximate: boolean;
  readonly ignoreNulls: boolean;
  /** Rows may be taken back from this call (aggCallNeedRetractions). */
  readonly needsRetraction: boolean;
  /** Of the result. */
  readonly type: LogicalType;
  /** Where arguments are packed (nested-values.ts): the call before. */
  readonly unpacked?: AggregateCall;
  /** As the plan writes it, for what only few functions need. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** COUNT(*), which is inserted when rows are taken back and nobody counts them (AggregateUtil.insertCountStarAggCall). */
export const COUNT_STAR: AggregateCall = {
  function: 'COUNT',
  argIndexes: [],
  argTypes: [],
  filterIndex: -1,
  distinct: false,
  approximate: false,
  ignoreNulls: false,
  needsRetraction: true,
  type: { kind: 'BIGINT', nullable: false },
  json: {},
};

/** `aggCalls` and `aggCallNeedRetractions` of an exec node; `inputTypes` are those of the input's columns. */
export function parseAggregateCalls(
  calls: unknown,
  needRetractions: unknown,
  inputTypes: readonly LogicalType[],
): AggregateCall[] {
  if (!Array.isArray(calls) || !Array.isArray(needRetractions) || needRetractions.length !== calls.length) {
    throw new SlipstreamError(ErrorCode.invalidPlan, 'expected aggCalls and as many aggCallNeedRetractions');
  }
  return calls.map((call, index) =>
    parseCall(call as Record<string, unknown>, needRetractions[index] === true, inputTypes),
  );
}

function parseCall(
  json: Record<string, unknown>,
  needsRetraction: boolean,
  inputTypes: readonly LogicalType[],
): AggregateCall {
  const argIndexes = (json.argList as number[]).map(Number);
  return {
    function: functionName(json.internalName),
    argIndexes,
    argTypes: argIndexes.map((index) => typeAt(inputTypes, index)),
    filterIndex: Number(json.filterArg),
    distinct: json.distinct === true,
    approximate: json.approximate === true,
    ignoreNulls: json.ignoreNulls === true,
    needsRetraction,
    type: parseLogicalType(json.type),
    json,
  };
}

function typeAt(types: readonly LogicalType[], index: number): LogicalType {
  const type = types[index];
  if (type === undefined) {
    throw new SlipstreamError(ErrorCode.invalidPlan, `an aggregate of column ${index} of ${types.length}`);
  }
  return type;
}

/** `$COUNT$1` → `COUNT`; only version 1 is known. */
function functionName(internalName: unknown): string | undefined {
  return typeof internalName === 'string' ? /^\$(.+)\$1$/.exec(internalName)?.[1]?.toUpperCase() : undefined;
}

/** As a refusal names it, e.g. `SUM($1)`. */
export function describeCall(call: AggregateCall): string {
  const name = call.function ?? String(call.json.internalName ?? call.json.catalogName ?? call.json.name ?? 'function');
  const args = call.argIndexes.length === 0 ? '*' : call.argIndexes.map((index) => `$${index}`).join(', ');
  return `${name}(${call.distinct ? 'DISTINCT ' : ''}${args})`;
}
