/** Literal values of compiled plans. Mirrors RexNodeJsonSerializer.serializeLiteralValue and RexLiteralUtil.toFlinkInternalValue. */
import { type LogicalType } from '../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { parseDecimal, rescaleHalfUp } from './numbers/decimals.js';
import { floatFromText } from './numbers/float-text.js';
import { bytesOf, type SqlValue, type TimestampValue } from './sql-value.js';

const MILLIS_PER_DAY = 86_400_000;

export function parseLiteral(json: unknown, type: LogicalType): SqlValue {
  if (json === null) return null;
  switch (type.kind) {
    case 'BOOLEAN':
      if (typeof json !== 'boolean') throw invalid(type, json);
      return json;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
      if (typeof json !== 'number' || !Number.isInteger(json)) throw invalid(type, json);
      return json;
    case 'BIGINT':
      return bigintOf(json, type);
    case 'INTERVAL_DAY_TIME':
      return integerOf(textOf(json, type));
    case 'INTERVAL_YEAR_MONTH':
      return Number(integerOf(textOf(json, type)));
    case 'FLOAT':
      return floatFromText(textOf(json, type));
    case 'DOUBLE':
      return Number(textOf(json, type));
    case 'DECIMAL': {
      const { unscaled, scale } = parseDecimal(textOf(json, type));
      return rescaleHalfUp(unscaled, scale, type.scale);
    }
    case 'DATE':
      return daysOf(textOf(json, type));
    case 'TIME':
      return millisOfDay(textOf(json, type)).milliseconds;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return timestampOf(textOf(json, type));
    case 'CHAR':
    case 'VARCHAR':
      return bytesOf(textOf(json, type));
    case 'BINARY':
    case 'VARBINARY':
      return Uint8Array.from(Buffer.from(textOf(json, type), 'base64'));
    default:
      throw invalid(type, json);
  }
}

/** JSON numbers beyond 2^53 must have been kept as text or bigint by whoever parsed the plan. */
function bigintOf(json: unknown, type: LogicalType): bigint {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'string' && /^-?\d+$/.test(json)) return BigInt(json);
  if (typeof json === 'number' && Number.isSafeInteger(json)) return BigInt(json);
  throw invalid(type, json);
}

/** BigDecimal.toString of a whole number; it may have an exponent. */
function integerOf(text: string): bigint {
  const { unscaled, scale } = parseDecimal(text);
  return scale <= 0 ? unscaled * 10n ** BigInt(-scale) : unscaled / 10n ** BigInt(scale);
}

function textOf(json: unknown, type: LogicalType): string {
  if (typeof json === 'string') return json;
  if (typeof json === 'number') return String(json);
  throw invalid(type, json);
}

/** `2026-01-31` → days since the epoch (Calcite's DateString). */
function daysOf(text: string): number {
  const match = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) throw new SlipstreamError(ErrorCode.invalidPlan, `expected a date, found ${text}`);
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return date.getTime() / MILLIS_PER_DAY;
}

/** `12:34:56.123456789` → milliseconds of the day and nanoseconds within the millisecond. */
function millisOfDay(text: string): { milliseconds: number; nanos: number } {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) throw new SlipstreamError(ErrorCode.invalidPlan, `expected a time, found ${text}`);
  const fraction = (match[4] ?? '').padEnd(9, '0');
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
  return { milliseconds: seconds * 1000 + Number(fraction.slice(0, 3)), nanos: Number(fraction.slice(3)) };
}

function timestampOf(text: string): TimestampValue {
  const [date = '', time = ''] = text.split(' ');
  const { milliseconds, nanos } = millisOfDay(time);
  return { milliseconds: BigInt(daysOf(date)) * BigInt(MILLIS_PER_DAY) + BigInt(milliseconds), nanos };
}

function invalid(type: LogicalType, json: unknown): SlipstreamError {
  const found = typeof json === 'bigint' ? json.toString() : JSON.stringify(json);
  return new SlipstreamError(ErrorCode.invalidPlan, `expected a literal of type ${type.kind}, found ${found}`);
}
