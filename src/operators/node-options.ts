/** What the exec node of a stateful operator is configured with. */
import { durationMs } from '../columnar/duration.js';
import { type ExecNode } from './operator.js';

type Config = ReadonlyMap<string, string>;

/** What the node persisted, otherwise the table configuration, otherwise undefined (ExecNodeConfig.getOptional). */
export function effectiveOption(node: ExecNode, config: Config, key: string): string | undefined {
  const persisted = node.json.configuration as Readonly<Record<string, unknown>> | undefined;
  const own = persisted?.[key];
  return typeof own === 'string' ? own : config.get(key);
}

export function isOn(node: ExecNode, config: Config, key: string): boolean {
  return effectiveOption(node, config, key)?.toLowerCase() === 'true';
}

/** StateMetadata.getStateTtlForOneInputOperator, in milliseconds; 0: no TTL. */
export function stateTtlMs(node: ExecNode, config: Config): number {
  const metadata = node.json.state as readonly { readonly ttl?: string }[] | undefined;
  const text = metadata && metadata.length > 0 ? metadata[0]?.ttl : config.get('table.exec.state.ttl');
  return text === undefined ? 0 : durationMs(text);
}

/** Rows of a bundle (CountBundleTrigger); null when mini-batch is off. */
export function miniBatchSize(node: ExecNode, config: Config): number | null {
  if (!isOn(node, config, 'table.exec.mini-batch.enabled')) return null;
  return Number(effectiveOption(node, config, 'table.exec.mini-batch.size') ?? -1);
}
