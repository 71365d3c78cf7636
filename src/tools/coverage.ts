/**
 * docs/coverage.md, made from the registries and support rules. `node dist/src/tools/coverage.js --write` brings it up to date;
 * `npm run check` fails when it is not.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLogicalType } from '../columnar/type-parser.js';
import { SlipstreamError } from '../errors.js';
import type { CallExpression, Expression } from '../expressions/expression.js';
import type { FuzzType, ScalarFunction, SqlTemplate } from '../expressions/function.js';
import { INEXACT_FUNCTIONS } from '../expressions/numbers/inexact.js';
import { allFunctions } from '../expressions/registry.js';
import { FORMATS } from '../formats/registry.js';
import { aggregateCoverage, aggregateLegend, withoutStateTtl } from './aggregate-coverage.js';
import type { PlanContext } from '../operators/operator.js';
import { OPERATORS } from '../operators/registry.js';
import { EXCHANGE } from '../operators/exchange/distribution.js';
import { METADATA_COLUMNS } from '../operators/table-source-scan/metadata-columns.js';

const TYPES: Readonly<Record<FuzzType, string>> = {
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INT: 'INT',
  BIGINT: 'BIGINT',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  DECIMAL: 'DECIMAL(20, 4)',
  STRING: 'VARCHAR(2147483647)',
  BYTES: 'VARBINARY(2147483647)',
  DATE: 'DATE',
  TIME: 'TIME(0)',
  TIMESTAMP: 'TIMESTAMP(3)',
  TIMESTAMP_LTZ: 'TIMESTAMP(3) WITH LOCAL TIME ZONE',
  ARRAY: 'ARRAY<INT>',
  MAP: 'MAP<VARCHAR(2147483647), INT>',
};

const CONTEXT: PlanContext = {
  config: new Map(),
  jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en-US', exactSquareRoot: true },
  allowIncompatible: new Set(),
};

function operandOf(operand: FuzzType | readonly string[], index: number): Expression | null {
  return typeof operand === 'string' ? { kind: 'input', index, type: parseLogicalType(TYPES[operand]) } : null;
}

/** A template whose operands are all columns and that the support rule accepts; constants make it too special to ask about. */
function isAccepted(entry: ScalarFunction, template: SqlTemplate): boolean {
  const operands = template.operands.map(operandOf);
  if (operands.includes(null)) return true;
  const call: CallExpression = {
    kind: 'call',
    function: entry.names[0]!,
    version: 1,
    operands: operands as Expression[],
    type: parseLogicalType(TYPES[template.result]),
  };
  try {
    return entry.check(call, CONTEXT) === null;
  } catch (error) {
    // SEARCH and its like exist with constants only: the form's text says all there is to say about them.
    if (error instanceof SlipstreamError) return true;
    throw error;
  }
}

function operandText(operand: FuzzType | readonly string[]): string {
  return typeof operand === 'string'
    ? operand
    : `one of ${operand.slice(0, 4).join(', ')}${operand.length > 4 ? ', …' : ''}`;
}

/** SQL forms with the operand types of each, one line a form. */
function functionLines(entry: ScalarFunction): string[] {
  const forms = new Map<string, Set<string>>();
  for (const template of entry.templates) {
    if (!isAccepted(entry, template)) continue;
    const operands = forms.get(template.sql) ?? new Set();
    operands.add(`(${template.operands.map(operandText).join('; ')})`);
    forms.set(template.sql, operands);
  }
  const names = entry.names.map((name) => `\`${name}\``).join(', ');
  if (forms.size === 0) return [`| ${names} | ${withoutForms(entry)} | |`];
  return [...forms].map(([sql, operands]) => {
    const shown = [...operands].slice(0, SHOWN_MAX).join(' ');
    const more = operands.size > SHOWN_MAX ? ` and ${operands.size - SHOWN_MAX} more` : '';
    return `| ${names} | \`${sql}\` | ${shown}${more} |`.replaceAll('||', '\\|\\|');
  });
}

/** What a user can write although no expression is generated of it. */
const COVERED = ['ARRAY', 'JSON_ARRAY', 'JSON_OBJECT', 'MAP', 'ROW'];

function withoutForms(entry: ScalarFunction): string {
  if (INEXACT_FUNCTIONS.includes(entry)) return 'only with `slipstream.allow-incompatible`';
  return entry.names.every((name) => COVERED.includes(name)) ? 'covered' : 'internal';
}

const SHOWN_MAX = 12;

/** Other nodes are parts of a sink, which the text below is about. */
const EXEC_NODE_PREFIX = 'stream-exec-';

export function coverageText(): string {
  const aggregates = aggregateCoverage(CONTEXT);
  const functions = [...allFunctions()].sort((a, b) => (a.names[0]! < b.names[0]! ? -1 : 1)).flatMap(functionLines);
  return `# Coverage

What runs accelerated on Flink 2.2.1. Made from the support rules, which are also what the gate asks; everything that is not here stays on
stock Flink, with a reason in \`EXPLAIN\` and in the log. The rules are finer than this page: a function may refuse a constant
argument, such as a pattern whose meaning differs between regular expression engines. [Getting started](getting-started.md#what-runs-accelerated)
says in SQL words what is covered and what is not.

## Operators

| exec node | versions |
| --- | --- |
| \`${EXCHANGE}\` | 1 (hash and singleton) |
${OPERATORS.filter(({ execNode }) => execNode.startsWith(EXEC_NODE_PREFIX))
  .map((operator) => `| \`${operator.execNode}\` | ${operator.versions.join(', ')} |`)
  .join('\n')}

Sources and sinks are always covered when the types of their columns are: as rows, or undecoded where the format below is covered and
the connector hands over bytes (Kafka). What Flink materializes in front of a sink with another key than its query (SinkUpsertMaterializer,
strategy LEGACY) is materialized in the sidecar, unless the query's key has columns of FLOAT, DOUBLE or nested types, Flink checks more than NOT NULL there, or
the sink writes metadata columns.

## Formats

| format | undecoded records in | encoded records out |
| --- | --- | --- |
${FORMATS.map((format) => `| \`${format.name}\` | yes | yes |`).join('\n')}

Metadata columns of undecoded Kafka records: ${Object.keys(METADATA_COLUMNS)
    .map((key) => `\`${key}\``)
    .join(', ')}. Others are read by Flink's decoder.

## Types

BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, CHAR, VARCHAR, STRING, BINARY, VARBINARY, BYTES, DATE, TIME, TIMESTAMP,
TIMESTAMP_LTZ, intervals, ARRAY, MAP, MULTISET, ROW. Not covered: RAW, structured types, TIMESTAMP WITH TIME ZONE, VARIANT.

## Aggregate functions

With DISTINCT and FILTER as well. ${aggregateLegend(aggregates)}

${aggregates}

STDDEV and VAR are planned as SUM, COUNT and POWER and are covered as those are; the planner makes strings of the values of JSON_ARRAYAGG
and JSON_OBJECTAGG first. ${withoutStateTtl().join(', ')}: not with \`table.exec.state.ttl\`.

## Functions

\`$0\`, \`$1\` … stand for operands. Each form is compared with stock Flink by generated expressions.

A projected column may also be constructed: \`ROW(…)\`, \`ARRAY[…]\`, \`MAP[…]\`, within each other too. Elsewhere in an expression they are
not covered, nor is a nested column as an element of an array or map.

| function | form | operands |
| --- | --- | --- |
${functions.join('\n')}
`;
}

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/coverage.md');

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  if (process.argv.includes('--write')) writeFileSync(FILE, coverageText());
  else process.stdout.write(coverageText());
}
