import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError, type Sample } from './options.js';

/** Case files under the given files, directories and patterns (`*` in the file name, for where no shell expands it), in a stable order. */
export function findCases(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path.includes('*')) return matching(path);
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status) throw new UsageError(`there is no file or directory ${path}`);
    return status.isDirectory() ? casesUnder(path) : [path];
  });
}

function casesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(directory, name));
}

function matching(pattern: string): string[] {
  const directory = dirname(pattern);
  if (!existsSync(directory)) throw new UsageError(`there is no directory ${directory}`);
  const parts = basename(pattern)
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const name = new RegExp(`^${parts.join('.*')}$`);
  return readdirSync(directory)
    .filter((candidate) => name.test(candidate) && candidate.endsWith('.sql'))
    .sort()
    .map((candidate) => join(directory, candidate));
}

/** FNV-1a of the file's name: stable, and cases of neighbouring names do not all fall into one part. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

export function sampled(files: readonly string[], sample: Sample | undefined): string[] {
  return files.filter((file) => sample === undefined || hashOf(basename(file)) % sample.parts === sample.part);
}

function hashOf(name: string): number {
  let hash = HASH_START;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), HASH_FACTOR);
  // The lower bits of neighbouring names differ too little.
  return (hash ^ (hash >>> 15)) >>> 0;
}
