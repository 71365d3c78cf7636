/**
 * Casts from CHAR and VARCHAR (Flink: StringTo…CastRule). They fail with Flink's own exceptions, which TRY_CAST turns into NULL;
 * to binaries they never fail.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { assert, ErrorCode, SlipstreamError } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type PlanContext } from '../../operators/operator.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitHelperCall } from '../emit-helpers.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { parseDate, parseTime, parseTimestamp, TIME_PRECISION } from '../time/parse-times.js';
import { checkSessionZone, sessionOffsetMs } from '../time/session-zone.js';
import { decodeJavaText } from './java-text.js';
import { trimSpaces } from './java-trim.js';
import { bytesValue, kernelsOf } from './operands.js';
import { parseBoolean, parseDecimalText, parseDouble, parseFloat32, parseInteger } from './parse-numbers.js';
import { readText, writeBytes } from './text-runtime.js';

/** The value of a text; `bytes` is the same with one unit a byte. */
type Parser = (text: string, bytes: string) => SqlValue;

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function parserFor(to: LogicalType, plan: PlanContext): Parser | undefined {
  switch (to.kind) {
    case 'BOOLEAN':
      return parseBoolean;
    case 'TINYINT':
      return (text) => Number(parseInteger(trimSpaces(text), 8));
    case 'SMALLINT':
      return (text) => Number(parseInteger(trimSpaces(text), 16));
    case 'INTEGER':
      return (text) => Number(parseInteger(trimSpaces(text), 32));
    case 'BIGINT':
      return (text) => parseInteger(trimSpaces(text), 64);
    case 'FLOAT':
      return (text) => parseFloat32(trimSpaces(text));
    case 'DOUBLE':
      return (text) => parseDouble(trimSpaces(text));
    case 'DECIMAL':
      return (text, bytes) => parseDecimalText(text, bytes, to.precision, to.scale);
    case 'DATE':
      return parseDate;
    case 'TIME':
      return (text) => parseTime(text, TIME_PRECISION);
    case 'TIMESTAMP':
      return (text) => parseTimestamp(text, to.precision);
    case 'TIMESTAMP_LTZ': {
      const offsetMs = BigInt(sessionOffsetMs(plan));
      return (text) => {
        const local = parseTimestamp(text, to.precision);
        return { milliseconds: local.milliseconds - offsetMs, nanos: local.nanos };
      };
    }
    default:
      return undefined;
  }
}

const TARGETS = ['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];
const TIME_TARGETS = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];

/** What a generated loop takes: the first term; the second half is left in the runtime. */
function answer(rt: EvaluationRuntime, value: SqlValue, to: LogicalType): unknown {
  switch (physicalOf(to)) {
    case 'timestamp': {
      const { milliseconds, nanos } = value as TimestampValue;
      rt.nanos = nanos;
      return milliseconds;
    }
    case 'int128':
      rt.high = (value as bigint) >> 64n;
      return BigInt.asIntN(64, value as bigint);
    default:
      return value;
  }
}

/** A value of the right kind for a result that is NULL. */
function emptyAnswer(to: LogicalType): unknown {
  switch (physicalOf(to)) {
    case 'bool':
      return false;
    case 'int64':
    case 'int128':
    case 'timestamp':
      return 0n;
    default:
      return 0;
  }
}

function parseHelper(
  rt: EvaluationRuntime,
  pointer: number,
  length: number,
  parse: Parser,
  to: LogicalType,
  nullOnFailure: boolean,
  kernels: StringKernels,
): unknown {
  try {
    const text = readText(rt, pointer, length, kernels);
    const bytes = text.length === length ? text : latin1Of(rt.memory.u8.subarray(pointer, pointer + length));
    return answer(rt, parse(text, bytes), to);
  } catch (error) {
    if (!nullOnFailure || !(error instanceof SlipstreamError) || error.code !== ErrorCode.evaluationFailed) throw error;
    rt.isNull = 1;
    return emptyAnswer(to);
  }
}

export const castFromText: CastRule = {
  applies: (from, to) =>
    (from.kind === 'CHAR' || from.kind === 'VARCHAR') && (TARGETS.includes(to.kind) || TIME_TARGETS.includes(to.kind)),
  check: (_from, to, plan) => (to.kind === 'TIMESTAMP_LTZ' ? checkSessionZone(plan) : null),
  canFail: () => true,
  emit(operand, to, context, nullOnFailure) {
    const parse = parserFor(to, context.plan);
    assert(parse !== undefined, `no parser for ${to.kind}`);
    return emitHelperCall(context, to, [operand], parseHelper, {
      nullable: nullOnFailure,
      extra: [parse, to, nullOnFailure, kernelsOf(context)],
    });
  },
  reference(value, _from, to, plan) {
    const bytes = bytesValue(value);
    return parserFor(to, plan)?.(decodeJavaText(bytes), latin1Of(bytes)) ?? null;
  },
};

/** Arrays.copyOf: cut, or for BINARY filled with zeros. */
function fitBytes(bytes: Uint8Array, to: LogicalType): Uint8Array {
  const length = to.kind === 'BINARY' || to.kind === 'VARBINARY' ? to.length : 0;
  if (bytes.length >= length) return bytes.slice(0, length);
  if (to.kind === 'VARBINARY') return bytes;
  const filled = new Uint8Array(length);
  filled.set(bytes);
  return filled;
}

function fitBytesHelper(rt: EvaluationRuntime, pointer: number, length: number, to: LogicalType): number {
  const most = to.kind === 'BINARY' || to.kind === 'VARBINARY' ? to.length : 0;
  if (to.kind === 'VARBINARY' || length >= most) {
    rt.length = Math.min(length, most);
    return pointer;
  }
  return writeBytes(rt, fitBytes(rt.memory.u8.slice(pointer, pointer + length), to));
}

/** From text, and among binaries. */
export const castToBinary: CastRule = {
  applies: (from, to) =>
    (to.kind === 'BINARY' || to.kind === 'VARBINARY') && ['CHAR', 'VARCHAR', 'BINARY', 'VARBINARY'].includes(from.kind),
  check: () => null,
  canFail: () => false,
  emit: (operand, to, context) => emitHelperCall(context, to, [operand], fitBytesHelper, { extra: [to] }),
  reference: (value, _from, to) => fitBytes(bytesValue(value), to),
};
