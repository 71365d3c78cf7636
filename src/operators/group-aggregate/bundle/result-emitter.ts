/**
 * What becomes of a key when a bundle is finished (finishBundle of Flink's MiniBatch*AggFunctions, whose ends are alike): nothing, -D, +I, or
 * -U and +U. The previous result and the new one are written to two rows of the output, compared there, and kept or left to be overwritten.
 *
 * Names in the loop: `entry` of the key, `isFirst` it had no accumulators, `o` the next row of the output, `p` the other row: with
 * UPDATE_BEFORE the previous result is at o and the new one at p, otherwise the other way round.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { type Binding } from '../../../codegen/binding.js';
import { type Code } from '../../../codegen/code.js';

import { type LogicalType } from '../../../columnar/types.js';
import { assert } from '../../../errors.js';
import { type EmitContext } from '../../../expressions/function.js';
import { LIVE_OFFSET } from '../../../state/keyed-table.js';
import { emitCopyRow, emitRowsDiffer, emitStoreResult } from '../result-rows.js';
import { emitCopiedBytes } from '../copied-bytes.js';
import { type EntryOwner } from '../group-aggregate-loop.js';

export interface ResultOptions {
  readonly generateUpdateBefore: boolean;
  /** Bytes from an entry to its i64 timestamp; -1 without state TTL. */
  readonly timestampOffset: number;
}

/** The accumulators of the key at hand have been there before the bundle, until it says otherwise. */
export const LIVE = `u8[entry + ${LIVE_OFFSET}]`;
export const PLACE_OTHER_ROW = 'p = isFirst ? o : o + 1;';

export class ResultEmitter {
  private readonly outputs: readonly Binding[];
  private readonly previous: string;
  private readonly next: string;

  constructor(
    code: Code,
    private readonly handler: AggregatesHandler,
    resultTypes: readonly LogicalType[],
    private readonly options: ResultOptions,
    private readonly owner: EntryOwner,
  ) {
    this.outputs = resultTypes.map((type, index) => code.output(index, type));
    this.previous = options.generateUpdateBefore ? 'o' : 'p';
    this.next = options.generateUpdateBefore ? 'p' : 'o';
  }

  /** An expired accumulator is none; elements that expire apart keep the entry alive. */
  emitExpire({ code }: EmitContext): void {
    const { timestampOffset } = this.options;
    if (timestampOffset < 0) return;
    code.if(`!isFirst && i64[(entry + ${timestampOffset}) >>> 3] <= expired`, () => {
      code.line('isFirst = true;');
      if (!this.handler.expiresApart) code.line(`${LIVE} = 0;`);
      code.line(`${code.constant(this.owner)}.freeExpired(entry);`);
    });
  }

  /** Before anything is accumulated. */
  emitPrevious(context: EmitContext): void {
    context.code.line(this.options.generateUpdateBefore ? PLACE_OTHER_ROW : 'p = o + 1;');
    context.code.if('!isFirst', () => this.emitValues(context, this.previous));
  }

  /** When everything is accumulated. */
  emitOutcome(context: EmitContext): void {
    const { code } = context;
    const isZero = this.handler.emitRecordCountIsZero(context);
    if (isZero === null) {
      this.emitUpdate(context);
      return;
    }
    code.if(
      isZero,
      () => {
        code.if('!isFirst', () => {
          if (this.previous !== 'o') emitCopyRow(code, this.outputs, this.previous, 'o');
          this.emitKept(context, '3');
        });
        code.line(`${LIVE} = 0;`);
        code.line(`${code.constant(this.owner)}.freeSlots(entry);`);
      },
      () => this.emitUpdate(context),
    );
  }

  private emitUpdate(context: EmitContext): void {
    const { code } = context;
    const { generateUpdateBefore, timestampOffset } = this.options;
    if (timestampOffset >= 0) code.line(`i64[(entry + ${timestampOffset}) >>> 3] = now;`);
    this.emitValues(context, this.next);
    const emitPair = (): void => {
      if (generateUpdateBefore) this.emitKept(context, '1');
      this.emitKept(context, '2');
    };
    code.if(
      'isFirst',
      () => this.emitKept(context, '0'),
      () => {
        // With a TTL downstream state must see that the key is alive.
        if (timestampOffset >= 0) emitPair();
        else code.if(emitRowsDiffer(code, this.outputs, this.handler.results, this.previous, this.next), emitPair);
      },
    );
  }

  private emitKept({ code }: EmitContext, kind: string): void {
    code.line(`u8[outKinds + o] = ${kind}; u32[outRows0 + o] = r; o++;`);
  }

  private emitValues(context: EmitContext, row: string): void {
    this.handler.results.forEach((emitter, index) => {
      const output = this.outputs[index];
      assert(output !== undefined, `no column for result ${index}`);
      emitStoreResult(context.code, output, emitCopiedBytes(context.code, emitter.value(context)), row);
    });
  }
}
