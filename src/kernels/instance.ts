/** Loads the compiled AssemblyScript modules into a worker's memory. One instance of each per worker. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { type WorkerMemory } from '../columnar/memory.js';

export type KernelName = 'binary-row' | 'decimal' | 'json-decode' | 'json-encode' | 'state' | 'strings';

/** In the bundle the modules are inlined (name → bytes); from a checkout they are read from dist/kernels. */
declare const SLIPSTREAM_KERNELS: Readonly<Record<string, string>> | undefined;

const modules = new Map<KernelName, WebAssembly.Module>();

function kernelBytes(name: KernelName): Uint8Array {
  if (typeof SLIPSTREAM_KERNELS !== 'undefined') {
    const inlined = SLIPSTREAM_KERNELS[name];
    if (inlined === undefined) throw new Error(`kernel ${name} is not in this bundle`);
    return Buffer.from(inlined, 'base64');
  }
  // From src/kernels (vitest) and from dist/src/kernels (compiled) alike.
  const here = path.dirname(fileURLToPath(import.meta.url));
  const root = here.includes(`${path.sep}dist${path.sep}`) ? path.resolve(here, '../..') : path.resolve(here, '../../dist');
  return readFileSync(path.join(root, 'kernels', `${name}.wasm`));
}

/** The exports of a kernel module, typed by the caller's interface. */
export function instantiateKernel<Exports>(name: KernelName, memory: WorkerMemory): Exports {
  let module = modules.get(name);
  if (!module) {
    module = new WebAssembly.Module(kernelBytes(name));
    modules.set(name, module);
  }
  const abort = (): never => {
    throw new Error(`kernel ${name} aborted`);
  };
  const instance = new WebAssembly.Instance(module, { env: { memory: memory.memory, abort } });
  return instance.exports as Exports;
}
