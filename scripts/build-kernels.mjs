// Compiles each AssemblyScript module of src/kernels to dist/kernels/NAME.wasm.
//
// All modules of a worker share one memory. Static data must not overlap, so each module has its own 64 KiB region below
// the heap (HEAP_BASE in src/columnar/memory.ts); the compiler places it there and this script checks that it stays inside.
import { mkdirSync, statSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';

const REGION_BYTES = 65536;
/** Name → region number; never reuse a number for two modules. Region 0 stays free, so that a null pointer traps in tests. */
export const KERNEL_REGIONS = {
  'binary-row': 1,
  'json-decode': 2,
  'json-encode': 3,
  strings: 4,
  decimal: 5,
  state: 6,
};

export async function buildKernels(root, names = Object.keys(KERNEL_REGIONS)) {
  const outDir = path.join(root, 'dist/kernels');
  mkdirSync(outDir, { recursive: true });
  for (const name of names) {
    const source = `src/kernels/${name}.as.ts`;
    if (!existsSync(path.join(root, source))) continue;
    const out = `dist/kernels/${name}.wasm`;
    if (existsSync(path.join(root, out)) && !isStale(root, source, out)) continue;
    const base = KERNEL_REGIONS[name] * REGION_BYTES;
    const { error, stderr } = await asc.main(
      [
        source,
        '-o',
        out,
        '-O3',
        '--noAssert',
        '--runtime',
        'stub',
        '--memoryBase',
        String(base),
        '--importMemory',
        '--initialMemory',
        '32',
        '--maximumMemory',
        '65536',
        '--enable',
        'simd',
        '--enable',
        'bulk-memory',
        '--enable',
        'sign-extension',
        '--enable',
        'nontrapping-f2i',
      ],
      { baseDir: root },
    );
    if (error) {
      rmSync(path.join(root, out), { force: true });
      throw new Error(`kernel ${name} does not compile:\n${stderr.toString()}`);
    }
    checkStaticData(path.join(root, out), name, base);
  }
}

function isStale(root, source, out) {
  const built = statSync(path.join(root, out)).mtimeMs;
  const sources = [source, 'scripts/build-kernels.mjs', ...libFiles(root)];
  return sources.some((file) => statSync(path.join(root, file)).mtimeMs > built);
}

function libFiles(root) {
  const text = ['src/kernels/lib'];
  const found = [];
  for (const dir of text) {
    for (const file of readDirSafe(path.join(root, dir))) found.push(path.join(dir, file));
  }
  return found;
}

import { readdirSync } from 'node:fs';
function readDirSafe(dir) {
  return existsSync(dir) ? readdirSync(dir).filter((f) => f.endsWith('.ts')) : [];
}

/** Every active data segment must lie within the module's own region. */
function checkStaticData(file, name, base) {
  const bytes = readFileSync(file);
  let at = 8;
  const leb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = leb();
    const end = at + length;
    if (section === 11) {
      const count = leb();
      for (let i = 0; i < count; i++) {
        const mode = leb();
        if (mode !== 0) throw new Error(`kernel ${name}: data segment of mode ${mode}`);
        at++; // i32.const
        const offset = leb();
        at++; // end
        const size = leb();
        if (offset < base || offset + size > base + REGION_BYTES)
          throw new Error(`kernel ${name}: static data ${offset}..${offset + size} leaves its region at ${base}`);
        at += size;
      }
    }
    at = end;
  }
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1]))) {
  await buildKernels(process.cwd(), process.argv.length > 2 ? process.argv.slice(2) : undefined);
}
