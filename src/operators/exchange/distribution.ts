/** Flink's StreamExecExchange: where the rows of a batch belong. Only what this version of Flink can plan for streams: hash and singleton. */
import { isBinaryType } from '../../formats/binary-row/layout.js';
import type { LogicalType } from '../../columnar/types.js';
import type { ExecNode, Refusal } from '../operator.js';

export const EXCHANGE = 'stream-exec-exchange';
const VERSION = 1;

export type Distribution =
  | { readonly kind: 'SINGLETON' }
  /** Columns whose BinaryRow bytes are the key, in this order, repetitions included. */
  | { readonly kind: 'HASH'; readonly keys: readonly number[] };

interface DistributionJson {
  readonly type?: string;
  readonly keys?: readonly number[];
}

function distributionJson(node: ExecNode): DistributionJson {
  const properties = node.json.inputProperties as { readonly requiredDistribution?: DistributionJson }[] | undefined;
  return properties?.[0]?.requiredDistribution ?? {};
}

/** Of an exchange that `exchangeRefusal` has nothing against. */
export function distributionOf(node: ExecNode): Distribution {
  const { type, keys = [] } = distributionJson(node);
  return type === 'SINGLETON' ? { kind: 'SINGLETON' } : { kind: 'HASH', keys };
}

export function exchangeRefusal(node: ExecNode): Refusal {
  if (node.version !== VERSION) return `version ${node.version} of ${EXCHANGE} is not covered (known: ${VERSION})`;
  const { type, keys } = distributionJson(node);
  if (type === 'SINGLETON') return null;
  if (type !== 'HASH') return `distribution ${type ?? 'unknown'} is not covered`;
  const fields = node.outputType.kind === 'ROW' ? node.outputType.fields : [];
  for (const key of keys ?? []) {
    const field = fields[key];
    if (!field) return `key column ${key} of ${fields.length} is not there`;
    const refusal = keyTypeRefusal(field.type);
    if (refusal !== null) return `${refusal} as the key ${field.name}`;
  }
  return null;
}

/** Types whose BinaryRow bytes Flink's generated key projection writes as we do. */
export function keyTypeRefusal(type: LogicalType): Refusal {
  return isBinaryType(type) ? null : `type ${type.kind === 'UNSUPPORTED' ? type.text : type.kind}`;
}
