/** Durations as Flink's configuration writes them (TimeUtils.parseDuration): "200 ms", "1min", "PT10S"; a bare number is milliseconds. */
import { ErrorCode, SlipstreamError } from '../errors.js';

const UNIT_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  ms: 1,
  milli: 1,
  millis: 1,
  millisecond: 1,
  milliseconds: 1,
};

const ISO = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

/** Whole milliseconds; finer units round down to 0. */
export function durationMs(text: string): number {
  const trimmed = text.trim().toLowerCase();
  const iso = ISO.exec(trimmed);
  if (iso && trimmed.length > 2) {
    const [, hours = '0', minutes = '0', seconds = '0'] = iso;
    return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.floor(Number(seconds) * 1000);
  }
  const match = /^(\d+)\s*([a-zµ]*)$/.exec(trimmed);
  const unit = match?.[2] ?? '';
  if (match && unit === '') return Number(match[1]);
  if (match && unit in UNIT_MS) return Number(match[1]) * UNIT_MS[unit]!;
  if (match && /^(µs|micros?|microseconds?|ns|nanos?|nanoseconds?)$/.test(unit)) return 0;
  throw new SlipstreamError(ErrorCode.invalidPlan, `expected a duration such as '200 ms', found '${text}'`);
}
