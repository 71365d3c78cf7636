/**
 * TO_TIMESTAMP(text [, pattern]) and TO_DATE(text) (Flink: DateTimeUtils.parseTimestampData, parseDate). TO_TIMESTAMP answers NULL to
 * every failure. TO_DATE with a pattern goes through SimpleDateFormat and is refused.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { ErrorCode, SlipstreamError } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { type TimestampValue } from '../sql-value.js';
import { constantText, isText, kernelsOf, operandAt, textValue } from '../strings/operands.js';
import { readText } from '../strings/text-runtime.js';
import { parsePattern } from './date-time-pattern.js';
import { parseLenient } from './lenient-timestamp.js';
import { parseDateTime, parsePartsOf, type ParsePart } from './parse-date-time-pattern.js';
import { parseDateOrNull, parseTimestamp, timestampOfFields } from './parse-times.js';
import { fixedOffsetMs } from './session-zone.js';

const DATE_TIME_PARSE = 'java.time.format.DateTimeParseException';
const NOT_IMPLEMENTED = 'java.lang.UnsupportedOperationException';

/** The parts of a constant pattern, or why not. */
export function patternParts(expression: Expression | undefined): readonly ParsePart[] | { readonly refusal: string } {
  const pattern = constantText(expression);
  if (pattern === undefined) return { refusal: 'only constant patterns are implemented' };
  const parsed = parsePattern(pattern);
  if ('refusal' in parsed) return parsed;
  return parsePartsOf(parsed.parts) ?? { refusal: `parsing by pattern '${pattern}' is not implemented` };
}

/**
 * Text that is not of the pattern is read once more in the JVM's default zone. The session zone tells which that is only when the
 * session did not set one.
 */
export function checkDefaultZone(plan: PlanContext): Refusal {
  const isDefault = (plan.config.get('table.local-time-zone') ?? 'default') === 'default';
  if (isDefault && fixedOffsetMs(plan.jvm.localTimeZone) !== undefined) return null;
  return 'with a pattern it depends on the default zone of the JVM, which must be a fixed offset and not be hidden by table.local-time-zone';
}

/** DateTimeUtils.parseTimestampData(text, format); throws what it throws. */
export function parseByPattern(text: string, parts: readonly ParsePart[]): TimestampValue | null {
  try {
    return timestampOfFields(parseDateTime(parts, text), 3);
  } catch (error) {
    if (!(error instanceof SlipstreamError) || error.causes[0]?.className !== DATE_TIME_PARSE) throw error;
  }
  const fields = parseLenient(text);
  return fields === null ? null : timestampOfFields(fields, 9);
}

/** Null for whatever Flink throws; what is not implemented here stays an error. */
function nullOnFailure<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    const isFlinks = error instanceof SlipstreamError && error.code === ErrorCode.evaluationFailed;
    if (!isFlinks || error.causes[0]?.className === NOT_IMPLEMENTED) throw error;
    return null;
  }
}

type ParseText = (text: string) => TimestampValue | null;

function parserOf(call: CallExpression): ParseText {
  if (call.operands.length === 1) return (text) => nullOnFailure(() => parseTimestamp(text, 3));
  const parts = patternParts(call.operands[1]);
  if ('refusal' in parts) throw new Error(parts.refusal);
  return (text) => nullOnFailure(() => parseByPattern(text, parts));
}

export function parseTimestampHelper(
  rt: EvaluationRuntime,
  pointer: number,
  length: number,
  parse: ParseText,
  kernels: StringKernels,
): bigint {
  const timestamp = parse(readText(rt, pointer, length, kernels));
  rt.nanos = timestamp?.nanos ?? 0;
  if (timestamp === null) rt.isNull = 1;
  return timestamp?.milliseconds ?? 0n;
}

function check(call: CallExpression, plan: PlanContext): Refusal {
  if (!isText(call.operands[0])) return `TO_TIMESTAMP of ${call.operands[0]?.type.kind} is not implemented`;
  if (call.operands.length === 1) return null;
  const parts = patternParts(call.operands[1]);
  return 'refusal' in parts ? parts.refusal : checkDefaultZone(plan);
}

export const toTimestamp: ScalarFunction = {
  names: ['TO_TIMESTAMP'],
  check,
  emit(call, context) {
    const text = context.emit(operandAt(call, 0));
    return emitHelperCall(context, call.type, [text], parseTimestampHelper, {
      nullable: true,
      extra: [parserOf(call), kernelsOf(context)],
    });
  },
  reference: strictReference(([text], call) => parserOf(call)(textValue(text))),
  templates: [
    { sql: 'TO_TIMESTAMP($0)', operands: ['STRING'], result: 'TIMESTAMP' },
    { sql: 'TO_TIMESTAMP($0)', operands: [["'2024-02-29 1:2:3.4567'", "'2024-1-1'"]], result: 'TIMESTAMP' },
    {
      sql: 'TO_TIMESTAMP(CAST($0 AS STRING), $1)',
      operands: ['TIMESTAMP', ["'yyyy-MM-dd HH:mm:ss.SSS'", "'uuuu-MM-dd HH:mm:ss.SSSSSS'"]],
      result: 'TIMESTAMP',
    },
  ],
};

function parseDateHelper(rt: EvaluationRuntime, pointer: number, length: number, kernels: StringKernels): number {
  const days = parseDateOrNull(readText(rt, pointer, length, kernels));
  if (days === null) rt.isNull = 1;
  return days ?? 0;
}

export const toDate: ScalarFunction = {
  names: ['TO_DATE'],
  check: (call) =>
    isText(call.operands[0]) && call.operands.length === 1
      ? null
      : 'TO_DATE with a pattern (SimpleDateFormat) is not implemented',
  emit: (call, context) =>
    emitHelperCall(context, call.type, [context.emit(operandAt(call, 0))], parseDateHelper, {
      nullable: true,
      extra: [kernelsOf(context)],
    }),
  reference: strictReference(([text]) => parseDateOrNull(textValue(text))),
  templates: [
    { sql: 'TO_DATE(CAST($0 AS STRING))', operands: ['DATE'], result: 'DATE' },
    { sql: 'TO_DATE($0)', operands: ['STRING'], result: 'DATE' },
  ],
};
