/**
 * The loop over the partial accumulators of a finished bundle, those of a final key together (the second half of
 * MiniBatchIncrementalGroupAggFunction.finishBundle). They are merged to the accumulators of the final key, which begin anew with each bundle; the
 * maps of DISTINCT are state of the partial key, so that a value counts once for ever.
 */
import { type AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { Code, type Loop } from '../../codegen/code.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitContext } from '../../expressions/evaluator.js';
import { type EmitContext } from '../../expressions/function.js';
import { HEAD_COUNT_OFFSET } from '../../state/element-table.js';
import { LIVE_OFFSET, VALUE_OFFSET } from '../../state/keyed-table.js';
import { emitLoadAhead, emitLoadDistinctAhead } from '../group-aggregate/bundle/load-ahead.js';
import { type RowAccumulators } from '../group-aggregate/bundle/accumulate-loop.js';

/** All u32[count], in the order of Flink's nested maps. */
export interface PartialKeys {
  readonly count: number;
  /** Entries of the state. */
  readonly entries: number;
  /** Accumulators of the bundle. */
  readonly addresses: number;
  /** Accumulators of the final key. */
  readonly finals: RowAccumulators;
}

export class FinalLoop {
  private readonly loop: Loop;

  /** @param valueBytes of an entry: the maps of DISTINCT, at `headOffsets` */
  constructor(
    private readonly partial: AggregatesHandler,
    private readonly final: AggregatesHandler,
    private readonly headOffsets: readonly number[],
    private readonly valueBytes: number,
    private readonly runtime: EvaluationRuntime,
  ) {
    const code = new Code();
    this.emitKey(emitContext(code, runtime));
    this.loop = code.compileLoop(runtime, [
      'const entries0 = P[0] >>> 2, addresses0 = P[1] >>> 2, finals0 = P[2] >>> 2, created0 = P[3];',
    ]);
  }

  run({ count, entries, addresses, finals }: PartialKeys): void {
    this.loop(this.runtime.memory, [entries, addresses, finals.addresses, finals.created], 0, count);
  }

  private emitKey(context: EmitContext): void {
    const { code } = context;
    emitLoadAhead(code, 'addresses0', this.partial.valueBytes, this.partial.elementsOffsets);
    emitLoadAhead(code, 'entries0', VALUE_OFFSET + this.valueBytes);
    emitLoadDistinctAhead(code, 'addresses0', this.partial, 'entries0', this.final.distinctHeads);
    code.line('const entry = u32[entries0 + s], partial = u32[addresses0 + s];');
    code.line(`const owner = entry + ${VALUE_OFFSET};`);
    code.line('let acc1 = partial, acc4 = acc1 >>> 2, acc8 = acc1 >>> 3;');
    const fields = this.partial.emitPlainFields(context);
    code.line('acc1 = u32[finals0 + s]; acc4 = acc1 >>> 2; acc8 = acc1 >>> 3;');
    code.if('u8[created0 + s] !== 0', () => this.final.emitCreateAccumulators(context));
    this.final.emitMergeAccumulators(context, this.partial, fields, 'partial', 'owner');
    const counts = this.headOffsets.map((offset) => `u32[(owner + ${offset + HEAD_COUNT_OFFSET}) >>> 2]`);
    code.line(
      `u8[entry + ${LIVE_OFFSET}] = ${counts.map((count) => `${count} !== 0`).join(' || ') || 'false'} ? 1 : 0;`,
    );
  }
}
