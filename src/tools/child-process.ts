import { spawn, type ChildProcess } from 'node:child_process';
import { onCleanup } from './cleanup.js';
import { eachLine } from './lines.js';

/** Lines of a child's error output that are kept for the message when it fails. */
const ERROR_LINES_MAX = 40;
/** How long a child may take to end by itself after its standard input was closed. */
const END_TIMEOUT_MS = 15_000;

/** A program that ends when its standard input is closed; ended with us, whatever happens. */
export class Child {
  private readonly errorLines: string[] = [];
  private readonly ended: Promise<number>;
  private exitCode: number | undefined;

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
    onLine: (line: string) => void,
  ) {
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.errorLines.push(error.message);
        resolve(-1);
      });
      child.once('close', (code) => resolve(code ?? -1));
    });
    void this.ended.then((code) => (this.exitCode = code));
    if (child.stdout !== null) eachLine(child.stdout, onLine);
    if (child.stderr !== null) eachLine(child.stderr, (line) => this.keepError(line));
    child.stdin?.on('error', (error) => this.keepError(`standard input: ${error.message}`));
  }

  /** Starts it; `onLine` gets each line of its standard output. `name` is for messages. */
  static start(name: string, command: string, args: readonly string[], onLine: (line: string) => void): Child {
    const child = new Child(name, spawn(command, args, { stdio: 'pipe' }), onLine);
    onCleanup(() => child.end());
    return child;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves with the exit code, -1 when a signal ended it or it did not start. */
  whenEnded(): Promise<number> {
    return this.ended;
  }

  /** Closes its input and waits; kills it when that takes too long. */
  async end(): Promise<void> {
    if (this.exitCode !== undefined) return;
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), END_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
  }

  /** An error with the end of what it wrote to standard error. */
  failure(what: string): Error {
    return new Error([`${this.name}: ${what}`, ...this.errorLines].join('\n'));
  }

  private keepError(line: string): void {
    this.errorLines.push(line);
    if (this.errorLines.length > ERROR_LINES_MAX) this.errorLines.shift();
  }
}
