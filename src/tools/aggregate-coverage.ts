/** The part of docs/coverage.md about aggregate functions: which types each takes, asked of the support rules. */
import { parseLogicalType } from '../columnar/type-parser.js';
import { COUNT_STAR, type AggregateCall } from '../aggregates/aggregate-call.js';
import { aggregateFunctionOf, allAggregateNames } from '../aggregates/registry.js';
import type { PlanContext } from '../operators/operator.js';

/** Heading → type of the column that is aggregated. */
const TYPES: Readonly<Record<string, string>> = {
  integers: 'BIGINT',
  'FLOAT, DOUBLE': 'DOUBLE',
  DECIMAL: 'DECIMAL(20, 4)',
  BOOLEAN: 'BOOLEAN',
  strings: 'VARCHAR(2147483647)',
  bytes: 'VARBINARY(2147483647)',
  'DATE, TIME': 'DATE',
  'TIMESTAMP, _LTZ': 'TIMESTAMP(6)',
  ROW: 'ROW<`f` INT>',
  ARRAY: 'ARRAY<INT>',
};

/** Of JSON_OBJECTAGG's keys; the table is about its values. */
const KEY_TYPE = parseLogicalType('VARCHAR(2147483647) NOT NULL');

function callOf(name: string, type: string, needsRetraction: boolean): AggregateCall {
  const argType = parseLogicalType(type);
  const argTypes = name.startsWith('JSON_OBJECTAGG') ? [KEY_TYPE, argType] : [argType];
  const argIndexes = argTypes.map((_type, index) => index);
  return { ...COUNT_STAR, function: name, argIndexes, argTypes, needsRetraction, type: argType };
}

/** yes: also from rows that are taken back; insert: only without; no. */
function answer(name: string, type: string, plan: PlanContext): string {
  const accepted = [false, true].map((needsRetraction) => {
    const call = callOf(name, type, needsRetraction);
    const implementation = aggregateFunctionOf(call);
    return implementation !== undefined && implementation.check(call, plan) === null;
  });
  if (accepted[0] && accepted[1]) return 'yes';
  return accepted[0] ? 'insert-only' : '–';
}

/** What the marks of a table mean: those that it has. */
export function aggregateLegend(table: string): string {
  return table.includes('| insert-only')
    ? '"yes": insert-only input and rows that are taken back; "insert-only": the first alone.'
    : '"yes": insert-only input and rows that are taken back.';
}

/** Names of those that are refused while `table.exec.state.ttl` is set. */
export function withoutStateTtl(): string[] {
  return allAggregateNames().filter((name) => {
    const implementation = aggregateFunctionOf({ ...COUNT_STAR, function: name });
    return implementation?.hasDataViews === true && implementation.expiresDataViews !== true;
  });
}

export function aggregateCoverage(plan: PlanContext): string {
  const rows = allAggregateNames().map(
    (name) =>
      `| \`${name}\` | ${Object.values(TYPES)
        .map((type) => answer(name, type, plan))
        .join(' | ')} |`,
  );
  return `| function | ${Object.keys(TYPES).join(' | ')} |
| --- |${' --- |'.repeat(Object.keys(TYPES).length)}
${rows.join('\n')}`;
}
