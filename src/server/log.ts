/** Structured log lines: one JSON object a line on standard error, forwarded by the bridge into Flink's log. */

type Level = 'debug' | 'info' | 'warn' | 'error';

export function log(level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  process.stderr.write(`${line}\n`);
}
