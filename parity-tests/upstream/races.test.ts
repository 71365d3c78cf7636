import { describe, expect, it } from 'vitest';
import { RACES, racesAmong, stillFailing } from './races.js';
import { countsOf, reportLines } from './report.js';
import { type ClassResult } from './surefire.js';

const [KEY] = RACES.keys();
const [className, test] = KEY!.split('#') as [string, string];

function result(failing: readonly string[]): ClassResult {
  const failures = failing.map((name) => ({ test: name, message: 'expected something else' }));
  return { className, passed: 5, skipped: 0, failures, accelerated: 2, fallbacks: new Map() };
}

describe('races', () => {
  it('are the failed tests that are known as such', () => {
    expect([...racesAmong([result([test, 'runSteps(TableTestProgram)[1]'])])]).toEqual([KEY]);
  });

  it('are over when their class runs without that failure', () => {
    const races = new Set([KEY!]);
    expect(stillFailing(races, [result([])]).size).toBe(0);
    expect([...stillFailing(races, [result([test])])]).toEqual([KEY]);
    expect([...stillFailing(races, [])]).toEqual([KEY]);
  });

  it('that passed when they were run again count as passed, and are named', () => {
    const run = { classes: [result([test])], failuresOnStock: new Set<string>(), passedAgain: new Set([KEY!]) };
    expect(countsOf(run)).toMatchObject({ passed: 6, unexpected: 0 });
    expect(reportLines(run).join('\n')).toContain(`passed when it was run again, because ${RACES.get(KEY!)}`);
    expect(countsOf({ ...run, passedAgain: new Set<string>() })).toMatchObject({ passed: 5, unexpected: 1 });
  });
});
