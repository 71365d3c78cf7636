// The sidecar as one file: dist/package/slipstream-sidecar.mjs, with kernels and protocol files inlined. It runs with Node alone.
import { readdirSync, readFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib.mjs';

const NODE_MAJOR_MIN = 20;

export async function bundleSidecar() {
  const { build } = await import('esbuild');
  const kernels = {};
  for (const file of readdirSync(path.join(ROOT, 'dist/kernels'))) {
    if (file.endsWith('.wasm'))
      kernels[file.slice(0, -5)] = readFileSync(path.join(ROOT, 'dist/kernels', file)).toString('base64');
  }
  const protos = {};
  for (const file of ['plan.proto', 'sidecar.proto'])
    protos[file] = readFileSync(path.join(ROOT, 'proto', file), 'utf8');
  mkdirSync(path.join(ROOT, 'dist/package'), { recursive: true });
  await build({
    entryPoints: [path.join(ROOT, 'src/server/main.ts')],
    outfile: path.join(ROOT, 'dist/package/slipstream-sidecar.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'inline',
    logLevel: 'warning',
    define: { SLIPSTREAM_KERNELS: JSON.stringify(kernels), SLIPSTREAM_PROTOS: JSON.stringify(protos) },
    banner: {
      // The first statement that runs is about the version: what fails first on an old one says nothing of it. Afterwards, CommonJS
      // packages inside an ES module still ask for `require`.
      js: `import { createRequire as slipstreamCreateRequire } from 'node:module';
if (Number.parseInt(process.versions.node, 10) < ${NODE_MAJOR_MIN}) {
  process.stderr.write('this is Node ' + process.version + ', ${NODE_MAJOR_MIN} or later is needed\\n');
  process.exit(2);
}
const require = slipstreamCreateRequire(import.meta.url);`,
    },
  });
}
