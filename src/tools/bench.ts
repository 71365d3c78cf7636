/** `npm run bench -- [NAME …]`: micro and operator benchmarks, printed as ratios. A benchmark is a module beside the code it measures. */
import { parseArgs } from 'node:util';
import { UsageError } from './cleanup.js';

interface Benchmark {
  readonly title: string;
  readonly load: () => Promise<{ run: () => Promise<unknown> | unknown }>;
}

/** One line each, alphabetical. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'binary-row': {
    title: 'BinaryRow bytes to columns and back',
    load: () => import('../formats/binary-row/rows.bench.js'),
  },
  deduplicate: {
    title: 'the last row by key, as in Nexmark q18',
    load: () => import('../operators/deduplicate/deduplicate.bench.js'),
  },
  expressions: {
    title: 'calcs against the reference versions',
    load: () => import('../expressions/expressions.bench.js'),
  },
  'group-aggregate': {
    title: 'group aggregates as in Nexmark',
    load: () => import('../operators/group-aggregate/group-aggregate.bench.js'),
  },
  'group-by': { title: 'a GROUP BY over a million keys, both engines', load: () => import('./group-by.bench.js') },
  'json-decode': { title: 'JSON records to columns', load: () => import('../formats/json/decode/decode.bench.js') },
  'json-encode': { title: 'columns to JSON records', load: () => import('../formats/json/encode/encode.bench.js') },
  'mini-batch': {
    title: 'aggregates in bundles: local, global, one phase',
    load: () => import('../operators/group-aggregate/bundle/mini-batch.bench.js'),
  },
  state: { title: 'keyed state: lookups, memory, snapshots', load: () => import('../state/state.bench.js') },
  strings: {
    title: 'functions over strings and times',
    load: () => import('../expressions/strings/strings.bench.js'),
  },
};

const EXIT_USAGE = 2;

function help(): string {
  const lines = Object.entries(BENCHMARKS).map(([name, benchmark]) => `  ${name.padEnd(12)} ${benchmark.title}`);
  return `npm run bench -- [NAME …] [--help]

Runs the benchmarks of these names, or all of them:

${lines.join('\n')}

Whole queries are measured by \`npm run nexmark\`.
`;
}

function parsedArguments() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parsedArguments();
  if (values.help) {
    process.stdout.write(help());
    return 0;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0) {
    process.stderr.write(`unknown benchmark ${unknown.join(', ')}\n\n${help()}`);
    return EXIT_USAGE;
  }
  for (const name of names) {
    process.stdout.write(`\n== ${BENCHMARKS[name]!.title} ==\n`);
    const { run } = await BENCHMARKS[name]!.load();
    await run();
  }
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const usage = error instanceof UsageError;
    process.stderr.write(usage ? `${error.message}\n\n${help()}` : `${error.stack}\n`);
    process.exit(usage ? EXIT_USAGE : 1);
  },
);
