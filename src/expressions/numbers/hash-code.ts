/** HASH_CODE of values that are no strings, which the planner uses to split distinct aggregates (Flink: HashCodeCallGen). */
import { physicalOf, type LogicalType, type TypeKind } from '../../columnar/types.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { wideOf } from './decimal-emit.js';

/** The others have no code generator in Flink, TIMESTAMP_LTZ among them: the query fails while it is planned. */
const KINDS: ReadonlySet<TypeKind> = new Set([
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'TIME',
  'TIMESTAMP',
]);

/** The same as the fuzzer names them. */
export const HASHED_TYPES: readonly FuzzType[] = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'TIME',
  'TIMESTAMP',
];

export const hashCodeOfNumbers: ScalarFunction = {
  names: ['HASH_CODE'],
  applies: ({ operands: [operand] }) => operand?.type.kind !== 'CHAR' && operand?.type.kind !== 'VARCHAR',
  check(call) {
    const kind = call.operands[0]?.type.kind ?? 'NULL';
    return call.operands.length === 1 && KINDS.has(kind) ? null : `HASH_CODE of ${kind} is not implemented`;
  },
  emit(call, context) {
    const operands = emitOperands(call, context);
    const [operand] = operands;
    const [x = '0', nanos = '0'] = operand?.terms ?? [];
    const { code, runtime } = context;
    // No bigint for V8's heap: the two halves of the 64 bits.
    const longHash = (): string => {
      const words = code.constant(runtime.scratch32);
      code.line(`${code.constant(runtime.scratch64)}[0] = ${x};`);
      return code.local(`${words}[0] ^ ${words}[1]`);
    };
    const named = (helper: (...args: never[]) => number, ...args: string[]): string =>
      `${code.constant(helper)}(${args.join(', ')})`;
    switch (operand?.type.kind) {
      case 'BOOLEAN':
        return emitTotal(context, call.type, operands, [`${x} ? 1231 : 1237`]);
      case 'BIGINT':
        return emitTotal(context, call.type, operands, [longHash()]);
      case 'FLOAT':
        return emitTotal(context, call.type, operands, [named(hashOfFloat, x)]);
      case 'DOUBLE':
        return emitTotal(context, call.type, operands, [named(hashOfDouble, x)]);
      case 'DECIMAL':
        return emitTotal(context, call.type, operands, [
          named(hashOfDecimal, wideOf(operand), String(operand.type.scale)),
        ]);
      case 'TIMESTAMP':
        return emitTotal(context, call.type, operands, [`(Math.imul(31, ${longHash()}) + ${nanos}) | 0`]);
      default:
        return emitTotal(context, call.type, operands, [x]);
    }
  },
  reference: strictReference(([value], call) => hashOf(value ?? null, call.operands[0]!.type)),
  templates: HASHED_TYPES.map((type) => ({ sql: 'HASH_CODE($0)', operands: [type], result: 'INT' })),
};

function hashOf(value: SqlValue, type: LogicalType): number {
  switch (physicalOf(type)) {
    case 'bool':
      return value === true ? 1231 : 1237;
    case 'float32':
      return hashOfFloat(value as number);
    case 'float64':
      return hashOfDouble(value as number);
    case 'timestamp': {
      const { milliseconds, nanos } = value as TimestampValue;
      return hashOfTimestamp(milliseconds, nanos);
    }
    case 'int64':
    case 'int128':
      return type.kind === 'DECIMAL' ? hashOfDecimal(value as bigint, type.scale) : hashOfLong(value as bigint);
    default:
      return value as number;
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** Float.hashCode: every NaN is the same, -0.0 is not 0.0. */
function hashOfFloat(value: number): number {
  bits.setFloat32(0, value);
  return Number.isNaN(value) ? 0x7fc00000 : bits.getInt32(0);
}

/** Double.hashCode. */
function hashOfDouble(value: number): number {
  bits.setFloat64(0, value);
  return Number.isNaN(value) ? 0x7ff80000 : bits.getInt32(0) ^ bits.getInt32(4);
}

function hashOfLong(value: bigint): number {
  return Number(BigInt.asIntN(32, value ^ (value >> 32n)));
}

/** TimestampData.hashCode. */
function hashOfTimestamp(milliseconds: bigint, nanos: number): number {
  return (Math.imul(31, hashOfLong(milliseconds)) + nanos) | 0;
}

/** BigDecimal.hashCode: words of 32 bits of the magnitude, the highest first, then the sign, then the scale. */
function hashOfDecimal(unscaled: bigint, scale: number): number {
  const magnitude = unscaled < 0n ? -unscaled : unscaled;
  let hash = 0;
  for (let shift = 96n; shift >= 0n; shift -= 32n) {
    hash = (Math.imul(31, hash) + Number(BigInt.asIntN(32, magnitude >> shift))) | 0;
  }
  return (Math.imul(31, unscaled < 0n ? -hash : hash) + scale) | 0;
}
