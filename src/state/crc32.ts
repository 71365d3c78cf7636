/** CRC-32 (IEEE 802.3) of the sections of a state blob. */
import * as zlib from 'node:zlib';

type Crc32 = (bytes: Uint8Array) => number;

const POLYNOMIAL = 0xedb88320;
const SLICES = 4;

/** Node has it from 20.15 on, and with vector instructions. */
const native = (zlib as { readonly crc32?: Crc32 }).crc32;

export const crc32: Crc32 = native ? (bytes) => native(bytes) : (bytes) => crc32ByTables(bytes);

let tables: readonly Uint32Array[] | undefined;

/** Four bytes a step. Exported for the test that compares it with the other one. */
export function crc32ByTables(bytes: Uint8Array): number {
  const [t0, t1, t2, t3] = (tables ??= makeTables()) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let crc = 0xffffffff;
  let at = 0;
  for (const end = bytes.length - (SLICES - 1); at < end; at += SLICES) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc = t3[crc & 255]! ^ t2[(crc >>> 8) & 255]! ^ t1[(crc >>> 16) & 255]! ^ t0[crc >>> 24]!;
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]!) & 255]!;
  return ~crc >>> 0;
}

function makeTables(): Uint32Array[] {
  const made = Array.from({ length: SLICES }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    made[0]![byte] = crc;
  }
  for (let slice = 1; slice < SLICES; slice++) {
    for (let byte = 0; byte < 256; byte++) {
      const before = made[slice - 1]![byte]!;
      made[slice]![byte] = (before >>> 8) ^ made[0]![before & 255]!;
    }
  }
  return made;
}
