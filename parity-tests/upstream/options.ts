/** What the command line asks for. */
import { existsSync } from 'node:fs';
import { numberOption, readOptions, textOption } from '../../src/tools/arguments.js';
import { UsageError } from '../../src/tools/cleanup.js';

/** Suites by what their plans need. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  stateless: [
    'CalcITCase',
    'SetOperatorsITCase',
    'TableScanITCase',
    'TableSourceITCase',
    'TableSinkITCase',
    'TimeAttributeITCase',
    'TimeAttributesITCase',
    'ValuesITCase',
    'WatermarkITCase',
    'SourceWatermarkITCase',
    'ConstraintEnforcerSemanticTests',
    'MiscSemanticTests',
    'SinkSemanticTests',
    'CalcRestoreTest',
    'TableSinkRestoreTest',
    'TableSourceScanRestoreTest',
    'UnionRestoreTest',
    'ValuesRestoreTest',
    'WatermarkAssignerRestoreTest',
  ],
  // DISTINCT, GROUPING SETS and mini-batches have no classes of their own: those of aggregates run with and without them.
  keyed: [
    'AggregateITCase',
    'AggregateRemoveITCase',
    'PruneAggregateCallITCase',
    'SplitAggregateITCase',
    'RetractionITCase',
    'DeduplicateITCase',
    'ChangelogSourceITCase',
    'ConfigureOperatorLevelStateTtlJsonITCase',
    'ChangelogNormalizeSemanticTests',
    'DeletesByKeySemanticTests',
    'ChangelogNormalizeRestoreTest',
    'DeduplicationRestoreTest',
    'ExpandRestoreTest',
    'GroupAggregateRestoreTest',
    'IncrementalGroupAggregateRestoreTest',
    'MiniBatchAssignerRestoreTest',
  ],
};
const DEFAULT_TIMEOUT_SECONDS = 7200;

export const USAGE = `npm run upstream -- [--set NAME] [--tests PATTERN[,PATTERN…]] [--timeout SECONDS] [--json OUT] [--sidecar FILE] [--help]

Runs Flink's own streaming SQL tests with the accelerator on, restores of stock Flink's savepoints included, and prints
for each class what passed, failed, ran accelerated, and fell back, with the reasons. A failed test is run again on stock
Flink; one that fails there too is expected.

  --set      ${Object.keys(SETS).join(' or ')}: the suites whose plans need no state, or state by key (default: all)
  --tests    classes of Flink's planner test jar, wild cards allowed; a name without a folder means the streaming
             classes of that name; CLASS#METHOD means one test. In the place of a set
  --timeout  of the whole run, in seconds; a test has two minutes (default: ${DEFAULT_TIMEOUT_SECONDS})
  --json     write the results to a file
  --sidecar  another bundle of the sidecar

The last line is 'N passed, N failed'. The exit code is 0 when no failure is unexpected, 1 when one is or the run did
not end in time, 2 when a pattern matches no class.`;

export interface Options {
  readonly tests: readonly string[];
  readonly timeoutSeconds: number;
  readonly json: string | undefined;
  readonly sidecar: string | undefined;
}

/** Returns undefined for --help. */
export function optionsFromArguments(argv: readonly string[]): Options | undefined {
  const values = readOptions(
    {
      set: { type: 'string' },
      tests: { type: 'string' },
      timeout: { type: 'string' },
      json: { type: 'string' },
      sidecar: { type: 'string' },
      help: { type: 'boolean' },
    },
    argv,
  );
  if (values['help'] === true) return undefined;
  const tests = textOption(values, 'tests')
    ?.split(',')
    .map((test) => test.trim());
  const named = tests?.filter((test) => test !== '') ?? testsOf(textOption(values, 'set'));
  // Maven would take an empty list for all of Flink's tests.
  if (named.length === 0) throw new UsageError('--tests names no test');
  const sidecar = textOption(values, 'sidecar');
  if (sidecar !== undefined && !existsSync(sidecar)) throw new UsageError(`--sidecar: there is no file ${sidecar}`);
  return {
    tests: named,
    timeoutSeconds: numberOption(values, 'timeout', 1, DEFAULT_TIMEOUT_SECONDS),
    json: textOption(values, 'json'),
    sidecar,
  };
}

function testsOf(set: string | undefined): readonly string[] {
  if (set === undefined) return Object.values(SETS).flat();
  const tests = SETS[set];
  if (tests === undefined) throw new UsageError(`--set: there are ${Object.keys(SETS).join(' and ')}, not ${set}`);
  return tests;
}
