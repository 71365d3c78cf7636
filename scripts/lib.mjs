// What the scripts share: steps that run only when their inputs changed, child processes, and checks of what is installed.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const STAMPS = path.join(ROOT, '.cache/stamps');
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'target', '.cache', '.git']);

export class SetupError extends Error {}

/** Runs a program to its end; throws with the tail of its output when it fails. `inherit`: show everything as it comes. */
export function run(command, args, { cwd = ROOT, inherit = false, env = process.env, stdin = 'ignore' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [stdin, inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(new SetupError(`${command} cannot be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          Object.assign(new SetupError(`${command} ${args.join(' ')} ended with ${code ?? signal}\n${output}`), {
            code,
          }),
        );
    });
  });
}

/** Hash of files and folders, by content; `only`: of a folder, the files whose names match. */
export function hashOf(paths, only = /./) {
  const hash = createHash('sha256');
  const visit = (relative, isNamed) => {
    const full = path.join(ROOT, relative);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort())
        if (!SKIPPED_FOLDERS.has(name)) visit(path.join(relative, name), false);
      return;
    }
    if (isNamed || only.test(relative)) hash.update(relative).update('\0').update(readFileSync(full)).update('\0');
  };
  for (const relative of paths) visit(relative, true);
  return hash.digest('hex');
}

/** Runs `action` unless `inputs` are as they were when it last succeeded and `output` is still there. */
export async function step(name, { inputs, only, output }, action) {
  const stampFile = path.join(STAMPS, name.replaceAll(/[^a-z0-9]+/gi, '-'));
  const wanted = hashOf(inputs, only);
  const current = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (current === wanted && existsSync(path.join(ROOT, output))) return;
  const started = Date.now();
  process.stderr.write(`· ${name} …`);
  try {
    await action();
  } catch (error) {
    process.stderr.write(' failed\n');
    throw error;
  }
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampFile, wanted);
  process.stderr.write(` ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

function versionOf(command, args, pattern) {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  if (result.error) return null;
  const match = pattern.exec(`${result.stdout}${result.stderr}`);
  return match ? Number(match[1]) : null;
}

/** Says all that is missing at once, and how to get it. */
export function checkInstalled() {
  const problems = [];
  if (Number(process.versions.node.split('.')[0]) < 20) {
    problems.push(`Node.js 20 or later is needed, this is ${process.version}.`);
  }
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin/java') : 'java';
  const javaVersion = versionOf(java, ['-version'], /version "(\d+)/);
  if (javaVersion === null)
    problems.push('A JDK 17 is needed: no `java` found. Install one and put it on the PATH, or set JAVA_HOME.');
  else if (javaVersion < 17) problems.push(`A JDK 17 is needed, \`java -version\` says ${javaVersion}.`);
  if (versionOf('javac', ['-version'], /javac (\d+)/) === null && !process.env.JAVA_HOME) {
    problems.push('A JDK is needed, not only a JRE: no `javac` found.');
  }
  if (versionOf('mvn', ['--version'], /Apache Maven (\d+)/) === null) {
    problems.push('Maven 3.8 or later is needed: no `mvn` found on the PATH.');
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
}
