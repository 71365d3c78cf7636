/** UTF-16 units, halves of surrogate pairs included: Java's strings hold them, Jackson reads and writes them one by one. */

/** One UTF-16 unit in the manner of UTF-8, halves of pairs included. */
export function pushUnit(bytes: number[], unit: number): void {
  if (unit < 0x80) bytes.push(unit);
  else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
  else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}

const CHUNK_UNITS = 1024;

/** Collects a string unit by unit. */
export class UnitBuffer {
  length = 0;
  private text = '';
  private chunk: number[] = [];

  push(unit: number): void {
    this.length++;
    if (this.chunk.push(unit & 0xffff) === CHUNK_UNITS) this.flush();
  }

  toString(): string {
    this.flush();
    return this.text;
  }

  private flush(): void {
    this.text += String.fromCharCode(...this.chunk);
    this.chunk = [];
  }
}
