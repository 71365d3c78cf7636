import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './cleanup.js';

/** Options by name, as `node:util` describes them. */
export type OptionTable = NonNullable<ParseArgsConfig['options']>;
/** What was given: a text, true for a switch, a list for a repeated option; absent when not given. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Reads options and refuses unknown ones and positional arguments with a message that names them. */
export function readOptions(options: OptionTable, argv: readonly string[]): OptionValues {
  try {
    return parseArgs({ options, args: [...argv], strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\nTry --help.`);
  }
}

/** A whole number of at least `min`; `defaultValue` when not given. */
export function numberOption(values: OptionValues, name: string, min: number, defaultValue: number): number {
  const text = values[name];
  if (text === undefined) return defaultValue;
  const value = Number(String(text).replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < min)
    throw new UsageError(`--${name} expects a whole number of at least ${min}, found '${String(text)}'`);
  return value;
}

/** One of `allowed`; `defaultValue` when not given. */
export function choiceOption<T extends string>(
  values: OptionValues,
  name: string,
  allowed: readonly T[],
  defaultValue: T,
): T {
  const text = values[name];
  if (text === undefined) return defaultValue;
  const choice = allowed.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new UsageError(`--${name} expects one of ${allowed.join(', ')}, found '${String(text)}'`);
  return choice;
}

/** A text that was given, or undefined. */
export function textOption(values: OptionValues, name: string): string | undefined {
  const text = values[name];
  return typeof text === 'string' ? text : undefined;
}

/** Every `KEY=VALUE` of a repeated option. */
export function settingsOption(values: OptionValues, name: string): Record<string, string> {
  const texts = values[name];
  const settings: Record<string, string> = {};
  for (const text of Array.isArray(texts) ? texts.map(String) : []) {
    const equals = text.indexOf('=');
    if (equals <= 0) throw new UsageError(`--${name} expects KEY=VALUE, found '${text}'`);
    settings[text.slice(0, equals)] = text.slice(equals + 1);
  }
  return settings;
}
