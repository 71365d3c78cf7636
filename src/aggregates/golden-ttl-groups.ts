/**
 * As golden-groups.ts, for aggregates whose values expire apart from their accumulators: random rows of few values, whose times lie around the TTL. A
 * sequence ends where Flink fails.
 */
import { RESTORE, type AggregateRequest, type AggregateRow, type AggregateStep } from '../testing/aggregate-oracle.js';
import { canonicalFromText as text } from '../testing/golden-rows.js';
import { type CanonicalValue } from '../testing/canonical-values.js';

const TTL_MS = 10_000;
const TTL = { 'table.exec.state.ttl': '10 s' };
const STEP_COUNT = 50;
/** Between two rows. */
const PAUSES_MS: readonly number[] = [0, 0, 0, 1, 3000, 4999, 5000, TTL_MS - 1, TTL_MS, TTL_MS + 1];

const COLUMNS: AggregateRequest['columns'] = [
  ['k', 'INT'],
  ['v', 'BIGINT'],
  ['s', 'STRING'],
  ['f', 'BOOLEAN'],
];

type Pick = <T>(values: readonly T[]) => T;

/** Park and Miller's generator: the same rows for ever. */
function pickerOf(seed: number): Pick {
  let state = (seed * 7919 + 1) % 2147483647;
  return (values) => {
    state = (state * 48271) % 2147483647;
    return values[state % values.length]!;
  };
}

/** With `apart` each row has its own time: what depends on rows of the same millisecond is not asked. */
export function timedSteps(seed: number, changelog: boolean, apart = false): AggregateStep[] {
  const pick = pickerOf(seed);
  const live: (readonly CanonicalValue[])[] = [];
  const steps: AggregateStep[] = [];
  let timeMs = 100_000;
  for (let count = 0; count < STEP_COUNT; count++) {
    const pauseMs = pick(PAUSES_MS);
    timeMs += apart ? Math.max(1, pauseMs) : pauseMs;
    if (apart || pauseMs > 0 || count === 0) steps.push(timeMs);
    steps.push(nextRow(pick, live, changelog));
  }
  return steps;
}

/**
 * The clock is set back by 8 seconds, and then each key has a row without values: only so do accumulators expire before their values, which are
 * there for two seconds more when the next accumulators begin.
 */
function setBack(seed: number, changelog: boolean): AggregateStep[] {
  const pick = pickerOf(seed);
  const live: (readonly CanonicalValue[])[] = [];
  const rows = (count: number): AggregateStep[] => Array.from({ length: count }, () => nextRow(pick, live, changelog));
  const idle = ['1', '2'].map((key): AggregateStep => [0, key, null, null, null]);
  return [20_000, ...rows(10), 12_000, ...idle, 12_000 + TTL_MS, ...rows(STEP_COUNT), 20_000 + TTL_MS, ...rows(10)];
}

function rowsOf(steps: readonly AggregateStep[]): AggregateStep[] {
  return steps.filter((step) => typeof step !== 'number');
}

function nextRow(pick: Pick, live: (readonly CanonicalValue[])[], changelog: boolean): AggregateRow {
  const row: readonly CanonicalValue[] = [
    pick(['1', '1', '1', '2']),
    pick<CanonicalValue>(['1', '5', '6', '7', null]),
    pick<CanonicalValue>([text('a'), text('b'), text(''), null, text('a longer text than a block of state')]),
    pick<CanonicalValue>([true, true, false, null]),
  ];
  const takesBack = changelog && pick([0, 0, 0, 1, 1]) === 1;
  if (takesBack && live.length > 0 && pick([0, 1, 1, 1]) === 1) {
    const known = pick(live);
    live.splice(live.indexOf(known), 1);
    return [pick([1, 3]), ...known];
  }
  if (takesBack) return [pick([1, 3]), ...row];
  live.push(row);
  return [changelog ? pick([0, 2]) : 0, ...row];
}

/** Keys of an object come once until they expire, mostly. */
function keyedSteps(seed: number, changelog: boolean): AggregateStep[] {
  const keys = Array.from({ length: STEP_COUNT }, (_, index) => text(`key ${index % 17}`));
  let next = seed;
  return timedSteps(seed, changelog).map((step): AggregateStep => {
    if (typeof step === 'number' || step === RESTORE) return step;
    const [kind, key, value, , isOn] = step;
    return [kind, key!, value!, keys[kind === 1 || kind === 3 ? seed % 17 : next++ % STEP_COUNT]!, isOn!];
  });
}

export function timed(
  aggregates: readonly string[],
  seed: number,
  changelog: boolean,
  steps = timedSteps(seed, changelog),
): AggregateRequest {
  return {
    columns: COLUMNS,
    changelog,
    updateBefore: seed % 3 !== 0,
    config: TTL,
    query: `SELECT k, ${aggregates.map((aggregate, index) => `${aggregate} AS a${index}`).join(', ')} FROM t GROUP BY k`,
    rows: steps,
  };
}

function seeds(first: number, count: number, requestOf: (seed: number) => AggregateRequest): AggregateRequest[] {
  return Array.from({ length: count }, (_, index) => requestOf(first + index));
}

const DISTINCT = [
  'COUNT(DISTINCT v)',
  'COUNT(DISTINCT v) FILTER (WHERE f)',
  'SUM(DISTINCT v) FILTER (WHERE v > 5)',
  'COUNT(DISTINCT s)',
  'COUNT(*)',
];
const DISTINCT_FILTERED = [
  'COUNT(DISTINCT v) FILTER (WHERE f)',
  'COUNT(DISTINCT v) FILTER (WHERE v > 5)',
  'SUM(v)',
  'MAX(DISTINCT s) FILTER (WHERE f)',
];
const NULLS = [
  'ARRAY_AGG(DISTINCT v)',
  'COUNT(DISTINCT v) FILTER (WHERE f)',
  'ARRAY_AGG(v)',
  'ARRAY_AGG(DISTINCT s) FILTER (WHERE f)',
];
const EXTREMES = ['MIN(v)', 'MAX(v)', 'MIN(s)', 'MAX(s) FILTER (WHERE f)', 'COUNT(DISTINCT s)'];
const FIRST_LAST = [
  'FIRST_VALUE(v)',
  'LAST_VALUE(v)',
  'FIRST_VALUE(s) FILTER (WHERE f)',
  'LAST_VALUE(DISTINCT s)',
  'LAST_VALUE(s)',
];
const LISTS = ['LISTAGG(s)', "LISTAGG(s, ' | ') FILTER (WHERE f)", 'LISTAGG(DISTINCT s)', 'COUNT(v)'];

export const TTL_GROUPS: Readonly<Record<string, readonly AggregateRequest[]>> = {
  'ttl-distinct': [false, true].flatMap((changelog) => [
    ...seeds(1, 4, (seed) => timed(DISTINCT, seed, changelog)),
    ...seeds(11, 3, (seed) => timed(DISTINCT_FILTERED, seed, changelog)),
    ...seeds(21, 3, (seed) => timed(NULLS, seed, changelog)),
  ]),
  'ttl-min-max': [
    ...seeds(31, 8, (seed) => timed(EXTREMES, seed, true)),
    ...seeds(41, 6, (seed) => timed(['MAX(v)'], seed, true)),
    ...seeds(51, 3, (seed) => timed(['MIN(s)'], seed, true)),
    timed(EXTREMES, 61, false),
  ],
  'ttl-clock-set-back': [
    ...seeds(91, 6, (seed) => timed(EXTREMES, seed, true, setBack(seed, true))),
    ...seeds(111, 6, (seed) => timed(['MAX(v)'], seed, true, setBack(seed, true))),
    ...seeds(121, 3, (seed) => timed(['MIN(s)'], seed, true, setBack(seed, true))),
    ...[true, false].flatMap((changelog) => [
      ...seeds(131, 2, (seed) => timed(DISTINCT, seed, changelog, setBack(seed, changelog))),
      ...seeds(141, 2, (seed) => timed(LISTS, seed, changelog, setBack(seed, changelog))),
      ...seeds(151, 2, (seed) => timed(NULLS, seed, changelog, setBack(seed, changelog))),
    ]),
  ],
  'ttl-first-last': [
    ...seeds(171, 6, (seed) => timed(FIRST_LAST, seed, true, timedSteps(seed, true, true))),
    ...seeds(181, 3, (seed) => timed(['FIRST_VALUE(v)', 'LAST_VALUE(v)'], seed, true, timedSteps(seed, true, true))),
    timed(FIRST_LAST, 191, false),
    // Here the millisecond of a row does not matter.
    ...seeds(201, 4, (seed) => timed(FIRST_LAST, seed, true, [100_000, ...rowsOf(timedSteps(seed, true))])),
  ],
  'ttl-json': [false, true].flatMap((changelog) => [
    ...seeds(211, 3, (seed) => timed(['JSON_ARRAYAGG(s)', 'JSON_ARRAYAGG(v NULL ON NULL)'], seed, changelog)),
    ...seeds(221, 4, (seed) =>
      timed(['JSON_OBJECTAGG(KEY s VALUE v ABSENT ON NULL)'], seed, changelog, keyedSteps(seed, changelog)),
    ),
  ]),
  'ttl-listagg': [...seeds(71, 6, (seed) => timed(LISTS, seed, true)), timed(LISTS, 81, false)],
};
