/** A session cluster of separate JVMs, and the SQL client in front of it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FlinkHome } from './flink-home.js';
import { classPath, Jvm } from './jvm.js';

const JOB_MANAGER = 'org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint';
const TASK_MANAGER = 'org.apache.flink.runtime.taskexecutor.TaskManagerRunner';
const SQL_CLIENT = 'org.apache.flink.table.client.SqlClient';

const START_TIMEOUT_MS = 300_000;
const SCRIPT_TIMEOUT_MS = 600_000;

export interface ScriptResult {
  readonly output: string;
  /** Of the SQL client, where the planner runs. */
  readonly log: string;
}

export class Session {
  private scripts = 0;

  private constructor(
    private readonly home: FlinkHome,
    private readonly sqlClientJars: readonly string[],
    private readonly jvms: readonly Jvm[],
  ) {}

  static async start(home: FlinkHome, sqlClientJars: readonly string[]): Promise<Session> {
    const start = (name: string, mainClass: string): Jvm =>
      Jvm.start({
        name,
        mainClass,
        args: ['--configDir', home.conf],
        classPath: classPath(home.lib),
        confDirectory: home.conf,
      });
    const session = new Session(home, sqlClientJars, [
      start('jobmanager', JOB_MANAGER),
      start('taskmanager', TASK_MANAGER),
    ]);
    try {
      await session.waitForSlots();
      return session;
    } catch (error) {
      await session.stop();
      throw error;
    }
  }

  get taskManagerLog(): string {
    return this.jvms[1]!.log;
  }

  /** Runs a script of SQL statements to its end. */
  async run(sql: string): Promise<ScriptResult> {
    const name = `sql-client-${++this.scripts}`;
    const file = path.join(this.home.conf, `${name}.sql`);
    writeFileSync(file, sql);
    const client = Jvm.start({
      name,
      mainClass: SQL_CLIENT,
      args: ['embedded', '-f', file],
      classPath: [classPath(this.home.lib), ...this.sqlClientJars].join(':'),
      confDirectory: this.home.conf,
    });
    await client.end(SCRIPT_TIMEOUT_MS);
    return { output: client.output, log: client.log };
  }

  async stop(): Promise<void> {
    await Promise.all(this.jvms.map((jvm) => jvm.stop()));
  }

  private async waitForSlots(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const ended = this.jvms.find((jvm) => !jvm.running);
      if (ended) throw new Error(`${ended.name} ended at once:\n${ended.output}${ended.log.slice(-4000)}`);
      if ((await this.slots()) > 0) return;
      await sleep(300);
    }
    throw new Error(
      `no slots after ${START_TIMEOUT_MS} ms:\n${this.jvms.map(({ log }) => log.slice(-3000)).join('\n')}`,
    );
  }

  /** 0 while the cluster does not answer yet. */
  private async slots(): Promise<number> {
    const overview = await fetch(`http://127.0.0.1:${this.home.restPort}/overview`).then(
      (response) => (response.ok ? (response.json() as Promise<{ 'slots-total': number }>) : null),
      () => null,
    );
    return overview?.['slots-total'] ?? 0;
  }
}
