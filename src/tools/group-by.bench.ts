/**
 * A GROUP BY over a million keys on both engines, Kafka JSON in: into nothing with heap state and with RocksDB, and into upsert-kafka. The
 * runs are those of `npm run nexmark`. GROUP_BY_EVENTS, GROUP_BY_RUNS and GROUP_BY_WARM_UPS change their size.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY_ROOT } from './repository.js';

const SETTINGS: readonly (readonly string[])[] = [
  ['--sink', 'blackhole', '--state', 'heap'],
  ['--sink', 'blackhole', '--state', 'rocksdb'],
  ['--sink', 'kafka', '--state', 'heap'],
];

export function run(): void {
  const { GROUP_BY_EVENTS = '5000000', GROUP_BY_RUNS = '2', GROUP_BY_WARM_UPS = '1' } = process.env;
  for (const setting of SETTINGS) {
    process.stdout.write(`\n${setting.join(' ')}\n`);
    const cli = path.join(REPOSITORY_ROOT, 'dist/nexmark/cli.js');
    const queries = ['--queries-dir', path.join(REPOSITORY_ROOT, 'nexmark/state-queries'), '--queries', 'group-by-1m'];
    const size = ['--events', GROUP_BY_EVENTS, '--runs', GROUP_BY_RUNS, '--warm-ups', GROUP_BY_WARM_UPS];
    const { status } = spawnSync(process.execPath, [cli, ...queries, ...size, ...setting], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`the benchmark ended with ${status}`);
  }
}
