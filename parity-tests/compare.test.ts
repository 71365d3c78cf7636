import { describe, expect, it } from 'vitest';
import type { Case, Mode, RowKind } from './case-file.js';
import { checkAccelerated, checkStock } from './compare.js';
import { collapsed, comparable, difference, topLevelFields } from './rows.js';
import type { Cause, Outcome, SinkLine } from './outcome.js';

function caseOf(mode: Mode, more: Partial<Case> = {}): Case {
  return {
    file: 'x.sql',
    mode,
    config: {},
    statements: [],
    messages: {},
    answers: {},
    empty: false,
    requireAccelerated: false,
    ...more,
  };
}

function lines(...texts: string[]): SinkLine[] {
  return texts.map((text) => {
    const kind = /^(\+I|-U|\+U|-D) /.exec(text)?.[1] as RowKind | undefined;
    return kind === undefined ? { kind: '+I', text } : { kind, text: text.slice(3) };
  });
}

function finished(...texts: string[]): Outcome {
  return { outcome: 'finished', sinks: { result_1: [lines(...texts)] }, accelerated: true, reasons: [], millis: 1 };
}

function failed(...causes: Cause[]): Outcome {
  return { outcome: 'failed', phase: 'run', causes, sinks: {}, accelerated: true, reasons: [], millis: 1 };
}

function fellBack(outcome: Outcome, ...reasons: string[]): Outcome {
  return { ...outcome, accelerated: false, reasons };
}

const DIVISION: Cause = { className: 'java.lang.ArithmeticException', message: '/ by zero' };

describe('rows', () => {
  const testCase = caseOf({ kind: 'rows' });

  it('passes for the same multiset in any order', () => {
    expect(checkAccelerated(testCase, finished('(1)', '(2)', '(2)'), finished('(2)', '(1)', '(2)'))).toEqual([]);
  });

  it('fails for a row more, a row less and another kind', () => {
    expect(checkAccelerated(testCase, finished('(1)'), finished('(1)', '(1)'))).toHaveLength(1);
    expect(checkAccelerated(testCase, finished('(1)', '(2)'), finished('(1)'))).toHaveLength(1);
    expect(checkAccelerated(testCase, finished('(1)'), finished('+U (1)'))).toHaveLength(1);
  });

  it('fails when a sink is missing altogether', () => {
    expect(checkAccelerated(testCase, finished('(1)'), { ...finished(), sinks: {} })).toHaveLength(1);
  });
});

describe('kinds', () => {
  const testCase = caseOf({ kind: 'kinds' });

  it('passes for the same kinds in the same order', () => {
    expect(checkAccelerated(testCase, finished('(1)', '-U (1)'), finished('(1)', '-U (1)'))).toEqual([]);
  });

  it('fails for another order and for another kind', () => {
    expect(checkAccelerated(testCase, finished('(1)', '(2)'), finished('(2)', '(1)'))[0]).toContain('another order');
    expect(checkAccelerated(testCase, finished('-D (1)'), finished('-U (1)'))).toHaveLength(1);
  });

  it('compares the order within a key when the case names one', () => {
    const keyed = caseOf({ kind: 'kinds' }, { key: [1] });
    expect(checkAccelerated(keyed, finished('(1, a)', '(2, b)'), finished('(2, b)', '(1, a)'))).toEqual([]);
    expect(checkAccelerated(keyed, finished('(1, a)', '(1, b)'), finished('(1, b)', '(1, a)'))).toHaveLength(1);
  });
});

describe('a key', () => {
  it('names columns that the output has', () => {
    const keyed = (column: number): Case => caseOf({ kind: 'kinds' }, { key: [column] });
    expect(checkStock(keyed(2), finished('(1, a)'))).toEqual([]);
    expect(checkStock(keyed(7), finished('(1, a)'))).toEqual(["'-- key: 7' names no column: the output has 2"]);
    expect(checkStock(caseOf({ kind: 'kinds' }, { key: [7], empty: true }), finished())).toEqual([]);
  });
});

describe('changelog', () => {
  const testCase = caseOf({ kind: 'changelog' });

  it('passes when the same rows are left', () => {
    expect(checkAccelerated(testCase, finished('(1)', '-U (1)', '+U (2)'), finished('(2)'))).toEqual([]);
  });

  it('fails when other rows are left', () => {
    expect(checkAccelerated(testCase, finished('(1)', '-D (1)', '(2)'), finished('(1)', '(2)'))).toHaveLength(1);
  });

  it('shows a row that was removed and never added', () => {
    expect(collapsed(lines('(1)', '-D (1)', '-D (2)'))).toEqual(['-D (2)']);
  });
});

describe('bytes', () => {
  const testCase = caseOf({ kind: 'bytes' });

  it('passes for the same messages in the same order', () => {
    expect(checkAccelerated(testCase, finished('{"a":1}'), finished('{"a":1}'))).toEqual([]);
  });

  it('fails for a space more and for another order', () => {
    expect(checkAccelerated(testCase, finished('{"a":1}'), finished('{"a": 1}'))).toHaveLength(1);
    expect(checkAccelerated(testCase, finished('1', '2'), finished('2', '1'))).toHaveLength(1);
  });
});

describe('fails', () => {
  const testCase = caseOf({ kind: 'fails' });
  const chained: Cause = {
    className: 'org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException',
    message: 'Could not forward element to next operator',
  };
  const json: Cause = { className: 'java.io.IOException', message: `Failed to deserialize JSON '{}'.` };

  it('passes for the same causes, however operators are chained', () => {
    expect(checkAccelerated(testCase, failed(json, chained, DIVISION), failed(DIVISION))).toEqual([]);
  });

  it('fails when only one of them fails, with another message, another class, and in another phase', () => {
    expect(checkStock(testCase, finished('(1)'))).toHaveLength(1);
    expect(checkAccelerated(testCase, failed(DIVISION), finished('(1)'))).toHaveLength(1);
    expect(checkAccelerated(testCase, failed(DIVISION), failed({ ...DIVISION, message: 'by zero' }))).toHaveLength(1);
    expect(checkAccelerated(testCase, failed(DIVISION), failed({ ...DIVISION, className: 'Other' }))).toHaveLength(1);
    expect(checkAccelerated(testCase, failed(DIVISION), { ...failed(DIVISION), phase: 'plan' })).toHaveLength(1);
  });

  it('keeps a decoder of its own in the comparison: it is only left out around a chained operator', () => {
    expect(checkAccelerated(testCase, failed(json, DIVISION), failed(DIVISION))).toHaveLength(1);
  });

  it('leaves out ids and hashes', () => {
    const at = (id: string): Cause => ({
      className: 'X',
      message: `row GenericRowData@${id} of StreamExecCalc$${id.length}`,
    });
    expect(checkAccelerated(testCase, failed(at('1a2b3c4d')), failed(at('5e6f7a8')))).toEqual([]);
  });

  it('needs no acceleration, unless the case asks for it', () => {
    expect(checkAccelerated(testCase, failed(DIVISION), fellBack(failed(DIVISION), 'why'))).toEqual([]);
    const strict = caseOf({ kind: 'fails' }, { requireAccelerated: true });
    expect(checkAccelerated(strict, failed(DIVISION), fellBack(failed(DIVISION), 'why'))).toEqual([
      'did not run accelerated: why',
    ]);
  });

  it('checks the known cause', () => {
    const known = caseOf({ kind: 'fails' }, { answers: { failure: ['java.lang.ArithmeticException: / by zero'] } });
    expect(checkStock(known, failed(DIVISION))).toEqual([]);
    expect(checkStock(known, failed({ ...DIVISION, message: 'other' }))).toHaveLength(1);
  });
});

describe('a note', () => {
  it('has to be in the log of the accelerated plan', () => {
    const testCase = caseOf({ kind: 'rows' }, { note: 'in the sidecar' });
    const noted: Outcome = { ...finished('(1)'), notes: [' (1 node, 1 fragment)', '[2] Sink: encoded in the sidecar'] };
    expect(checkAccelerated(testCase, finished('(1)'), noted)).toEqual([]);
    expect(checkAccelerated(testCase, finished('(1)'), finished('(1)'))).toEqual([
      "no note in the log has the text 'in the sidecar': none",
    ]);
  });
});

describe('fallback', () => {
  const testCase = caseOf({ kind: 'fallback', reason: 'GroupAggregate' });

  it('passes when the reason is named and the rows are the same', () => {
    expect(checkAccelerated(testCase, finished('(1)'), fellBack(finished('(1)'), '[3] GroupAggregate: no'))).toEqual(
      [],
    );
  });

  it('fails when accelerated, when the reason is another, and when the rows differ', () => {
    expect(checkAccelerated(testCase, finished('(1)'), finished('(1)'))).toHaveLength(1);
    expect(checkAccelerated(testCase, finished('(1)'), fellBack(finished('(1)'), 'Rank'))).toHaveLength(1);
    expect(checkAccelerated(testCase, finished('(1)'), fellBack(finished('(2)'), 'GroupAggregate'))).toHaveLength(1);
  });
});

describe('a known divergence', () => {
  const testCase = caseOf({ kind: 'rows' }, { divergence: 'note.md' });

  it('passes while the outputs differ, and fails when they no longer do', () => {
    expect(checkAccelerated(testCase, finished('(1)'), finished('(2)'))).toEqual([]);
    expect(checkAccelerated(testCase, finished('(1)'), finished('(1)'))[0]).toContain('no longer differs');
  });

  it('still has to run accelerated', () => {
    expect(checkAccelerated(testCase, finished('(1)'), fellBack(finished('(2)'), 'why'))).toHaveLength(1);
  });
});

describe('every mode but fails and fallback', () => {
  const modes: Mode[] = [{ kind: 'rows' }, { kind: 'kinds' }, { kind: 'changelog' }, { kind: 'bytes' }];

  it.each(modes)('$kind fails when the plan did not run accelerated', (mode) => {
    const problems = checkAccelerated(caseOf(mode), finished('(1)'), fellBack(finished('(1)'), 'Calc: no'));
    expect(problems).toEqual(["did not run accelerated: Calc: no ('-- mode: fallback(text)' if that is right)"]);
  });

  it.each(modes)('$kind fails when the case has no output, unless that is its point', (mode) => {
    expect(checkStock(caseOf(mode), finished())).toHaveLength(1);
    expect(checkStock(caseOf(mode, { empty: true }), finished())).toEqual([]);
  });

  it.each(modes)('$kind fails when either engine fails or does not end', (mode) => {
    expect(checkStock(caseOf(mode), failed(DIVISION))).toHaveLength(1);
    expect(checkAccelerated(caseOf(mode), finished('(1)'), failed(DIVISION))).toHaveLength(1);
    expect(checkStock(caseOf(mode), { ...failed(), outcome: 'timeout' })).toHaveLength(1);
    expect(checkAccelerated(caseOf(mode), finished('(1)'), { ...failed(), outcome: 'timeout' })).toHaveLength(1);
  });

  it.each(modes)('$kind fails when stock Flink does not give the known answer', (mode) => {
    const known = caseOf(mode, { answers: { result_1: ['(1)'] } });
    expect(checkStock(known, finished('(1)'))).toEqual([]);
    expect(checkStock(known, finished('(2)'))).toHaveLength(1);
    expect(checkStock(caseOf(mode, { answers: { result_1: [] } }), finished('(2)'))[0]).toContain('block is empty');
  });
});

describe('rows as text', () => {
  it('splits into fields, but not within quotes and brackets', () => {
    expect(topLevelFields("(1, 'a, (b', [2, 3], {'k': (4, 5)}, NULL)")).toEqual([
      '1',
      "'a, (b'",
      '[2, 3]',
      "{'k': (4, 5)}",
      'NULL',
    ]);
  });

  it('shows a difference in full for few lines and in part for many', () => {
    expect(difference(['a', 'b'], ['b', 'c'])).toEqual(['  - a', '  + c']);
    expect(
      difference(
        Array.from({ length: 50 }, (_, i) => `row ${i}`),
        [],
      ),
    ).toHaveLength(13);
  });

  it('puts the subtasks of a sink together', () => {
    expect(comparable([lines('(1)'), lines('-D (2)')], 'sequence', undefined)).toEqual(['(1)', '-D (2)']);
  });
});
