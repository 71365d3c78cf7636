/** Where stock Flink would keep the state, for operators whose results depend on it. */
import { type PlanContext } from './operator.js';

/** `hashmap`: objects on the heap; `rocksdb`: bytes; null: another one, of which nothing is known. */
export type StateBackend = 'hashmap' | 'rocksdb' | null;

const STATE_BACKEND = 'state.backend.type';
const STATE_BACKEND_BEFORE = 'state.backend';
/** Settings that say so. */
export const STATE_BACKEND_SETTINGS: readonly string[] = [STATE_BACKEND, STATE_BACKEND_BEFORE];

export function stateBackendOf(plan: PlanContext): StateBackend {
  const name = stateBackendText(plan) ?? 'hashmap';
  return name === 'hashmap' || name === 'rocksdb' ? name : null;
}

/** For reasons: the setting, as it is written. */
export function describeStateBackend(plan: PlanContext): string {
  return `${STATE_BACKEND} = ${stateBackendText(plan)}`;
}

function stateBackendText({ config }: PlanContext): string | undefined {
  return config.get(STATE_BACKEND) ?? config.get(STATE_BACKEND_BEFORE);
}
