/** A Flink installation in a temporary directory: links to the distribution's jars, our two files, a configuration. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const OUR_JAR = '00-slipstream-flink-2.2.jar';
export const OUR_BUNDLE = 'slipstream-sidecar.mjs';

export interface HomeOptions {
  /** The distribution's `lib`. */
  readonly distributionLib: string;
  /** Our jar, and the name it gets in `lib`. */
  readonly jar: { readonly file: string; readonly as: string };
  /** Left out: the bundle is not in `lib`. */
  readonly bundle?: string;
  /** Further jars for `lib`. */
  readonly extraJars?: readonly string[];
}

export class FlinkHome {
  private constructor(
    readonly directory: string,
    readonly restPort: number,
  ) {}

  static async create(options: HomeOptions): Promise<FlinkHome> {
    const directory = mkdtempSync(path.join(tmpdir(), 'slip-drop-'));
    const restPort = await freePort();
    const home = new FlinkHome(directory, restPort);
    mkdirSync(home.lib);
    mkdirSync(home.conf);
    for (const name of readdirSync(options.distributionLib)) {
      symlinkSync(path.join(options.distributionLib, name), path.join(home.lib, name));
    }
    for (const jar of options.extraJars ?? []) symlinkSync(jar, path.join(home.lib, path.basename(jar)));
    copyFileSync(options.jar.file, path.join(home.lib, options.jar.as));
    if (options.bundle !== undefined) copyFileSync(options.bundle, path.join(home.lib, OUR_BUNDLE));
    writeFileSync(path.join(home.conf, 'config.yaml'), configuration(restPort, await freePort(), directory));
    writeFileSync(path.join(home.conf, 'log4j.properties'), LOGGING);
    return home;
  }

  get lib(): string {
    return path.join(this.directory, 'lib');
  }

  get conf(): string {
    return path.join(this.directory, 'conf');
  }

  remove(): void {
    if (existsSync(this.directory)) rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Memory is spelt out: Flink's scripts, which are not part of the package, would compute it. */
function configuration(restPort: number, rpcPort: number, directory: string): string {
  return Object.entries({
    'jobmanager.rpc.address': '127.0.0.1',
    'jobmanager.rpc.port': rpcPort,
    'jobmanager.bind-host': '127.0.0.1',
    'rest.address': '127.0.0.1',
    'rest.bind-address': '127.0.0.1',
    'rest.port': restPort,
    'taskmanager.host': '127.0.0.1',
    'taskmanager.bind-host': '127.0.0.1',
    'taskmanager.numberOfTaskSlots': 2,
    'taskmanager.cpu.cores': 1,
    'taskmanager.memory.task.heap.size': '256m',
    'taskmanager.memory.task.off-heap.size': '0m',
    'taskmanager.memory.framework.heap.size': '128m',
    'taskmanager.memory.framework.off-heap.size': '64m',
    'taskmanager.memory.managed.size': '64m',
    'taskmanager.memory.network.min': '32m',
    'taskmanager.memory.network.max': '32m',
    'taskmanager.memory.jvm-metaspace.size': '128m',
    'taskmanager.memory.jvm-overhead.min': '64m',
    'taskmanager.memory.jvm-overhead.max': '64m',
    'parallelism.default': 1,
    'restart-strategy.type': 'none',
    'io.tmp.dirs': path.join(directory, 'tmp'),
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

const LOGGING = `rootLogger.level = INFO
rootLogger.appenderRef.file.ref = file
appender.file.name = file
appender.file.type = FILE
appender.file.fileName = \${sys:log.file}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d{HH:mm:ss,SSS} %-5p %c{1} %m%n
`;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
