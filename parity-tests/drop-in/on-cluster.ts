/** A cluster for the time of an action, and what has to be gone afterwards. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Checks } from './checks.js';
import type { Distribution } from './distribution.js';
import { FlinkHome, OUR_BUNDLE, type HomeOptions } from './flink-home.js';
import { Session } from './session.js';

export interface Installation {
  readonly flink: Distribution;
  readonly jar: string;
  readonly bundle: string;
  /** Puts an artifact of Maven into a directory. */
  fetchArtifact(coordinates: string, directory: string): void;
}

export type ClusterOptions = Pick<HomeOptions, 'bundle' | 'extraJars'> & { readonly jarName: string };

/** `action` gets a directory of the cluster's own. */
export async function onCluster(
  checks: Checks,
  installation: Installation,
  { jarName, ...options }: ClusterOptions,
  action: (session: Session, directory: string) => Promise<void>,
): Promise<void> {
  const jar = { file: installation.jar, as: jarName };
  const home = await FlinkHome.create({ distributionLib: installation.flink.lib, jar, ...options });
  try {
    const session = await Session.start(home, installation.flink.sqlClient);
    try {
      await action(session, home.directory);
    } finally {
      await session.stop();
    }
    const left = sidecarsOf(home);
    checks.that('no sidecar is left behind', left.length === 0, () => left.join('\n'));
  } finally {
    home.remove();
  }
}

/** Command lines of processes that run the bundle of this installation. */
function sidecarsOf(home: FlinkHome): string[] {
  const bundle = path.join(home.lib, OUR_BUNDLE);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It ended between the listing and the reading, or is not ours to look at.
        return '';
      }
    })
    .filter((commandLine) => commandLine.includes(bundle));
}
