import type { Digest, HarnessRun } from './results.js';

/** Whether two engines wrote the same, and how that was looked at. */
export interface Verdict {
  readonly identical: boolean | null;
  readonly comparison: string;
}

const IN_WORDS = {
  rows: 'messages as a multiset',
  table: 'last message of each key',
  keys: 'keys that are left',
  none: 'not comparable: the output depends on the clock',
} as const;

/**
 * Compares all runs of both engines, warm-ups included. When stock Flink does not agree with itself, there is nothing to compare with.
 * `ordered`: the topics have one partition, so the order of messages counts, too.
 */
export function compareRuns(stock: readonly HarnessRun[], ours: readonly HarnessRun[], ordered: boolean): Verdict {
  const finished = (runs: readonly HarnessRun[]) => runs.filter(({ outcome }) => outcome === 'finished');
  const [expected, found] = [finished(stock), finished(ours)];
  const mode = expected[0]?.comparison ?? found[0]?.comparison;
  if (mode === undefined || expected.length === 0 || found.length === 0)
    return { identical: null, comparison: 'nothing to compare' };
  const comparison =
    mode === 'rows' && ordered ? 'messages in order' : IN_WORDS[mode === 'keys' && ordered ? 'table' : mode];
  if (mode === 'none') return { identical: null, comparison };
  if (Object.keys(expected[0]?.outputs ?? {}).length === 0)
    return { identical: null, comparison: 'nothing to compare: the sink is a black hole' };
  const expectedSignatures = new Set(expected.map((run) => signature(run, ordered)));
  if (expectedSignatures.size > 1)
    return { identical: null, comparison: `not comparable: stock Flink differs from run to run (${comparison})` };
  return { identical: found.every((run) => expectedSignatures.has(signature(run, ordered))), comparison };
}

function signature(run: HarnessRun, ordered: boolean): string {
  return Object.entries(run.outputs)
    .map(([table, digest]) => `${table}:${digestSignature(digest, run.comparison, ordered)}`)
    .sort()
    .join(' ');
}

function digestSignature(digest: Digest, mode: HarnessRun['comparison'], ordered: boolean): string {
  if (mode === 'rows') {
    const hash = ordered ? digest.orderedHash : digest.multisetHash;
    return `${digest.records}/${digest.bytes}/${hash}`;
  }
  return `${digest.tableRows}/${mode === 'keys' && !ordered ? digest.keysHash : digest.tableHash}`;
}
