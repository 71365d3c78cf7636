/**
 * The session time zone (`table.local-time-zone`), as far as it is exact here: UTC and fixed offsets.
 *
 * Other zones are refused. The JVM has two sources of their history (java.util.TimeZone and java.time.zone.ZoneRules, which differ
 * before 1900), both of its own tzdb version; Node's ICU is a third. Exact support needs the JVM's own transitions in the plan.
 */
import { type PlanContext, type Refusal } from '../../operators/operator.js';

const UTC_NAMES = new Set([
  'Z',
  'UTC',
  'GMT',
  'UT',
  'UCT',
  'Zulu',
  'Universal',
  'Greenwich',
  'GMT0',
  'Etc/UTC',
  'Etc/UCT',
  'Etc/GMT',
  'Etc/GMT0',
  'Etc/GMT+0',
  'Etc/GMT-0',
  'Etc/Zulu',
  'Etc/Universal',
  'Etc/Greenwich',
]);

/** Milliseconds to add to UTC; undefined when the zone is no fixed offset. */
export function fixedOffsetMs(zone: string): number | undefined {
  if (UTC_NAMES.has(zone)) return 0;
  const etc = /^Etc\/GMT([+-])(\d{1,2})$/.exec(zone);
  if (etc) {
    const hours = Number(etc[2]);
    // POSIX signs: Etc/GMT+5 is five hours behind.
    if (etc[1] === '+' ? hours > 12 : hours > 14) return undefined;
    return (etc[1] === '+' ? -hours : hours) * 3_600_000;
  }
  const offset = /^(?:GMT)?([+-])(\d\d):(\d\d)$/.exec(zone);
  if (!offset) return undefined;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  if (minutes > 18 * 60 || Number(offset[3]) > 59) return undefined;
  return (offset[1] === '-' ? -minutes : minutes) * 60_000;
}

export function checkSessionZone(plan: PlanContext): Refusal {
  const zone = plan.jvm.localTimeZone;
  if (fixedOffsetMs(zone) !== undefined) return null;
  return `session time zone ${zone} has transitions that only the JVM knows; UTC and fixed offsets such as GMT+01:00 are implemented`;
}

/** After `checkSessionZone` accepted the plan. */
export function sessionOffsetMs(plan: PlanContext): number {
  return fixedOffsetMs(plan.jvm.localTimeZone) ?? 0;
}
