/** Flink's real distribution: the jars of its `lib` and `opt`, as the Python package of Flink carries them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { javaTool } from './jvm.js';

export const FLINK_VERSION = '2.2.1';
const PACKAGE = `apache-flink-libraries==${FLINK_VERSION}`;
const WHEEL = `apache_flink_libraries-${FLINK_VERSION}-py2.py3-none-any.whl`;
const WHEEL_SHA256 = '74dc5546fbd9add8fbcdf1222a237e09491f9b80296241aef8676ec56f8e686e';
const LIB = 'pyflink/lib';
/** The second for the client's command line, which asks it to read the Python options. */
const SQL_CLIENT = [
  `pyflink/opt/flink-sql-client-${FLINK_VERSION}.jar`,
  `pyflink/opt/flink-python-${FLINK_VERSION}.jar`,
];

/** The client runs a gateway inside; the Python package leaves that jar out. */
const GATEWAY_JAR = `flink-sql-gateway-${FLINK_VERSION}.jar`;

export interface Distribution {
  /** The folder. */
  readonly lib: string;
  /** What the SQL client has on its class path beside `lib`. */
  readonly sqlClient: readonly string[];
}

/** Where the distribution is; downloads it with pip the first time (300 MB). `null`: there is no pip to do so. */
export async function distribution(cacheDirectory: string): Promise<Distribution | null> {
  const home = path.join(cacheDirectory, `flink-${FLINK_VERSION}`);
  if (!existsSync(home)) {
    const wheel = path.join(cacheDirectory, WHEEL);
    mkdirSync(cacheDirectory, { recursive: true });
    if (!existsSync(wheel) && !download(cacheDirectory)) return null;
    await checkHash(wheel);
    unpack(wheel, home);
    rmSync(wheel);
  }
  const gateway = path.join(cacheDirectory, GATEWAY_JAR);
  if (!existsSync(gateway)) fetchArtifact(`org.apache.flink:flink-sql-gateway:${FLINK_VERSION}`, cacheDirectory);
  return { lib: path.join(home, LIB), sqlClient: [...SQL_CLIENT.map((jar) => path.join(home, jar)), gateway] };
}

/** Puts `group:name:version` into a directory. */
export function fetchArtifact(coordinates: string, directory: string): void {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  const args = ['-q', '-B', '-ntp', goal, `-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`];
  const result = spawnSync('mvn', args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Maven could not fetch ${coordinates}:\n${result.stdout}`);
}

function download(directory: string): boolean {
  for (const python of ['python3', 'python']) {
    if (spawnSync(python, ['-m', 'pip', '--version']).status !== 0) continue;
    process.stderr.write(`downloading ${PACKAGE}\n`);
    const options = [
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--dest',
      directory,
    ];
    const result = spawnSync(python, ['-m', 'pip', 'download', ...options, PACKAGE], { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`pip could not download ${PACKAGE}:\n${result.stderr}`);
    return true;
  }
  return false;
}

async function checkHash(wheel: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(wheel), hash);
  const found = hash.digest('hex');
  if (found !== WHEEL_SHA256) {
    rmSync(wheel);
    throw new Error(`expected ${WHEEL} with SHA-256 ${WHEEL_SHA256}, found ${found}`);
  }
}

/** A wheel is a zip file, and every JDK has a tool for those. */
function unpack(wheel: string, home: string): void {
  const incomplete = `${home}.incomplete`;
  rmSync(incomplete, { recursive: true, force: true });
  mkdirSync(incomplete, { recursive: true });
  const result = spawnSync(javaTool('jar'), ['xf', wheel, LIB, ...SQL_CLIENT], { cwd: incomplete, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${wheel} could not be unpacked: ${result.stderr}`);
  renameSync(incomplete, home);
}
