/** What the command line asks for. */
export interface Options {
  /** Files and directories; empty: every case of the repository. */
  readonly paths: readonly string[];
  readonly engine: 'both' | 'flink';
  readonly lanes: readonly ('on' | 'off')[];
  readonly restore: boolean;
  readonly unaligned: boolean;
  readonly miniBatch: boolean;
  readonly parallelism: number | undefined;
  readonly json: string | undefined;
  readonly writeAnswers: boolean;
  readonly bridge: string | undefined;
  readonly sidecar: string | undefined;
  readonly verbose: boolean;
  /** Only one part of the cases. */
  readonly sample: Sample | undefined;
}

/** The cases of which a hash of the file name is `part` modulo `parts`: no case changes its part because another one is added. */
export interface Sample {
  readonly part: number;
  readonly parts: number;
}

export const USAGE = `npm run parity -- [FILE.sql | DIRECTORY] … [options]

Runs each case on stock Flink and accelerated, and compares. Without a file: every case of the repository.

  --engine both|flink   flink: stock Flink only, against the answers in the cases (default: both)
  --lane on|off|both    carry payloads through shared memory, in the stream, or one after the other (default: on)
  --parallelism N       of every case that does not name its own (default: 1)
  --restore             stop with a savepoint at each @barrier and restore at another parallelism
  --unaligned           unaligned checkpoints
  --mini-batch          of every case that does not say itself: rows in bundles of three, compared as changelogs
  --sample K/N          only the K-th of N parts of the cases; which part a case is in depends on its name
  --json OUT            write a list of {file, mode, accelerated, fallbackReasons, pass, problems, outputs}
  --write-answers       fill the empty '-- answer:' blocks of the cases with what stock Flink says, to be read by a person
  --bridge DIRECTORY    another build of flink-bridge
  --sidecar FILE        another bundle of the sidecar
  --verbose             name every case as it ends
  --help

The last line is 'N passed, N failed'; the exit code is 0 when none failed.`;

/** A mistake on the command line. */
export class UsageError extends Error {}

/** Returns undefined for --help. */
export function optionsFromArguments(argv: readonly string[]): Options | undefined {
  const paths: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (let i = 0; i < argv.length; i++) {
    const [name = '', inline] = splitArgument(argv[i] ?? '');
    if (!name.startsWith('-')) paths.push(name);
    else if (FLAGS.has(name) && inline === undefined) flags.add(name);
    else if (VALUES.has(name)) {
      const value = inline ?? argv[++i];
      if (value === undefined) throw new UsageError(`${name} needs a value`);
      values.set(name, value);
    } else throw new UsageError(`unknown option ${argv[i]}. Try --help.`);
  }
  if (flags.has('--help') || flags.has('-h')) return undefined;
  return {
    paths,
    engine: oneOf('--engine', values.get('--engine') ?? 'both', ['both', 'flink']),
    lanes: lanes(values.get('--lane') ?? 'on'),
    restore: flags.has('--restore'),
    unaligned: flags.has('--unaligned'),
    miniBatch: flags.has('--mini-batch'),
    parallelism: parallelism(values.get('--parallelism')),
    json: values.get('--json'),
    writeAnswers: flags.has('--write-answers'),
    bridge: values.get('--bridge'),
    sidecar: values.get('--sidecar'),
    verbose: flags.has('--verbose'),
    sample: sample(values.get('--sample')),
  };
}

const FLAGS = new Set(['--help', '-h', '--restore', '--unaligned', '--mini-batch', '--write-answers', '--verbose']);
const VALUES = new Set(['--engine', '--lane', '--parallelism', '--sample', '--json', '--bridge', '--sidecar']);

function splitArgument(argument: string): [string, string | undefined] {
  const equals = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return equals < 0 ? [argument, undefined] : [argument.slice(0, equals), argument.slice(equals + 1)];
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${name}: expected ${allowed.join(' or ')}, found ${value}`);
  return found;
}

function lanes(value: string): ('on' | 'off')[] {
  const lane = oneOf('--lane', value, ['on', 'off', 'both']);
  return lane === 'both' ? ['on', 'off'] : [lane];
}

function parallelism(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const result = Number(value);
  if (!Number.isInteger(result) || result < 1)
    throw new UsageError(`--parallelism: expected a positive integer, found ${value}`);
  return result;
}

function sample(value: string | undefined): Sample | undefined {
  if (value === undefined) return undefined;
  const [part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(value)?.slice(1) ?? []).map(Number);
  if (part < 1 || part > parts) throw new UsageError(`--sample: expected K/N with K of 1 to N, found ${value}`);
  return { part: part - 1, parts };
}
