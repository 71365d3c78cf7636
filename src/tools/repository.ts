import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of package.json, from the sources as well as from `dist`. */
export const REPOSITORY_ROOT = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/** The sidecar's program as `npm run build` makes it. */
export const SIDECAR_BUNDLE = path.join(REPOSITORY_ROOT, 'dist/package/slipstream-sidecar.mjs');

function findRoot(directory: string): string {
  if (existsSync(path.join(directory, 'package-lock.json'))) return directory;
  const parent = path.dirname(directory);
  if (parent === directory) throw new Error('no package-lock.json above this program');
  return findRoot(parent);
}
