/** Surefire's reports of one run: per class the tests, and from the captured log what became of each plan. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ClassResult {
  readonly className: string;
  readonly passed: number;
  readonly skipped: number;
  /** Names of failed tests, with the first line of why. */
  readonly failures: readonly { readonly test: string; readonly message: string }[];
  /** Plans that ran accelerated. */
  readonly accelerated: number;
  /** Plans that stayed on stock Flink, by reason. */
  readonly fallbacks: ReadonlyMap<string, number>;
}

/** Names a test of a class. */
export function testKey(result: Pick<ClassResult, 'className'>, test: string): string {
  return `${result.className}#${test}`;
}

const ACCELERATED = 'Slipstream: plan accelerated';
const NOT_ACCELERATED = 'Slipstream: plan not accelerated: ';

export function readReports(folder: string): ClassResult[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.startsWith('TEST-') && file.endsWith('.xml'))
    .sort()
    .map((file) => readReport(folder, file.slice('TEST-'.length, -'.xml'.length)));
}

function readReport(folder: string, className: string): ClassResult {
  const xml = readFileSync(path.join(folder, `TEST-${className}.xml`), 'utf8');
  const cases = [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)];
  const failures: { test: string; message: string }[] = [];
  let skipped = 0;
  for (const [, attributes = '', body = ''] of cases) {
    const outcome = body.replace(/<system-(out|err)>[\s\S]*?<\/system-\1>/g, '');
    const message = failureMessage(outcome);
    if (message !== undefined) failures.push({ test: attribute(attributes, 'name'), message });
    else if (outcome.includes('<skipped')) skipped++;
  }
  return {
    className,
    passed: cases.length - failures.length - skipped,
    skipped,
    failures,
    ...plansOf(path.join(folder, `${className}-output.txt`)),
  };
}

/** Why a test failed, on one line: its exception's message, or what stands before the stack trace; and the last cause of it. */
function failureMessage(outcome: string): string | undefined {
  const problem = /<(?:failure|error)\b([^>]*)>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>|<\/)/.exec(outcome);
  if (!problem) return undefined;
  const [, attributes = '', text = ''] = problem;
  const message = firstLine(attribute(attributes, 'message')) || firstLine(unescapeXml(text));
  const cause = unescapeXml(text).split('\nCaused by: ').slice(1).pop();
  return cause === undefined ? message : `${message} (${firstLine(cause)})`;
}

function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '') ?? '';
}

/** Lines of the log that the planner writes, one a plan. */
function plansOf(logFile: string): Pick<ClassResult, 'accelerated' | 'fallbacks'> {
  const fallbacks = new Map<string, number>();
  let accelerated = 0;
  const text = existsSync(logFile) ? readFileSync(logFile, 'latin1') : '';
  for (const line of text.split('\n')) {
    if (line.includes(ACCELERATED)) accelerated++;
    const at = line.indexOf(NOT_ACCELERATED);
    if (at < 0) continue;
    const reason = shortReason(line.slice(at + NOT_ACCELERATED.length));
    fallbacks.set(reason, (fallbacks.get(reason) ?? 0) + 1);
  }
  return { accelerated, fallbacks };
}

/** The reason without the node's id, so that equal reasons of different plans count together. */
function shortReason(text: string): string {
  return text
    .trim()
    .split('; ')[0]!
    .replace(/^\[\d+\] /, '');
}

function attribute(attributes: string, name: string): string {
  return unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&');
}
