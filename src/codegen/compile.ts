/**
 * The only place that makes functions from text. The text comes from our own emitters alone: names that they made, operators and
 * numbers; every constant of the user's query arrives as an argument, never as text.
 */

/** Compiled texts that are kept; a text is a few KiB, its machine code a few tens. */
const COMPILED_ENTRIES_MAX = 512;

export type Factory = (...args: readonly unknown[]) => unknown;

/** Least recently used first: Map keeps the order of insertion. */
const compiled = new Map<string, Factory>();

/** A function of these parameters with this body, strict; equal texts share one function and so its machine code. */
export function compileFunction(parameters: readonly string[], body: string): Factory {
  const text = `${parameters.join(',')}\n${body}`;
  const known = compiled.get(text);
  if (known) {
    compiled.delete(text);
    compiled.set(text, known);
    return known;
  }
  const made = new Function(...parameters, `'use strict';\n${body}`) as Factory;
  compiled.set(text, made);
  if (compiled.size > COMPILED_ENTRIES_MAX) {
    for (const oldest of compiled.keys()) {
      compiled.delete(oldest);
      break;
    }
  }
  return made;
}
