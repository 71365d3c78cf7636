/**
 * Casts to CHAR(n) and VARCHAR(n): the text of the value, then cut to n characters, and for CHAR filled up with spaces (Flink: the
 * …ToStringCastRules, CharVarCharTrimPadCastRule). Binaries are cut and filled by UTF-16 units (BinaryToStringCastRule).
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Value } from '../../codegen/value.js';
import { LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitHelperCall } from '../emit-helpers.js';
import { type EmitContext } from '../function.js';
import { doubleToString } from '../java/double-to-string.js';
import { floatToString } from '../java/float-to-string.js';
import { numberTextVersion, type NumberTextVersion } from '../java/number-text.js';
import { decimalText } from '../numbers/decimals.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { TIME_PRECISION } from '../time/parse-times.js';
import { dateTimeParts, DateTimeFormat } from '../time/date-time-format.js';
import { parsePattern } from '../time/date-time-pattern.js';
import { checkSessionZone, sessionOffsetMs } from '../time/session-zone.js';
import { dateText, dayTimeText, timestampText, timeText, yearMonthText } from '../time/text-of-times.js';
import { characterStarts, sliceCharacters } from './characters.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';
import { bytesValue, kernelsOf } from './operands.js';
import { takeView, writeText } from './text-runtime.js';

type TextType = Extract<LogicalType, { length: number }>;

function isTextType(type: LogicalType): type is TextType {
  return type.kind === 'CHAR' || type.kind === 'VARCHAR';
}

/** The text of a value, before it is cut; undefined for types that are texts already or have none. */
function textWriter(from: LogicalType, plan: PlanContext): ((value: SqlValue) => string) | undefined {
  const version: NumberTextVersion = numberTextVersion(plan.jvm.specificationVersion) ?? 'legacy';
  switch (from.kind) {
    case 'BOOLEAN':
      return (value) => (value === true ? 'TRUE' : 'FALSE');
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return String;
    case 'FLOAT':
      return (value) => floatToString(value as number, version);
    case 'DOUBLE':
      return (value) => doubleToString(value as number, version);
    case 'DECIMAL':
      return (value) => decimalText(value as bigint, from.scale);
    case 'DATE':
      return (value) => dateText(value as number);
    case 'TIME':
      return (value) => timeText(value as number, TIME_PRECISION);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ': {
      const offsetMs = from.kind === 'TIMESTAMP_LTZ' ? BigInt(sessionOffsetMs(plan)) : 0n;
      return (value) => {
        const { milliseconds, nanos } = value as TimestampValue;
        return timestampText(milliseconds + offsetMs, nanos, from.precision);
      };
    }
    case 'INTERVAL_YEAR_MONTH':
      return (value) => yearMonthText(value as number);
    case 'INTERVAL_DAY_TIME':
      return (value) => dayTimeText(value as bigint);
    default:
      return undefined;
  }
}

function isBinary(type: LogicalType): boolean {
  return type.kind === 'BINARY' || type.kind === 'VARBINARY';
}

function check(from: LogicalType, _to: LogicalType, plan: PlanContext): Refusal {
  if ((from.kind === 'FLOAT' || from.kind === 'DOUBLE') && !numberTextVersion(plan.jvm.specificationVersion)) {
    return `the text of ${from.kind} on JVM ${plan.jvm.specificationVersion} is not known`;
  }
  return from.kind === 'TIMESTAMP_LTZ' ? checkSessionZone(plan) : null;
}

/** Cuts and fills a text that lies in memory. */
function fit(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  characters: number,
  pads: boolean,
  kernels: StringKernels,
): number {
  const count = kernels.truncate(text, length, characters, kernels.out);
  const cut = takeView(rt, kernels);
  if (!pads || count < 0 || count >= characters) return cut;
  const bytes = rt.length;
  const start = rt.arena.reserve(bytes + characters - count);
  const end = kernels.fill(kernels.append(start, cut, bytes), 0x20, characters - count);
  rt.arena.advance(end);
  rt.length = end - start;
  return start;
}

function fitReference(bytes: Uint8Array, to: TextType): Uint8Array {
  const characters = characterStarts(bytes).length;
  if (characters > to.length) return sliceCharacters(bytes, 0, to.length);
  if (to.kind === 'VARCHAR') return bytes;
  return Buffer.concat([bytes, Buffer.alloc(to.length - characters, ' ')]);
}

/** By UTF-16 units: a character of two may be cut in half, and half of one is encoded as '?'. */
function fitUnits(text: string, to: TextType): string {
  const cut = text.slice(0, to.length);
  return to.kind === 'CHAR' ? cut.padEnd(to.length, ' ') : cut;
}

function emitFit(context: EmitContext, value: Value, to: TextType): Value {
  const mayNeedFit = to.kind === 'CHAR' || to.length < LENGTH_MAX;
  const isShorter = isTextType(value.type) && to.kind === 'VARCHAR' && value.type.length <= to.length;
  if (!mayNeedFit || isShorter) return value;
  return emitHelperCall(context, to, [value], fit, { extra: [to.length, to.kind === 'CHAR', kernelsOf(context)] });
}

/** Years 0 to 9999 are written as a date-time format writes them, without a string in between. */
function timestampHelper(
  from: Extract<LogicalType, { kind: 'TIMESTAMP' | 'TIMESTAMP_LTZ' }>,
  write: (value: SqlValue) => string,
  zoneOffsetMs: bigint,
): (rt: EvaluationRuntime, milliseconds: bigint, nanos: number) => number {
  const offsetMs = from.kind === 'TIMESTAMP_LTZ' ? zoneOffsetMs : 0n;
  const format = timestampFormat(from.precision);
  return (rt, milliseconds, nanos) => {
    const local = milliseconds + offsetMs;
    if (local < FOUR_DIGITS_MIN_MS || local > FOUR_DIGITS_MAX_MS) return writeText(rt, write({ milliseconds, nanos }));
    const start = rt.arena.reserve(format.bytesMax);
    const end = format.write(rt.memory.u8, start, dateTimeParts(local, nanos));
    rt.arena.advance(end);
    rt.length = end - start;
    return start;
  };
}

/** 0000-01-01 00:00:00.000 and 9999-12-31 23:59:59.999. */
const FOUR_DIGITS_MIN_MS = -62_167_219_200_000n;
const FOUR_DIGITS_MAX_MS = 253_402_300_799_999n;

function timestampFormat(precision: number): DateTimeFormat {
  const pattern = parsePattern(`uuuu-MM-dd HH:mm:ss${precision > 0 ? `.${'S'.repeat(precision)}` : ''}`);
  assert('parts' in pattern, 'a pattern of our own is refused');
  return new DateTimeFormat(pattern.parts);
}

/** The helper for a value of these terms. */
function writeHelper(
  from: LogicalType,
  write: (value: SqlValue) => string,
  offsetMs: bigint,
): (...args: never[]) => number {
  switch (from.kind) {
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return timestampHelper(from, write, offsetMs);
    case 'DECIMAL':
      if (from.precision <= 18) break;
      return (rt: EvaluationRuntime, low: bigint, high: bigint) =>
        writeText(rt, write((high << 64n) | BigInt.asUintN(64, low)));
  }
  return (rt: EvaluationRuntime, value: boolean | number | bigint) => writeText(rt, write(value));
}

function binaryHelper(to: TextType): (rt: EvaluationRuntime, pointer: number, length: number) => number {
  return (rt, pointer, length) =>
    writeText(rt, fitUnits(decodeJavaText(rt.memory.u8.slice(pointer, pointer + length)), to));
}

export const castToText: CastRule = {
  applies: (from, to) =>
    isTextType(to) &&
    (isTextType(from) ||
      isBinary(from) ||
      ['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'].includes(from.kind) ||
      ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ', 'INTERVAL_YEAR_MONTH', 'INTERVAL_DAY_TIME'].includes(from.kind)),
  check,
  canFail: () => false,
  emit(operand, to, context) {
    if (!isTextType(to)) throw new Error(`cast to ${to.kind}`);
    const { type: from } = operand;
    if (isTextType(from)) return emitFit(context, operand, to);
    if (isBinary(from)) return emitHelperCall(context, to, [operand], binaryHelper(to));
    const write = textWriter(from, context.plan);
    if (!write) throw new Error(`cast from ${from.kind}`);
    const unlimited: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable: true };
    return emitFit(
      context,
      emitHelperCall(context, unlimited, [operand], writeHelper(from, write, BigInt(sessionOffsetMs(context.plan)))),
      to,
    );
  },
  reference(value, from, to, plan) {
    if (!isTextType(to)) throw new Error(`cast to ${to.kind}`);
    if (isBinary(from)) return encodeJavaText(fitUnits(decodeJavaText(bytesValue(value)), to));
    if (isTextType(from))
      return to.kind === 'VARCHAR' && from.length <= to.length ? value : fitReference(bytesValue(value), to);
    return fitReference(encodeJavaText(textWriter(from, plan)?.(value) ?? ''), to);
  },
};
