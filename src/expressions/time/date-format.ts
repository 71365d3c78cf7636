/**
 * DATE_FORMAT of timestamps by a constant pattern (Flink: DateTimeUtils.formatTimestamp with DateTimeFormatter.ofPattern). The
 * other form, over strings, goes through SimpleDateFormat and is refused.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Refusal } from '../../operators/operator.js';
import { decodeJavaText } from '../strings/java-text.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { type TimestampValue } from '../sql-value.js';
import { dateTimeParts, DateTimeFormat } from './date-time-format.js';
import { parsePattern, type PatternResult } from './date-time-pattern.js';
import { FormattedTexts } from './formatted-texts.js';
import { checkSessionZone, sessionOffsetMs } from './session-zone.js';

function patternOf(call: CallExpression): PatternResult {
  const [, pattern] = call.operands;
  if (pattern?.kind !== 'literal' || !(pattern.value instanceof Uint8Array)) {
    return { refusal: 'only constant patterns are implemented' };
  }
  return parsePattern(decodeJavaText(pattern.value));
}

function check(call: CallExpression, zoneRefusal: () => Refusal): Refusal {
  const kind = call.operands[0]?.type.kind;
  if (kind !== 'TIMESTAMP' && kind !== 'TIMESTAMP_LTZ') {
    return `DATE_FORMAT of ${kind} (SimpleDateFormat) is not implemented`;
  }
  const pattern = patternOf(call);
  if ('refusal' in pattern) return pattern.refusal;
  return kind === 'TIMESTAMP_LTZ' ? zoneRefusal() : null;
}

function formatOf(call: CallExpression): DateTimeFormat {
  const pattern = patternOf(call);
  if ('refusal' in pattern) throw new Error(pattern.refusal);
  return new DateTimeFormat(pattern.parts);
}

function dateFormat(
  rt: EvaluationRuntime,
  milliseconds: bigint,
  nanos: number,
  texts: FormattedTexts,
  offsetMs: bigint,
): number {
  return texts.text(rt, offsetMs === 0n ? milliseconds : BigInt.asIntN(64, milliseconds + offsetMs), nanos);
}

export const dateFormatFunction: ScalarFunction = {
  names: ['DATE_FORMAT'],
  check: (call, plan) => check(call, () => checkSessionZone(plan)),
  emit(call, context) {
    const [operand] = call.operands;
    if (!operand) throw new Error('DATE_FORMAT has no operand');
    const offsetMs = operand.type.kind === 'TIMESTAMP_LTZ' ? BigInt(sessionOffsetMs(context.plan)) : 0n;
    const texts = new FormattedTexts(formatOf(call), context.runtime.memory);
    return emitHelperCall(context, call.type, [context.emit(operand)], dateFormat, { extra: [texts, offsetMs] });
  },
  reference: strictReference(([value], call, context) => {
    const timestamp = value as TimestampValue;
    const offsetMs = call.operands[0]?.type.kind === 'TIMESTAMP_LTZ' ? sessionOffsetMs(context.plan) : 0;
    const format = formatOf(call);
    const bytes = new Uint8Array(format.bytesMax);
    const local = dateTimeParts(timestamp.milliseconds + BigInt(offsetMs), timestamp.nanos);
    return bytes.slice(0, format.write(bytes, 0, local));
  }),
  templates: [
    {
      sql: 'DATE_FORMAT($0, $1)',
      operands: [
        'TIMESTAMP',
        [
          "'yyyy-MM-dd'",
          "'HH:mm'",
          "'yyyy-MM-dd HH:mm:ss.SSSSSSSSS'",
          "'uuuuMMdd''T''HHmmss'",
          "'y yyy yy M d H m s S'",
          "'h hh k kk K KK D DD DDD Q QQ A n N'",
        ],
      ],
      result: 'STRING',
    },
    { sql: 'DATE_FORMAT($0, $1)', operands: ['TIMESTAMP_LTZ', ["'yyyy-MM-dd HH:mm:ss'"]], result: 'STRING' },
  ],
};
