import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onCleanup } from './cleanup.js';

/** A new directory below `parent` that is removed when the command ends. */
export function workDirectory(name: string, parent = os.tmpdir()): string {
  const directory = mkdtempSync(path.join(parent, `slipstream-${name}-`));
  onCleanup(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
