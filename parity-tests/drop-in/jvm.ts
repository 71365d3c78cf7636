/** JVMs as Flink's scripts start them: class path in the order of the jars' names, one log file each. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Flink's own list for JDK 17, from its `config.yaml`. */
const OPENED_PACKAGES = [
  'java.net',
  'java.io',
  'java.nio',
  'java.lang',
  'java.lang.reflect',
  'java.text',
  'java.time',
  'java.util',
  'java.util.concurrent',
  'java.util.concurrent.atomic',
  'java.util.concurrent.locks',
  'sun.net.util',
];

/** A tool of the JDK: `java`, `jar`. */
export function javaTool(name: string): string {
  const home = process.env['JAVA_HOME'];
  return home === undefined ? name : path.join(home, 'bin', name);
}

/** The jars of `lib` as `bin/config.sh` puts them together: in the order of their names, flink-dist last. */
export function classPath(lib: string): string {
  const jars = readdirSync(lib)
    .filter((name) => name.endsWith('.jar'))
    .sort();
  const isDist = (name: string): boolean => name.startsWith('flink-dist');
  return [...jars.filter((name) => !isDist(name)), ...jars.filter(isDist)]
    .map((name) => path.join(lib, name))
    .join(':');
}

export interface JvmOptions {
  readonly name: string;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: string;
  /** With `config.yaml` and `log4j.properties`; the log goes beside them. */
  readonly confDirectory: string;
}

export class Jvm {
  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly exited: Promise<number>,
    private readonly logFile: string,
    private readonly outFile: string,
  ) {}

  static start({ name, mainClass, args, classPath, confDirectory }: JvmOptions): Jvm {
    const logFile = path.join(confDirectory, `${name}.log`);
    const outFile = path.join(confDirectory, `${name}.out`);
    const out = openSync(outFile, 'w');
    const child = spawn(
      javaTool('java'),
      [
        '-Xmx768m',
        '-XX:+UseSerialGC',
        '-Duser.timezone=UTC',
        ...OPENED_PACKAGES.flatMap((opened) => ['--add-opens', `java.base/${opened}=ALL-UNNAMED`]),
        // The SQL client writes its history into the user's home.
        `-Duser.home=${confDirectory}`,
        `-Dlog.file=${logFile}`,
        `-Dlog4j.configurationFile=file:${path.join(confDirectory, 'log4j.properties')}`,
        '-cp',
        `${classPath}:${confDirectory}`,
        mainClass,
        ...args,
      ],
      { stdio: ['ignore', out, out], env: { ...process.env, FLINK_CONF_DIR: confDirectory } },
    );
    closeSync(out);
    const exited = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? -1));
    });
    return new Jvm(name, child, exited, logFile, outFile);
  }

  get log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  get output(): string {
    return readFileSync(this.outFile, 'utf8');
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The exit code; kills the JVM and fails when it takes longer. */
  async end(timeoutMs: number): Promise<number> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs);
    const code = await this.exited;
    clearTimeout(timer);
    if (code === -1) throw new Error(`${this.name} did not end within ${timeoutMs} ms:\n${this.output.slice(-4000)}`);
    return code;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 15_000);
    await this.exited;
    clearTimeout(timer);
  }
}
