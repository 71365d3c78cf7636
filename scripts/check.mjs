// `npm run check`: types, lint, format, and generated files that have to be current.
import { checkInstalled, ROOT, run, SetupError } from './lib.mjs';
import { setupNode } from './setup.mjs';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const bin = (name) => path.join(ROOT, 'node_modules', name);

const CHECKS = [
  ['types', () => run(process.execPath, [bin('typescript/bin/tsc'), '--noEmit', '-p', '.'])],
  ['lint', () => run(process.execPath, [bin('eslint/bin/eslint.js'), '.'])],
  ['format', () => run(process.execPath, [bin('prettier/bin/prettier.cjs'), '--check', '.'])],
  ['docs/coverage.md is current', checkCoverage],
];

async function checkCoverage() {
  const { coverageText } = await import(path.join(ROOT, 'dist/src/tools/coverage.js'));
  const file = path.join(ROOT, 'docs/coverage.md');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== coverageText()) {
    throw new SetupError(
      'docs/coverage.md is not what the support rules say: run `node dist/src/tools/coverage.js --write`',
    );
  }
}

/** Runs every check, also after one failed; the number of failures is the exit code's truth. */
export async function runChecks() {
  checkInstalled();
  await setupNode();
  const failures = [];
  for (const [name, action] of CHECKS) {
    try {
      await action();
      process.stdout.write(`✓ ${name}\n`);
    } catch (error) {
      failures.push(name);
      process.stdout.write(`✗ ${name}\n${error.message}\n`);
    }
  }
  return { passed: CHECKS.length - failures.length, failed: failures.length };
}

export async function main() {
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
}
