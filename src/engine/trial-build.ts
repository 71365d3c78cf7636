/**
 * The last question of the gate: can the fragment be made? Support rules look at one node at a time and believe what Flink writes;
 * a plan that passes them and cannot be made would fail when the job runs, where stock Flink is no longer an answer.
 */
import { Arena, WorkerMemory, type MemoryBlock } from '../columnar/memory.js';
import type { PlanContext, Refusal } from '../operators/operator.js';
import type { FragmentMessage } from '../transport/messages.js';
import { Fragment } from './fragment.js';
import { fragmentPlanFromBytes } from './fragment-plan.js';

/** One is enough: every key group costs a little memory. */
const TRIAL_KEY_GROUPS = { start: 0, end: 0 };
const ARENA_BYTES = 1 << 16;

/** One for all trials, made by the first: it processes no rows, and what a trial allocates is given back. */
let scratch: { readonly memory: WorkerMemory; readonly arena: Arena } | null = null;

export function trialRefusal(fragment: FragmentMessage, context: PlanContext): Refusal {
  scratch ??= createScratch();
  const { memory, arena } = scratch;
  const blocks: MemoryBlock[] = [];
  memory.owned = blocks;
  try {
    const facts = {
      plan: context,
      subtaskIndex: 0,
      parallelism: 1,
      maxParallelism: 128,
      keyGroups: TRIAL_KEY_GROUPS,
      targets: [],
    };
    new Fragment(fragmentPlanFromBytes(fragment.plan), memory, arena, facts).release();
    return null;
  } catch (error) {
    return `cannot be made: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    memory.owned = null;
    for (const { pointer, byteLength } of blocks) memory.release(pointer, byteLength);
  }
}

function createScratch(): { readonly memory: WorkerMemory; readonly arena: Arena } {
  const memory = new WorkerMemory();
  return { memory, arena: new Arena(memory, ARENA_BYTES) };
}
