/** The loop over the keys of a finished bundle, in its order (MiniBatchGlobalGroupAggFunction.finishBundle). */
import { type AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { Code, type Loop } from '../../codegen/code.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type LogicalType } from '../../columnar/types.js';
import { emitContext } from '../../expressions/evaluator.js';
import { type EmitContext } from '../../expressions/function.js';
import { VALUE_OFFSET } from '../../state/keyed-table.js';
import { bindingPointers } from '../group-aggregate/bundle/binding-pointers.js';
import { emitLoadAhead, emitLoadDistinctAhead } from '../group-aggregate/bundle/load-ahead.js';
import { RESULT_PROLOGUE, type ResultBuffers } from '../group-aggregate/bundle/result-buffers.js';
import { LIVE, ResultEmitter, type ResultOptions } from '../group-aggregate/bundle/result-emitter.js';
import { type EntryOwner } from '../group-aggregate/group-aggregate-loop.js';

export class GlobalLoop {
  private readonly code = new Code();
  private readonly loop: Loop;
  private readonly emitter: ResultEmitter;

  /**
   * @param bundled of the accumulators that the bundle has
   * @param handler of those in the entries
   */
  constructor(
    private readonly bundled: AggregatesHandler,
    private readonly handler: AggregatesHandler,
    resultTypes: readonly LogicalType[],
    options: ResultOptions,
    owner: EntryOwner,
    private readonly runtime: EvaluationRuntime,
  ) {
    this.emitter = new ResultEmitter(this.code, handler, resultTypes, options, owner);
    this.emitKey(emitContext(this.code, runtime));
    this.loop = this.code.compileLoop(
      runtime,
      [...RESULT_PROLOGUE, 'const entries0 = P[Y - 2] >>> 2, addresses0 = P[Y - 1] >>> 2;'],
      ['return o;'],
    );
  }

  /** u32[count] `entries` of the keys and `addresses` of their bundled accumulators; returns how many rows there are. */
  run(entries: number, addresses: number, count: number, results: ResultBuffers): number {
    const pointers = bindingPointers(this.code, [], results.columns);
    pointers.push(entries, addresses, ...results.pointers);
    return Number(this.loop(this.runtime.memory, pointers, 0, count));
  }

  private emitKey(context: EmitContext): void {
    const { code } = context;
    emitLoadAhead(code, 'addresses0', this.bundled.valueBytes, this.bundled.elementsOffsets);
    emitLoadAhead(code, 'entries0', VALUE_OFFSET + this.handler.valueBytes);
    emitLoadDistinctAhead(code, 'addresses0', this.bundled, 'entries0', this.handler.distinctHeads);
    code.line('const entry = u32[entries0 + s], bundled = u32[addresses0 + s];');
    code.line('let acc1 = bundled, acc4 = acc1 >>> 2, acc8 = acc1 >>> 3;');
    const fields = this.bundled.emitPlainFields(context);
    code.line(`acc1 = entry + ${VALUE_OFFSET}; acc4 = acc1 >>> 2; acc8 = acc1 >>> 3;`);
    code.line(`let isFirst = ${LIVE} === 0;`);
    this.emitter.emitExpire(context);
    code.if('isFirst', () => {
      code.line(`${LIVE} = 1;`);
      this.handler.emitCreateAccumulators(context);
    });
    this.emitter.emitPrevious(context);
    this.handler.emitMergeAccumulators(context, this.bundled, fields, 'bundled', 'acc1');
    this.emitter.emitOutcome(context);
  }
}
