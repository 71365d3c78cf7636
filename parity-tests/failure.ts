import type { Cause, Outcome } from './outcome.js';

/** Says where a chained operator is, not what went wrong: how operators are chained differs by design. */
const CHAINING = 'org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException';

/** Exceptions of a decoder around one of a chained operator: stock Flink calls the operators from within the decoder's `collect`. */
const AROUND_COLLECT = [/^Failed to deserialize JSON '/, /^Failed to deserialize consumer record due to/];

/** What makes two failures different; none when they are the same. */
export function sameFailure(stock: Outcome, ours: Outcome): string[] {
  if (ours.outcome !== 'failed') return ['did not fail with the accelerator on'];
  if (stock.phase !== ours.phase) {
    return [`stock Flink fails in the phase '${stock.phase}', with the accelerator on it is '${ours.phase}'`];
  }
  const expected = comparableCauses(stock.causes ?? []);
  const found = comparableCauses(ours.causes ?? []);
  const same = expected.length === found.length && expected.every((cause, i) => cause === found[i]);
  return same ? [] : [`another failure:\n  - ${expected.join('\n  - ')}\n  + ${found.join('\n  + ')}`];
}

/** The chain of causes as text, without what legitimately differs. */
export function comparableCauses(causes: readonly Cause[]): string[] {
  return causes
    .filter((cause, i) => !isChaining(cause) && !isAroundChaining(cause, causes.slice(i + 1)))
    .map(({ className, message }) => `${className}: ${normalised(message ?? 'null')}`);
}

/** One line for messages to the user. */
export function shownCauses(outcome: Outcome): string {
  return (outcome.causes ?? []).map(({ className, message }) => `${className}: ${message}`).join(' <- ');
}

function isChaining(cause: Cause): boolean {
  return cause.className === CHAINING;
}

function isAroundChaining(cause: Cause, inner: readonly Cause[]): boolean {
  return (
    cause.className === 'java.io.IOException' &&
    AROUND_COLLECT.some((pattern) => pattern.test(cause.message ?? '')) &&
    inner.some(isChaining)
  );
}

/** Object hashes, attempt and job ids and names of generated classes change with every run. */
function normalised(message: string): string {
  return message
    .replace(/@[0-9a-f]{5,8}\b/g, '@…')
    .replace(/\b[0-9a-f]{32}(_[0-9a-f]{32})?(_\d+_\d+)?\b/g, '…')
    .replace(/\$\d+\b/g, '$…');
}
