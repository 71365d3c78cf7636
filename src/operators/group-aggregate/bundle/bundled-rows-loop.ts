/**
 * The loop over the rows of a finished bundle, those of a key together (MiniBatchGroupAggFunction.finishBundle). A key without state whose rows are all
 * taken back ends the loop: Flink returns there, and the keys behind it lose their rows.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { Code, type Loop } from '../../../codegen/code.js';
import { type EvaluationRuntime } from '../../../codegen/runtime.js';
import { type Batch } from '../../../columnar/batch.js';
import { type LogicalType } from '../../../columnar/types.js';
import { emitContext } from '../../../expressions/evaluator.js';
import { type EmitContext } from '../../../expressions/function.js';
import { VALUE_OFFSET } from '../../../state/keyed-table.js';
import { type EntryOwner } from '../group-aggregate-loop.js';
import { bindingPointers } from './binding-pointers.js';
import { RESULT_PROLOGUE, type ResultBuffers } from './result-buffers.js';
import { LIVE, ResultEmitter, type ResultOptions } from './result-emitter.js';

/** Bits of a row's place among those of its key. */
export const FIRST_OF_KEY = 1;
export const LAST_OF_KEY = 2;

export class BundledRowsLoop {
  private readonly code = new Code();
  private readonly loop: Loop;
  private readonly emitter: ResultEmitter;

  constructor(
    private readonly handler: AggregatesHandler,
    resultTypes: readonly LogicalType[],
    options: ResultOptions,
    owner: EntryOwner,
    private readonly runtime: EvaluationRuntime,
  ) {
    this.emitter = new ResultEmitter(this.code, handler, resultTypes, options, owner);
    this.emitRow(emitContext(this.code, runtime));
    this.loop = this.code.compileLoop(
      runtime,
      [
        ...RESULT_PROLOGUE,
        'const entries0 = P[Y - 3] >>> 2, places = P[Y - 2], kinds = P[Y - 1];',
        'let entry = 0, acc1 = 0, acc4 = 0, acc8 = 0, isFirst = false, exists = false;',
      ],
      ['return o;'],
    );
  }

  /** Per row of the batch: u32[] `entries` of the keys, u8[] `places`; returns how many rows come out. */
  run(batch: Batch, entries: number, places: number, results: ResultBuffers): number {
    const pointers = bindingPointers(this.code, batch.columns, results.columns);
    pointers.push(entries, places, batch.kinds, ...results.pointers);
    return Number(this.loop(this.runtime.memory, pointers, 0, batch.rowCount));
  }

  private emitRow(context: EmitContext): void {
    const { code } = context;
    const { handler, emitter } = this;
    code.line('const place = u8[places + r], isRetraction = (u8[kinds + r] & 1) === 1;');
    handler.emitLoads(context);
    code.if(`(place & ${FIRST_OF_KEY}) !== 0`, () => {
      code.line('entry = u32[entries0 + r];');
      code.line(`acc1 = entry + ${VALUE_OFFSET}; acc4 = acc1 >>> 2; acc8 = acc1 >>> 3;`);
      code.line(`isFirst = ${LIVE} === 0;`);
      emitter.emitExpire(context);
      code.line('exists = !isFirst;');
      emitter.emitPrevious(context);
    });
    code.if('!exists', () => {
      code.if('isRetraction', () => {
        code.line(`if ((place & ${LAST_OF_KEY}) !== 0) return o;`);
        code.line('continue;');
      });
      code.line(`${LIVE} = 1; exists = true;`);
      handler.emitCreateAccumulators(context);
    });
    code.if(
      'isRetraction',
      () => handler.emitRetract(context),
      () => handler.emitAccumulate(context, []),
    );
    code.line(`if ((place & ${LAST_OF_KEY}) === 0) continue;`);
    emitter.emitOutcome(context);
  }
}
