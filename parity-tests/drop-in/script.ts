/** The SQL that every scenario runs, and what its output says. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROWS = 500;

/** A JSON file and a table over it: rows without order-dependent parts, a null and text beyond ASCII among them. */
export function writeInput(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const lines = Array.from({ length: ROWS }, (_, i) =>
    JSON.stringify({ id: i, price: (i * 7919) % 1000, name: i % 10 === 0 ? null : `größe-${i}` }),
  );
  writeFileSync(path.join(directory, 'input.json'), `${lines.join('\n')}\n`);
}

const tables = (input: string, output: string): string => `
SET 'sql-client.execution.result-mode' = 'tableau';
SET 'execution.runtime-mode' = 'streaming';
SET 'execution.checkpointing.interval' = '500 ms';
SET 'table.dml-sync' = 'true';
CREATE TABLE src (id BIGINT, price INT, name STRING)
  WITH ('connector' = 'filesystem', 'path' = 'file://${input}', 'format' = 'json');
CREATE TABLE doubled (id BIGINT, price INT) WITH ('connector' = 'filesystem', 'path' = 'file://${output}/doubled', 'format' = 'json');
CREATE TABLE named (id BIGINT, name STRING) WITH ('connector' = 'filesystem', 'path' = 'file://${output}/named', 'format' = 'json');
`;

const QUERY = `SELECT id + 1 AS id, price * 2 AS price FROM src WHERE price > 500`;

/** EXPLAIN, a collected query and a statement set of two sinks, with the given settings. */
export function script(input: string, output: string, settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(([key, value]) => `SET '${key}' = '${value}';\n`);
  return `${tables(input, output)}${set.join('')}
EXPLAIN ${QUERY};
${QUERY};
EXECUTE STATEMENT SET BEGIN
INSERT INTO doubled ${QUERY};
INSERT INTO named SELECT id, name FROM src WHERE id < 100;
END;
`;
}

/** The rows of a collected query, as the client prints them, sorted. */
export function printedRows(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('| +I |'))
    .sort();
}

/** All lines that the file system sinks have committed, by table, sorted; none when a job did not run. */
export function writtenLines(output: string): Record<string, string[]> {
  const linesOf = (table: string): string[] => {
    const directory = path.join(output, table);
    if (!existsSync(directory)) return [];
    return readdirSync(directory)
      .filter((name) => name.startsWith('part-') && statSync(path.join(directory, name)).isFile())
      .flatMap((name) => readFileSync(path.join(directory, name), 'utf8').trimEnd().split('\n'))
      .sort();
  };
  return { doubled: linesOf('doubled'), named: linesOf('named') };
}
