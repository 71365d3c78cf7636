/**
 * The loop of a group aggregate, row by row in the order of arrival, exactly as Flink's GroupAggHelper.processElement: the previous result and the
 * new one are written to two rows of the output, compared there, and kept or left to be overwritten.
 *
 * `o` is the next row of the output. With UPDATE_BEFORE the previous result is written at o and the new one at o + 1, otherwise the other
 * way round; the first result of a key is written at o.
 */
import { type AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { type Binding } from '../../codegen/binding.js';
import { Code, type Loop } from '../../codegen/code.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Batch, type Column } from '../../columnar/batch.js';
import { type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { emitContext } from '../../expressions/evaluator.js';
import { type EmitContext } from '../../expressions/function.js';
import { columnAt } from '../../expressions/pass-through.js';
import { LIVE_OFFSET, VALUE_OFFSET } from '../../state/keyed-table.js';
import { type TtlClock } from '../../state/ttl-clock.js';
import { emitCopiedBytes } from './copied-bytes.js';
import { emitCopyRow, emitRowsDiffer, emitStoreResult } from './result-rows.js';

/** GroupAggregateBuffers and the batch's row kinds, behind the columns. */
const FIXED_POINTERS = 4;

export interface GroupAggregateOptions {
  readonly generateUpdateBefore: boolean;
  readonly needRetraction: boolean;
  /** Bytes from an entry to its i64 timestamp; -1 without state TTL. */
  readonly timestampOffset: number;
  readonly ttl: TtlClock | null;
}

/** What the loop calls. */
export interface EntryOwner {
  /** Frees what an entry's value points to. */
  freeSlots(entry: number): void;
  /** As `freeSlots`, without what expires apart. */
  freeExpired(entry: number): void;
}

/** Pointers of one run. */
export interface GroupAggregateBuffers {
  /** u32[selectedCount]: the entry of each row. */
  readonly entries: number;
  /** Row kinds of the output, u8[]. */
  readonly kinds: number;
  /** u32[]: the row of the input whose key a row of the output has. */
  readonly rowIndexes: number;
  readonly results: readonly Column[];
}

export class GroupAggregateLoop {
  private readonly code = new Code();
  private readonly loop: Loop;
  private readonly outputs: readonly Binding[];

  constructor(
    private readonly handler: AggregatesHandler,
    resultTypes: readonly LogicalType[],
    private readonly options: GroupAggregateOptions,
    private readonly owner: EntryOwner,
    private readonly runtime: EvaluationRuntime,
  ) {
    this.outputs = resultTypes.map((type, index) => this.code.output(index, type));
    this.emitRow(emitContext(this.code, runtime));
    this.loop = this.code.compileLoop(
      runtime,
      [
        `const X = P.length - ${FIXED_POINTERS + this.handler.batchedGroups.length};`,
        ...this.handler.batchedGroups.map(
          (_group, index) => `const found${index} = P[X + ${FIXED_POINTERS + index}] >>> 2;`,
        ),
        'const entries0 = P[X] >>> 2, outKinds = P[X + 1], outRows0 = P[X + 2] >>> 2, kinds = P[X + 3];',
        ...this.timesText(),
        'let o = 0;',
      ],
      ['return o;'],
    );
  }

  /** Returns how many rows the output has. */
  run(batch: Batch, buffers: GroupAggregateBuffers): number {
    const pointers: number[] = [];
    for (const binding of this.code.bindings) {
      const column = binding.isOutput ? buffers.results[binding.path[0] ?? 0] : columnAt(batch.columns, binding.path);
      assert(column !== undefined, `no column ${binding.path.join('.')}`);
      pointers.push(column.nulls, column.data, column.aux);
    }
    pointers.push(buffers.entries, buffers.kinds, buffers.rowIndexes, batch.kinds);
    for (const group of this.handler.batchedGroups) {
      pointers.push(group.findElements(this.runtime.arena, batch, buffers.entries, VALUE_OFFSET));
    }
    return Number(this.loop(this.runtime.memory, pointers, batch.selection, batch.selectedCount));
  }

  private timesText(): string[] {
    const { ttl } = this.options;
    if (ttl === null) return [];
    const word = this.code.constant(ttl.word);
    return [`const now = i64[${word}], expired = i64[${word} + 1];`];
  }

  private emitRow(context: EmitContext): void {
    const { code } = context;
    const { needRetraction, generateUpdateBefore, timestampOffset } = this.options;
    const live = `u8[entry + ${LIVE_OFFSET}]`;
    code.line('const entry = u32[entries0 + s];');
    code.line(`const acc1 = entry + ${VALUE_OFFSET}, acc4 = acc1 >>> 2, acc8 = acc1 >>> 3;`);
    if (needRetraction) code.line('const isRetraction = kinds !== 0 && (u8[kinds + r] & 1) === 1;');
    code.line(`let isFirst = ${live} === 0;`);
    if (timestampOffset >= 0) this.emitExpire(context, live);
    this.handler.emitLoads(context);
    code.if('isFirst', () => {
      if (needRetraction) code.line(`if (isRetraction) continue;`);
      code.line(`${live} = 1;`);
      this.handler.emitCreateAccumulators(context);
    });
    const previous = generateUpdateBefore ? 'o' : 'p';
    const next = generateUpdateBefore ? 'p' : 'o';
    code.line(generateUpdateBefore ? 'const p = isFirst ? o : o + 1;' : 'const p = o + 1;');
    code.if('!isFirst', () => this.emitValues(context, previous));
    if (needRetraction) {
      code.if(
        'isRetraction',
        () => this.handler.emitRetract(context),
        () => this.emitAccumulate(context),
      );
    } else {
      this.emitAccumulate(context);
    }
    this.emitOutcome(context, previous, next, live);
  }

  private emitAccumulate(context: EmitContext): void {
    this.handler.emitAccumulate(
      context,
      this.handler.batchedGroups.map((_group, index) => `u32[found${index} + s]`),
    );
  }

  /**
   * An expired accumulator is none; its row is an INSERT again (StateTtlConfig: OnCreateAndWrite, NeverReturnExpired). Elements that expire apart keep the
   * entry alive: the next accumulator meets them.
   */
  private emitExpire({ code }: EmitContext, live: string): void {
    const timestamp = `i64[(entry + ${this.options.timestampOffset}) >>> 3]`;
    code.if(`!isFirst && ${timestamp} <= expired`, () => {
      code.line('isFirst = true;');
      if (!this.handler.expiresApart) code.line(`${live} = 0;`);
      code.line(`${code.constant(this.owner)}.freeExpired(entry);`);
    });
  }

  private emitOutcome(context: EmitContext, previous: string, next: string, live: string): void {
    const { code } = context;
    const isZero = this.handler.emitRecordCountIsZero(context);
    if (isZero === null) {
      this.emitUpdate(context, previous, next);
      return;
    }
    code.if(
      isZero,
      () => {
        code.if('!isFirst', () => {
          if (previous !== 'o') emitCopyRow(code, this.outputs, previous, 'o');
          this.emitKept(context, '3');
        });
        code.line(`${live} = 0;`);
        code.line(`${code.constant(this.owner)}.freeSlots(entry);`);
      },
      () => this.emitUpdate(context, previous, next),
    );
  }

  private emitUpdate(context: EmitContext, previous: string, next: string): void {
    const { code } = context;
    const { generateUpdateBefore, timestampOffset } = this.options;
    if (timestampOffset >= 0) code.line(`i64[(entry + ${timestampOffset}) >>> 3] = now;`);
    this.emitValues(context, next);
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
        else code.if(emitRowsDiffer(code, this.outputs, this.handler.results, previous, next), emitPair);
      },
    );
  }

  /** The row at o is part of the output. */
  private emitKept({ code }: EmitContext, kind: string): void {
    code.line(`u8[outKinds + o] = ${kind}; u32[outRows0 + o] = r; o++;`);
  }

  private emitValues(context: EmitContext, row: string): void {
    this.handler.results.forEach((emitter, index) => {
      const output = this.outputs[index];
      assert(output !== undefined, `no column for result ${index}`);
      const value = emitter.value(context);
      emitStoreResult(context.code, output, emitCopiedBytes(context.code, value), row);
    });
  }
}
