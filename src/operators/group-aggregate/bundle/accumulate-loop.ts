/**
 * The loop that adds rows of a batch to the accumulators of a bundle (`addInput` of Flink's MapBundleFunctions): rows, of which some may be
 * taken back, or partial results that are merged.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { Code, type Loop } from '../../../codegen/code.js';
import { type EvaluationRuntime } from '../../../codegen/runtime.js';
import { type Batch } from '../../../columnar/batch.js';
import { emitContext } from '../../../expressions/evaluator.js';
import { type EmitContext } from '../../../expressions/function.js';
import { bindingPointers } from './binding-pointers.js';
import { emitLoadAhead } from './load-ahead.js';

export type BundleInput =
  | { readonly kind: 'rows'; readonly needRetraction: boolean }
  /** Partial results, in the columns from `offset` on. */
  | { readonly kind: 'partials'; readonly offset: number };

/** Where each row goes, by selection order. */
export interface RowAccumulators {
  /** u32[]: addresses of accumulators. */
  readonly addresses: number;
  /** u8[]: 1, the row is the first for these accumulators. */
  readonly created: number;
}

const FIXED_POINTERS = 3;

export class AccumulateLoop {
  private readonly code = new Code();
  private readonly loop: Loop;

  constructor(
    private readonly handler: AggregatesHandler,
    private readonly input: BundleInput,
    private readonly runtime: EvaluationRuntime,
  ) {
    const groups = this.batchedGroups;
    this.emitRow(emitContext(this.code, runtime));
    this.loop = this.code.compileLoop(runtime, [
      `const X = P.length - ${FIXED_POINTERS + groups.length};`,
      'const addresses0 = P[X] >>> 2, created0 = P[X + 1], kinds = P[X + 2];',
      ...groups.map((_group, index) => `const found${index} = P[X + ${FIXED_POINTERS + index}] >>> 2;`),
    ]);
  }

  run(batch: Batch, { addresses, created }: RowAccumulators): void {
    const pointers = bindingPointers(this.code, batch.columns, []);
    pointers.push(addresses, created, batch.kinds);
    for (const group of this.batchedGroups) {
      pointers.push(group.findElements(this.runtime.arena, batch, addresses, 0));
    }
    this.loop(this.runtime.memory, pointers, batch.selection, batch.selectedCount);
  }

  /** Maps of DISTINCT whose elements are found for all rows at once. */
  private get batchedGroups(): AggregatesHandler['batchedGroups'] {
    return this.input.kind === 'rows' && !this.input.needRetraction ? this.handler.batchedGroups : [];
  }

  private emitRow(context: EmitContext): void {
    const { code } = context;
    const { handler, input } = this;
    emitLoadAhead(code, 'addresses0', handler.valueBytes);
    code.line('const acc1 = u32[addresses0 + s], acc4 = acc1 >>> 2, acc8 = acc1 >>> 3;');
    if (input.kind === 'rows') handler.emitLoads(context);
    code.if('u8[created0 + s] !== 0', () => handler.emitCreateAccumulators(context));
    if (input.kind === 'partials') {
      handler.emitMergeColumns(context, input.offset);
      return;
    }
    const found = this.batchedGroups.map((_group, index) => `u32[found${index} + s]`);
    if (!input.needRetraction) handler.emitAccumulate(context, found);
    else {
      code.if(
        'kinds !== 0 && (u8[kinds + r] & 1) === 1',
        () => handler.emitRetract(context),
        () => handler.emitAccumulate(context, found),
      );
    }
  }
}
