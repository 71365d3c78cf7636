/** The same on real Kafka: records cross undecoded and encoded, through the connector that SQL users put into `lib`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startBroker } from '../../src/tools/broker.js';
import { REPOSITORY_ROOT } from '../../src/tools/repository.js';
import type { Checks } from './checks.js';
import { OUR_JAR } from './flink-home.js';
import { javaTool } from './jvm.js';
import { onCluster, type Installation } from './on-cluster.js';
import { printedRows } from './script.js';

const CONNECTOR = 'flink-sql-connector-kafka-5.0.0-2.2.jar';
const ROWS = 2000;

export async function kafka(checks: Checks, installation: Installation): Promise<void> {
  process.stdout.write('Kafka JSON in and out, with the SQL connector in lib\n');
  const cache = path.join(REPOSITORY_ROOT, '.cache');
  const connector = path.join(cache, CONNECTOR);
  if (!existsSync(connector)) installation.fetchArtifact('org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2', cache);
  const options = { jarName: OUR_JAR, bundle: installation.bundle, extraJars: [connector] };
  await onCluster(checks, installation, options, async (session, directory) => {
    const broker = await startBroker(directory);
    try {
      createTopics(broker.bootstrapServers, ['events', 'stock', 'ours']);
      await session.run(fill(broker.bootstrapServers));
      const stock = await session.run(copy(broker.bootstrapServers, 'stock', false));
      const ours = await session.run(copy(broker.bootstrapServers, 'ours', true));
      checks.contains('records are decoded in the sidecar', ours.output, 'decoded in the sidecar');
      checks.contains('records are encoded in the sidecar', ours.output, 'encoded in the sidecar');
      checks.contains('the plan is logged as accelerated', ours.log, 'Slipstream: plan accelerated');
      checks.contains(
        'records join open batches',
        session.taskManagerLog,
        "are appended to the producer's open batches",
      );
      const [expected, found] = [printedRows(stock.output), printedRows(ours.output)];
      const lines = (): string => `${expected.length} and ${found.length} records\n${ours.output.slice(-3000)}`;
      checks.that('stock Flink wrote records', expected.length > 0, () => stock.output);
      checks.that(
        'the written records are identical, and in the same order',
        String(expected) === String(found),
        lines,
      );
    } finally {
      await broker.end();
    }
  });
}

function createTopics(bootstrapServers: string, topics: readonly string[]): void {
  const classPath = readFileSync(path.join(REPOSITORY_ROOT, 'flink-bridge/bridge-broker/target/classpath.txt'), 'utf8');
  const source = path.join(REPOSITORY_ROOT, 'parity-tests/drop-in/CreateTopics.java');
  const result = spawnSync(javaTool('java'), ['-cp', classPath.trim(), source, bootstrapServers, ...topics], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`topics could not be made:\n${result.stderr}`);
}

const connect = (bootstrapServers: string, topic: string): string =>
  `'connector' = 'kafka', 'topic' = '${topic}', 'properties.bootstrap.servers' = '${bootstrapServers}'`;

const READ = `'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', 'properties.group.id' = 'drop-in',
  'properties.isolation.level' = 'read_committed'`;

function events(bootstrapServers: string): string {
  return `
SET 'sql-client.execution.result-mode' = 'tableau';
SET 'execution.checkpointing.interval' = '500 ms';
SET 'table.dml-sync' = 'true';
CREATE TABLE events (id BIGINT, price DOUBLE, note ROW<word STRING, n INT>, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
  WITH (${connect(bootstrapServers, 'events')}, ${READ}, 'format' = 'json');
`;
}

function fill(bootstrapServers: string): string {
  return `${events(bootstrapServers)}
CREATE TABLE numbers (id BIGINT) WITH
  ('connector' = 'datagen', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '${ROWS}');
INSERT INTO events SELECT id, id / CAST(7 AS DOUBLE), ROW('wörd-' || CAST(id AS STRING), CAST(MOD(id, 13) AS INT)),
  TIMESTAMPADD(SECOND, CAST(id AS INT), TIMESTAMP '2026-01-01 00:00:00') FROM numbers;
`;
}

/** Reads the events, writes them to a topic exactly-once, and prints that topic's records as they are. */
function copy(bootstrapServers: string, topic: string, on: boolean): string {
  const insert = `INSERT INTO copied SELECT id + 1, price * 2, note.word, ts FROM events WHERE note.n > 4`;
  return `${events(bootstrapServers)}
CREATE TABLE copied (id BIGINT, price DOUBLE, word STRING, ts TIMESTAMP(3)) WITH (${connect(bootstrapServers, topic)}, 'format' = 'json',
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = '${topic}', 'properties.transaction.timeout.ms' = '60000');
CREATE TABLE written (record STRING) WITH (${connect(bootstrapServers, topic)}, ${READ}, 'format' = 'raw');
SET 'slipstream.enabled' = '${on}';
EXPLAIN ${insert};
${insert};
SET 'slipstream.enabled' = 'false';
SET 'sql-client.display.max-column-width' = '200';
SELECT record FROM written;
`;
}
