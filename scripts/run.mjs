// `npm run COMMAND`: sets up what is missing, then runs the command.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { ROOT, SetupError } from './lib.mjs';
import { setup } from './setup.mjs';

/** Commands that are compiled programs. */
const PROGRAMS = {
  demo: 'dist/src/tools/demo.js',
  parity: 'dist/parity-tests/cli.js',
  nexmark: 'dist/nexmark/cli.js',
  chaos: 'dist/src/tools/chaos.js',
  bench: 'dist/src/tools/bench.js',
  upstream: 'dist/parity-tests/upstream/cli.js',
};
/** Commands that are scripts beside this one, with an exported `main(args)`. */
const SCRIPTS = { test: './test.mjs', check: './check.mjs', package: './package.mjs' };

function execute(file, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit' });
    // A terminal's Ctrl-C reaches the child by itself: it cleans up, and this process ends with it.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.once('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

async function main([command, ...args]) {
  if (command === 'setup' || command === 'build') return setup().then(() => 0);
  if (command in PROGRAMS) {
    await setup();
    if (!existsSync(path.join(ROOT, PROGRAMS[command]))) throw new SetupError(`${PROGRAMS[command]} was not built`);
    return execute(PROGRAMS[command], args);
  }
  if (command in SCRIPTS) return (await import(SCRIPTS[command])).main(args);
  throw new SetupError(
    `unknown command '${command}'; there are ${[...Object.keys(PROGRAMS), ...Object.keys(SCRIPTS), 'setup'].join(', ')}`,
  );
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exit(1);
  },
);
