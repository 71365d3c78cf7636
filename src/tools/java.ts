import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY_ROOT } from './repository.js';

/** Flink's own list for JDK 17, from its `config.yaml`. */
export const OPENED_PACKAGES = [
  'java.net',
  'java.io',
  'java.nio',
  'java.lang',
  'java.lang.reflect',
  'java.lang.invoke',
  'java.math',
  'java.text',
  'java.time',
  'java.util',
  'java.util.concurrent',
  'java.util.concurrent.atomic',
  'java.util.concurrent.locks',
  'sun.net.util',
  'sun.nio.ch',
];

/** What a JVM of ours is started with. */
export interface JavaProgram {
  /** A module of flink-bridge, e.g. `bridge-testing`. */
  readonly module: string;
  readonly mainClass: string;
  readonly heapMaxMiB: number;
  /** Further JVM options. */
  readonly options: readonly string[];
  readonly args: readonly string[];
}

/** `java` of JAVA_HOME, else of the PATH. */
export function javaBinary(): string {
  const home = process.env['JAVA_HOME'];
  return home === undefined || home === '' ? 'java' : path.join(home, 'bin', 'java');
}

/** The command line, without the binary itself. */
export function javaArguments(program: JavaProgram): string[] {
  return [
    `-Xmx${program.heapMaxMiB}m`,
    '-Duser.timezone=UTC',
    ...OPENED_PACKAGES.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    ...program.options,
    '-cp',
    classPath(program.module),
    program.mainClass,
    ...program.args,
  ];
}

/** The dependencies in Maven's order (the planner hook has to be found before the planner), then the module's own classes. */
function classPath(module: string): string {
  const target = path.join(REPOSITORY_ROOT, 'flink-bridge', module, 'target');
  const file = path.join(target, 'classpath.txt');
  if (!existsSync(file)) throw new Error(`${file} is missing: run 'npm run build' first`);
  return [readFileSync(file, 'utf8').trim(), path.join(target, 'classes')].join(path.delimiter);
}
