/** For tests: golden files of decoded messages, one line a message. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generatedCorpus, WRITTEN_CORPUS } from './corpus.js';
import type { MessageGroup, Outcome } from './decode-oracle.js';

const GENERATED_SEED = 20261130;

/** By name of the file. */
export const GOLDEN_GROUPS: Readonly<Record<string, readonly MessageGroup[]>> = {
  ...WRITTEN_CORPUS,
  generated: generatedCorpus(GENERATED_SEED),
};

function fileOf(name: string): URL {
  return new URL(`golden/${name}.json`, import.meta.url);
}

/** Per group, per message. */
export function readGolden(name: string): Outcome[][] {
  return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Outcome[][];
}

export function writeGolden(name: string, outcomes: readonly (readonly Outcome[])[]): void {
  const group = (messages: readonly Outcome[]): string =>
    `[\n${messages.map((outcome) => JSON.stringify(outcome)).join(',\n')}\n]`;
  writeFileSync(fileOf(name), `[\n${outcomes.map(group).join(',\n')}\n]\n`);
}

/** What differs, in words; texts that are no UTF-8 show as Latin-1. */
export function differences(group: MessageGroup, expected: readonly Outcome[], actual: readonly Outcome[]): string[] {
  return group.messages.flatMap((message, index) => {
    const [stock, ours] = [JSON.stringify(expected[index]), JSON.stringify(actual[index])];
    if (stock === ours) return [];
    const text = Buffer.from(message).toString('latin1').slice(0, 300);
    return [`${JSON.stringify(group.options)} ${text}\n  stock ${stock}\n  ours  ${ours}`];
  });
}
