/**
 * The drop-in test: our jar and our bundle in the `lib` of a real Flink distribution, a session cluster of separate JVMs, and the
 * SQL client. Ends with `N passed, N failed`.
 *
 *   node dist/parity-tests/drop-in/drop-in.js [SCENARIO …]
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../../src/tools/repository.js';
import { Checks } from './checks.js';
import { distribution, fetchArtifact } from './distribution.js';
import { OUR_BUNDLE, OUR_JAR } from './flink-home.js';
import { kafka } from './kafka.js';
import type { Installation } from './on-cluster.js';
import { inPlace, incomplete, misplaced } from './scenarios.js';

const SCENARIOS: Readonly<Record<string, (checks: Checks, installation: Installation) => Promise<void>>> = {
  'in-place': inPlace,
  misplaced,
  incomplete,
  kafka,
};

async function main(names: readonly string[]): Promise<number> {
  const jar = path.join(REPOSITORY_ROOT, 'flink-bridge/bridge-dist/target', OUR_JAR);
  const bundle = path.join(REPOSITORY_ROOT, 'dist/package', OUR_BUNDLE);
  for (const file of [jar, bundle]) if (!existsSync(file)) throw new Error(`${file} was not built: npm run setup`);
  const flink = await distribution(path.join(REPOSITORY_ROOT, '.cache'));
  if (flink === null) {
    process.stdout.write('not run: no Python with pip was found, and only its package index has the distribution\n');
    process.stdout.write('0 passed, 0 failed\n');
    return 0;
  }
  const installation: Installation = { flink, jar, bundle, fetchArtifact };
  const checks = new Checks();
  const wanted = names.length > 0 ? names : Object.keys(SCENARIOS);
  for (const name of wanted) {
    const scenario = SCENARIOS[name];
    if (!scenario) throw new Error(`unknown scenario ${name}; there are ${Object.keys(SCENARIOS).join(', ')}`);
    await scenario(checks, installation);
  }
  process.stdout.write(`${checks.passed} passed, ${checks.failed} failed\n`);
  return checks.failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
