/**
 * For `npm run chaos`: with SLIPSTREAM_CHAOS_DIR set, a worker that finds a file `worker-INDEX` there removes it and dies, of the
 * reason that the file contains. Without the variable nothing of this exists at run time.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const POLL_MS = 50;
const HEAP_CHUNK_ELEMENTS = 1 << 20;

export function obeyChaos(workerIndex: number): void {
  const folder = process.env.SLIPSTREAM_CHAOS_DIR;
  if (folder === undefined || folder === '') return;
  const file = path.join(folder, `worker-${workerIndex}`);
  setInterval(() => {
    if (!existsSync(file)) return;
    const reason = readFileSync(file, 'utf8').trim();
    rmSync(file);
    if (reason === 'heap') exhaustHeap();
    process.exit(1);
  }, POLL_MS).unref();
}

/** Ends the thread with ERR_WORKER_OUT_OF_MEMORY. */
function exhaustHeap(): never {
  const held: number[][] = [];
  for (;;) held.push(new Array<number>(HEAP_CHUNK_ELEMENTS).fill(held.length));
}
