import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countsOf, jsonReport, reportLines } from './report.js';
import { readReports, testKey } from './surefire.js';

const CLASS = 'org.apache.flink.table.planner.runtime.stream.sql.CalcITCase';
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="${CLASS}" tests="5">
  <testcase name="testFilter" classname="${CLASS}" time="0.1"/>
  <testcase name="testCast" classname="${CLASS}" time="0.2">
    <system-out><![CDATA[something]]></system-out>
  </testcase>
  <testcase name="testWrong" classname="${CLASS}" time="0.1">
    <failure message="&#10;expected: &lt;1&gt;&#10; but was: &lt;2&gt;" type="AssertionError"><![CDATA[at …]]></failure>
  </testcase>
  <testcase name="testBroken" classname="${CLASS}" time="0.1">
    <error type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException
	at Somewhere
Caused by: java.lang.RuntimeException: first
	at Elsewhere
Caused by: java.lang.ArithmeticException: / by zero
	at Last]]></error>
  </testcase>
  <testcase name="testLater" classname="${CLASS}" time="0.0">
    <skipped/>
  </testcase>
</testsuite>`;
const LOG = `INFO PlanReport Slipstream: plan accelerated (2 of 2 nodes)
INFO PlanReport Slipstream: plan not accelerated: [7] Calc: F($0): function F is not implemented; [8] Limit: not covered
INFO PlanReport Slipstream: plan not accelerated: [17] Calc: F($0): function F is not implemented
INFO PlanReport Slipstream: plan not accelerated: there is nothing to do between its sources and sinks
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'upstream-'));
  writeFileSync(path.join(folder, `TEST-${CLASS}.xml`), XML);
  writeFileSync(path.join(folder, `${CLASS}-output.txt`), LOG);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('reports of surefire', () => {
  it('are read with what became of the plans', () => {
    expect(readReports(folder)).toEqual([
      {
        className: CLASS,
        passed: 2,
        skipped: 1,
        failures: [
          { test: 'testWrong', message: 'expected: <1>' },
          { test: 'testBroken', message: 'java.lang.NullPointerException (java.lang.ArithmeticException: / by zero)' },
        ],
        accelerated: 1,
        fallbacks: new Map([
          ['Calc: F($0): function F is not implemented', 2],
          ['there is nothing to do between its sources and sinks', 1],
        ]),
      },
    ]);
  });

  it('that are not there yet are none', () => {
    expect(readReports(path.join(folder, 'absent'))).toEqual([]);
  });

  it('count what fails on stock Flink too apart', () => {
    const classes = readReports(folder);
    const run = {
      classes,
      failuresOnStock: new Set([testKey({ className: CLASS }, 'testWrong')]),
      passedAgain: new Set<string>(),
    };
    expect(countsOf(run)).toEqual({ passed: 2, refusedRestores: 0, unexpected: 1, accelerated: 1, fellBack: 3 });
    const text = reportLines(run).join('\n');
    expect(text).toContain('fails on stock Flink too: sql.CalcITCase.testWrong: expected: <1>');
    expect(text).toContain('FAILED: sql.CalcITCase.testBroken: java.lang.NullPointerException');
    expect(text).toContain('   2 × Calc: F($0): function F is not implemented');
    expect(jsonReport(run)).toMatchObject({
      unexpected: 1,
      classes: [
        {
          failures: [{ failsOnStock: true }, { failsOnStock: false }],
          fallbacks: { 'Calc: F($0): function F is not implemented': 2 },
        },
      ],
    });
  });

  it('count refused restores apart: state of stock Flink is not ours', () => {
    const message =
      'Failed to wait job finish (Failed to rollback … Cannot map checkpoint/savepoint state for operator 39f4 to …)';
    const classes = readReports(folder).map((result) => ({ ...result, failures: [{ test: 'testRestore', message }] }));
    const run = { classes, failuresOnStock: new Set<string>(), passedAgain: new Set<string>() };
    expect(countsOf(run)).toMatchObject({ refusedRestores: 1, unexpected: 0 });
    expect(reportLines(run).join('\n')).toContain('state of stock Flink is refused: sql.CalcITCase.testRestore');
  });
});
