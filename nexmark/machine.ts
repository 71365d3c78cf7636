import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { javaBinary } from '../src/tools/java.js';
import { REPOSITORY_ROOT } from '../src/tools/repository.js';

/** Where and with what a benchmark ran. */
export interface Provenance {
  readonly date: string;
  readonly commit: string;
  readonly machine: {
    readonly cpu: string;
    readonly processors: number;
    readonly memoryBytes: number;
    readonly kernel: string;
  };
  readonly versions: Readonly<Record<string, string>>;
}

/** `commit` ends in `-dirty` when the tree has changes. */
export function provenance(): Provenance {
  return {
    date: new Date().toISOString(),
    commit: outputOf('git', ['-C', REPOSITORY_ROOT, 'describe', '--always', '--dirty', '--abbrev=12']),
    machine: {
      cpu: os.cpus()[0]?.model ?? 'unknown',
      processors: os.availableParallelism(),
      memoryBytes: os.totalmem(),
      kernel: os.release(),
    },
    versions: {
      slipstream: fromFile('package.json', /"version": "([^"]+)"/),
      flink: fromFile('flink-bridge/pom.xml', /<flink\.version>([^<]+)</),
      kafkaConnector: fromFile('flink-bridge/pom.xml', /<kafka\.connector\.version>([^<]+)</),
      kafkaBroker: fromFile('flink-bridge/pom.xml', /<kafka\.broker\.version>([^<]+)</),
      java: /version "([^"]+)"/.exec(outputOf(javaBinary(), ['-version']))?.[1] ?? 'unknown',
      node: process.version,
    },
  };
}

function fromFile(file: string, pattern: RegExp): string {
  return pattern.exec(readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'))?.[1] ?? 'unknown';
}

/** Standard output and error; `unknown` when the program is not there (a benchmark from an unpacked archive has no git). */
function outputOf(command: string, args: readonly string[]): string {
  try {
    return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', command, ...args], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
