import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Case files under the given files and directories, in a stable order. A shell has expanded the patterns. */
export function findCases(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (statSync(path).isDirectory() ? casesUnder(path) : [path]));
}

function casesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(directory, name));
}
