// `npm run package`: dist/package/ with what goes into Flink's lib: the jar and the sidecar bundle.
import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib.mjs';
import { setup } from './setup.mjs';

const JAR = '00-slipstream-flink-2.2.jar';

export async function main() {
  await setup();
  const folder = path.join(ROOT, 'dist/package');
  copyFileSync(path.join(ROOT, 'flink-bridge/bridge-dist/target', JAR), path.join(folder, JAR));
  for (const file of [JAR, 'slipstream-sidecar.mjs']) {
    const megabytes = (statSync(path.join(folder, file)).size / 1e6).toFixed(1);
    process.stdout.write(`dist/package/${file}  ${megabytes} MB\n`);
  }
  process.stdout.write('Copy both files into the lib folder of Flink 2.2 on every node and restart it.\n');
  return 0;
}
