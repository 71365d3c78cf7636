import { expect, test } from 'vitest';
import type { Case } from './case-file.js';
import { inMiniBatches, withStocksEnd } from './mini-batch.js';
import { parseCase } from './parse-case.js';

const TEXT = `-- mode: kinds
CREATE TABLE t (n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1}
SELECT COUNT(*) FROM t;
-- answer:
--| (1)
`;

function caseOf(text: string): Case {
  return parseCase('x.sql', text, () => '');
}

test('a case runs in bundles, its changelog counts, its answers do not', () => {
  const { config, mode, answers, empty } = inMiniBatches(caseOf(TEXT));
  expect(config).toMatchObject({ 'table.exec.mini-batch.enabled': 'true', 'table.exec.mini-batch.size': '3' });
  expect({ mode, answers, empty }).toEqual({ mode: { kind: 'changelog' }, answers: {}, empty: true });
});

test.each(['-- set: table.exec.mini-batch.enabled = false\n', "SET 'table.exec.mini-batch.enabled' = 'true';\n"])(
  'a case that decides itself stays as it is: %s',
  (line) => {
    const written = caseOf(line + TEXT);
    expect(inMiniBatches(written)).toBe(written);
  },
);

test('what stock Flink does in bundles decides whether the job has to fail', () => {
  const fails = inMiniBatches(caseOf(TEXT.replace('kinds', 'fails').replace(/-- answer:\n.*\n/, '')));
  const outcome = { sinks: {}, millis: 1 };
  expect(withStocksEnd(fails, { ...outcome, outcome: 'finished' }).mode.kind).toBe('changelog');
  expect(withStocksEnd(fails, { ...outcome, outcome: 'failed' }).mode.kind).toBe('fails');
  expect(withStocksEnd(inMiniBatches(caseOf(TEXT)), { ...outcome, outcome: 'failed' }).mode.kind).toBe('fails');
});
