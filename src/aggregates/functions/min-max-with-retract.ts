/**
 * MIN and MAX of rows that may be taken back: Flink's MinWithRetractAggFunction and MaxWithRetractAggFunction. A map counts each value; when the extreme is gone
 * the map is looked through. As there: a value taken back before it came has the count -1, is no value of the group and yet can
 * become the extreme when the map is looked through.
 *
 * With a state TTL each value expires apart from the extreme and the number of values: a new accumulator does not know the values that are still there, and
 * counts less than there are, or even below zero. Flink's NullPointerException for a count without an extreme is one here too.
 */
import { type Value } from '../../codegen/value.js';
import { type EmitContext } from '../../expressions/function.js';
import { javaError } from '../../errors.js';
import { type AccumulatorSlot, type ElementsHead } from '../accumulator-slot.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { COUNT_BYTES, CountedValues, PARTIAL_HEADER_BYTES } from '../counted-values.js';
import { compareKeysOf, emitKeyBytes, emitKeyValue } from '../key-bytes.js';
import { alignedBytes, emitPartial, losesNanos, PARTIAL_TYPE } from '../partial-bytes.js';
import { emitUnlessNull } from '../value-calls.js';
import { COMPARABLE } from './min-max.js';
import { BIGINT } from './types.js';

export const minMaxWithRetract: AggregateFunction = {
  names: ['MIN', 'MAX'],
  applies: (call) => call.needsRetraction,
  ignoresNulls: true,
  hasDataViews: true,
  expiresDataViews: true,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return `${call.function} takes one column`;
    return COMPARABLE.includes(type.kind) ? null : `${call.function} of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = { ...call.argTypes[0]!, nullable: true };
    const extreme = layout.slot(type, true);
    const mapSize = layout.slot(BIGINT, false);
    const map = layout.elementsOf({ valueBytes: COUNT_BYTES });
    const counted = new CountedValues(
      map.table,
      layout.ttl,
      compareKeysOf(layout.memory, type),
      call.function === 'MIN' ? -1 : 1,
      losesNanos(type),
      layout.memory,
    );
    const fields: Fields = { extreme, mapSize, map, counted };
    return {
      accumulatorTypes: [PARTIAL_TYPE],
      createAccumulator({ code }) {
        extreme.storeNull(code);
        code.line(`${mapSize.place} = 0n;`);
      },
      accumulate: (context, [arg]) => emitAccumulate(context, arg!, fields),
      retract: (context, [arg]) => emitRetract(context, arg!, fields),
      merge: (context, [partial]) => emitMerge(context, partial!, fields),
      fields: ({ code }) => [
        emitPartial(
          code,
          `${code.constant(counted)}.write(rt, acc1 + ${map.offset}, ${mapSize.place}, ${extreme.nullByte}, ${extremeKey(extreme)})`,
        ),
      ],
      value({ code }) {
        const value = extreme.load(code);
        return { ...value, isNull: code.local(`${mapSize.place} > 0n ? ${value.isNull} : 1`, 'n') };
      },
    };
  },
};

interface Fields {
  readonly extreme: AccumulatorSlot;
  readonly mapSize: AccumulatorSlot;
  readonly map: ElementsHead;
  readonly counted: CountedValues;
}

function emitAccumulate(context: EmitContext, arg: Value, fields: Fields): void {
  const { code, runtime } = context;
  const { extreme, mapSize, map, counted } = fields;
  emitUnlessNull(context, arg, () => {
    const key = emitKeyBytes(code, runtime, arg);
    const helper = code.constant(counted);
    const args = `${extremeKey(extreme)}, ${key.pointer}, ${key.byteLength}`;
    if (counted.expires) {
      const name = counted.extremeName;
      code.line(`if (${mapSize.place} !== 0n && ${extreme.nullByte} === 1) ${code.constant(failOfNull)}('${name}');`);
    }
    code.if(`${mapSize.place} === 0n || ${helper}.isBeyond(${args})`, () =>
      extreme.store(code, { ...arg, isNull: '0' }),
    );
    const first = `${helper}.add(acc1 + ${map.offset}, ${key.pointer}, ${key.byteLength})`;
    code.line(`if (${first}) ${mapSize.place} = BigInt.asIntN(64, ${mapSize.place} + 1n);`);
  });
}

function emitRetract(context: EmitContext, arg: Value, fields: Fields): void {
  const { code, runtime } = context;
  const { extreme, mapSize, map, counted } = fields;
  emitUnlessNull(context, arg, () => {
    const key = emitKeyBytes(code, runtime, arg);
    const helper = code.constant(counted);
    code.if(`${helper}.remove(acc1 + ${map.offset}, ${key.pointer}, ${key.byteLength})`, () => {
      code.line(`${mapSize.place} = BigInt.asIntN(64, ${mapSize.place} - 1n);`);
      code.if(
        `${mapSize.place} === 0n`,
        () => extreme.storeNull(code),
        () => {
          const isExtreme = `${helper}.isSame(${extremeKey(extreme)}, ${key.pointer}, ${key.byteLength})`;
          code.if(`${extreme.nullByte} === 0 && ${isExtreme}`, () => emitUpdateExtreme(context, fields));
        },
      );
    });
  });
}

/** updateMin and updateMax: the map is looked through. */
function emitUpdateExtreme({ code }: EmitContext, { extreme, mapSize, map, counted }: Fields): void {
  const helper = code.constant(counted);
  const element = code.local(`${helper}.findExtreme(acc1 + ${map.offset})`, 'e');
  code.if(
    `${element} === 0`,
    () => {
      code.line(`${mapSize.place} = 0n;`);
      extreme.storeNull(code);
    },
    () => {
      const pointer = code.local(`${helper}.keyPointer(${element})`);
      const byteLength = code.local(`${helper}.keyBytes(${element})`);
      extreme.store(code, emitKeyValue(code, extreme.type, { pointer, byteLength }));
    },
  );
}

/** As Flink's `merge`: an extreme of ours that the counts of both have made none stays as long as it is not taken back from the map. */
function emitMerge(context: EmitContext, partial: Value, fields: Fields): void {
  const { code } = context;
  const { extreme, mapSize, map, counted } = fields;
  const helper = code.constant(counted);
  const [pointer = '0', byteLength = '0'] = partial.terms;
  const start = code.local(`${code.constant(alignedBytes)}(rt, ${pointer}, ${byteLength})`);
  const otherSize = code.local(`i64[${start} >>> 3]`);
  const otherIsNull = code.local(`u32[(${start} >>> 2) + 2]`);
  const key = {
    pointer: code.local(`${start} + ${PARTIAL_HEADER_BYTES}`),
    byteLength: code.local(`u32[(${start} >>> 2) + 3]`),
  };
  const replaces = code.variable(`${mapSize.place} === 0n`);
  code.if(`!${replaces} && ${otherSize} > 0n && ${otherIsNull} === 0`, () => {
    code.line(`if (${extreme.nullByte} === 1) ${code.constant(failOfNull)}('${counted.extremeName}');`);
    code.line(`${replaces} = ${helper}.isBeyond(${extremeKey(extreme)}, ${key.pointer}, ${key.byteLength});`);
  });
  code.if(replaces, () =>
    code.if(
      `${otherIsNull} === 0`,
      () => extreme.store(code, emitKeyValue(code, extreme.type, key)),
      () => extreme.storeNull(code),
    ),
  );
  const entries = `(${key.pointer} + ${key.byteLength} + 7) & -8, ${start} + ${byteLength}`;
  const args = `acc1 + ${map.offset}, ${entries}, ${extreme.nullByte}, ${extremeKey(extreme)}`;
  const losesExtreme = code.local(`${helper}.merge(${args})`);
  code.line(`${mapSize.place} = BigInt.asIntN(64, ${mapSize.place} + BigInt(${helper}.sizeChange));`);
  code.if(losesExtreme, () => emitUpdateExtreme(context, fields));
}

/** The extreme in its field, which lies as its key does: address and byte length. */
function extremeKey(extreme: AccumulatorSlot): string {
  if (extreme.physical !== 'view') return `${extreme.address}, ${extreme.byteLength}`;
  return `u32[acc4 + ${extreme.offset / 4}], u32[acc4 + ${extreme.offset / 4 + 1}]`;
}

function failOfNull(name: string): never {
  throw javaError(
    'java.lang.NullPointerException',
    `Cannot invoke "java.lang.Comparable.compareTo(Object)" because "acc.${name}" is null`,
  );
}
