/** The exports of the strings kernel (strings.as.ts) and its instance in a worker's memory. */
import { type WorkerMemory } from '../columnar/memory.js';
import { instantiateKernel } from './instance.js';

/** How a kernel answered. SLOW: it does not cover the value; the exact answer comes from TypeScript. */
export const KernelAnswer = { NULL: 0, VALUE: 1, SLOW: 2 } as const;

/** Pointers and byte lengths are unsigned 32-bit numbers; see strings.as.ts for what each function does. */
export interface StringExports {
  equals(left: number, leftLength: number, right: number, rightLength: number): number;
  compare(left: number, leftLength: number, right: number, rightLength: number): number;
  compareUtf16(left: number, leftLength: number, right: number, rightLength: number): number;
  startsWith(text: number, length: number, prefix: number, prefixLength: number): number;
  endsWith(text: number, length: number, suffix: number, suffixLength: number): number;
  contains(text: number, length: number, needle: number, needleLength: number): number;
  find(text: number, length: number, needle: number, needleLength: number, from: number): number;
  charLength(text: number, length: number): number;
  ascii(text: number, length: number): number;
  validUtf8(text: number, length: number): number;
  substring(text: number, length: number, position: number, count: number, out: number): number;
  right(text: number, length: number, count: number, out: number): void;
  truncate(text: number, length: number, count: number, out: number): number;
  trimSpaces(text: number, length: number, leading: number, trailing: number, out: number): void;
  trimSet(
    text: number,
    length: number,
    leading: number,
    trailing: number,
    set: number,
    setLength: number,
    out: number,
  ): void;
  lowerAscii(text: number, length: number, target: number, out: number): number;
  upperAscii(text: number, length: number, target: number, out: number): number;
  splitIndex(
    text: number,
    length: number,
    separator: number,
    separatorLength: number,
    index: number,
    out: number,
  ): number;
  position(text: number, length: number, needle: number, needleLength: number, from: number): number;
  reverse(text: number, length: number, target: number, out: number): number;
  append(target: number, text: number, length: number): number;
  appendValid(target: number, text: number, length: number): number;
  fill(target: number, byte: number, length: number): number;
  replacedLength(
    text: number,
    length: number,
    search: number,
    searchLength: number,
    replacementLength: number,
  ): number;
  replace(
    text: number,
    length: number,
    search: number,
    searchLength: number,
    replacement: number,
    replacementLength: number,
    target: number,
  ): void;
}

/** One instance of the kernel, and the cell to which it writes views. */
export interface StringKernels extends StringExports {
  /** Address of (u32 pointer, u32 byteLength), to be passed as `out`. */
  readonly out: number;
}

const instances = new WeakMap<WorkerMemory, StringKernels>();

/** The kernel in this memory. Not inside a loop: the first call instantiates it. */
export function stringKernels(memory: WorkerMemory): StringKernels {
  let kernels = instances.get(memory);
  if (!kernels) {
    kernels = { ...instantiateKernel<StringExports>('strings', memory), out: memory.allocate(8) };
    instances.set(memory, kernels);
  }
  return kernels;
}
