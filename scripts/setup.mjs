// Sets up whatever is missing or stale: npm packages, kernels, TypeScript, the sidecar bundle, the Maven build.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkInstalled, ROOT, run, step } from './lib.mjs';

const TYPESCRIPT = ['src', 'nexmark', 'parity-tests', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
/** Cases, fixtures and texts beside them are read where they are. */
const COMPILED = /\.(ts|proto)$/;
const JAVA = ['flink-bridge', 'proto'];

export async function setupNode() {
  await step('npm packages', { inputs: ['package-lock.json', 'package.json'], output: 'node_modules/typescript' }, () =>
    // `ci` empties the folder first: only where there is none, so that a running program does not lose its packages.
    run('npm', [
      existsSync(path.join(ROOT, 'node_modules')) ? 'install' : 'ci',
      '--no-audit',
      '--no-fund',
      '--no-save',
    ]),
  );
  await step(
    'kernels',
    { inputs: ['src/kernels', 'scripts/build-kernels.mjs', 'package-lock.json'], output: 'dist/kernels' },
    () => run(process.execPath, ['scripts/build-kernels.mjs']),
  );
  await step('TypeScript', { inputs: TYPESCRIPT, only: COMPILED, output: 'dist/src' }, () =>
    run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']),
  );
  await step(
    'sidecar bundle',
    {
      inputs: [...TYPESCRIPT, 'proto', 'scripts/bundle.mjs'],
      only: COMPILED,
      output: 'dist/package/slipstream-sidecar.mjs',
    },
    async () => (await import('./bundle.mjs')).bundleSidecar(),
  );
}

export async function setupJava() {
  await step('Maven build', { inputs: JAVA, output: 'flink-bridge/bridge-testing/target/classpath.txt' }, () =>
    run('mvn', ['-q', '-B', '-ntp', 'package', '-DskipTests'], { cwd: path.join(ROOT, 'flink-bridge') }),
  );
}

export async function setup() {
  checkInstalled();
  await setupNode();
  await setupJava();
}
