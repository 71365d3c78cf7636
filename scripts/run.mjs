// `npm run COMMAND`: sets up what is missing, then runs the command. What `--help` says needs no setup where that can be.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { ROOT, SetupError } from './lib.mjs';
import { setup, setupNode } from './setup.mjs';

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

/** Of the commands that take no options. */
const USAGES = {
  setup: `npm run setup

Installs npm packages and builds what is missing or stale: kernels, TypeScript, the sidecar's bundle, the Maven modules. Every other
command does so by itself.
`,
  package: `npm run package

Builds the two files for Flink's lib folder: dist/package/00-slipstream-flink-2.2.jar and dist/package/slipstream-sidecar.mjs.
`,
  check: `npm run check

Types, lint, format, and whether generated files are current. All of them are checked, also after one failed; exit code 0: all is well.
`,
};
USAGES.build = USAGES.setup.replace('npm run setup', 'npm run build (as npm run setup)');

function isHelp(argument) {
  return argument === '--help' || argument === '-h';
}

/** Null: the command goes on. Otherwise its exit code. */
function usageCode(command, args) {
  if (!Object.hasOwn(USAGES, command) || args.length === 0) return null;
  if (args.some(isHelp)) {
    process.stdout.write(USAGES[command]);
    return 0;
  }
  process.stderr.write(`npm run ${command} has no option '${args[0]}'. Try --help.\n`);
  return 2;
}

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
  const code = usageCode(command, args);
  if (code !== null) return code;
  if (command === 'setup' || command === 'build') return setup().then(() => 0);
  if (command in PROGRAMS) {
    const isBuilt = existsSync(path.join(ROOT, PROGRAMS[command]));
    // Its text is in the program, for which Java is not needed.
    if (!args.some(isHelp)) await setup();
    else if (!isBuilt) await setupNode();
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
