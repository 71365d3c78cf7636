/** The loop that hands accumulators on as the columns of partial results. */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { Code, type Loop } from '../../../codegen/code.js';
import { PARTIAL_TYPE } from '../../../aggregates/partial-bytes.js';
import { emitStore } from '../../../codegen/column-access.js';
import { type EvaluationRuntime } from '../../../codegen/runtime.js';
import { allocateColumn, type Column } from '../../../columnar/batch.js';
import { emitContext } from '../../../expressions/evaluator.js';
import { bindingPointers } from './binding-pointers.js';
import { emitLoadAhead } from './load-ahead.js';
import { emitCopiedBytes } from '../copied-bytes.js';

export class FieldsLoop {
  private readonly code = new Code();
  private readonly loop: Loop;

  constructor(
    private readonly handler: AggregatesHandler,
    private readonly runtime: EvaluationRuntime,
  ) {
    const context = emitContext(this.code, runtime);
    const outputs = handler.fieldTypes.map((type, index) => this.code.output(index, type));
    emitLoadAhead(this.code, 'addresses0', handler.valueBytes, handler.elementsOffsets);
    this.code.line('const acc1 = u32[addresses0 + s], acc4 = acc1 >>> 2, acc8 = acc1 >>> 3;');
    handler.emitFields(context).forEach((value, index) => {
      // What the accumulators point to goes with the bundle; maps and lists are in the arena already.
      const kept = value.type === PARTIAL_TYPE ? value : emitCopiedBytes(this.code, value);
      emitStore(this.code, outputs[index]!, kept);
    });
    this.loop = this.code.compileLoop(runtime, ['const addresses0 = P[P.length - 1] >>> 2;']);
  }

  /** `addresses`: u32[count], of accumulators. */
  run(addresses: number, count: number): Column[] {
    const { arena, memory } = this.runtime;
    const columns = this.handler.fieldTypes.map((type) => allocateColumn(arena, type, count));
    this.loop(memory, [...bindingPointers(this.code, [], columns), addresses], 0, count);
    return columns;
  }
}
