/**
 * JSON_STRING, which the planner puts around the values of JSON aggregates (Flink: JsonStringCallGen, SqlJsonUtils.serializeJson). Numbers pass through
 * BigDecimal: a FLOAT is widened first, exponents have a sign, and there is no -0.0.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { timestampText } from '../../formats/json/encode/value-text.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type PlanContext } from '../../operators/operator.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { doubleToString } from '../java/double-to-string.js';
import { numberTextVersion } from '../java/number-text.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';
import { bigDecimalText, jsonDoubleText, jsonQuoted } from './json-text.js';
import { kernelsOf } from './operands.js';
import { readText, writeText } from './text-runtime.js';

export const jsonString: ScalarFunction = {
  names: ['JSON_STRING'],
  check(call, plan) {
    const [operand] = call.operands;
    if (call.operands.length !== 1 || operand === undefined) return 'JSON_STRING takes one value';
    const { type } = operand;
    // Of a call it depends on the call whether its text is JSON already.
    if (operand.kind === 'call' && operand.function.startsWith('JSON')) {
      return `JSON_STRING of ${operand.function} is not implemented`;
    }
    if ((type.kind === 'FLOAT' || type.kind === 'DOUBLE') && !numberTextVersion(plan.jvm.specificationVersion)) {
      return `the text of ${type.kind} on JVM ${plan.jvm.specificationVersion} is not known`;
    }
    return jsonWriter(type, plan) === undefined ? `JSON_STRING of ${type.kind} is not implemented` : null;
  },
  emit(call, context) {
    const { type } = call.operands[0]!;
    const helper = helperFor(type, jsonWriter(type, context.plan)!, kernelsOf(context));
    return emitHelperCall(context, call.type, emitOperands(call, context), helper);
  },
  reference: strictReference(([value], call, { plan }) => {
    const operand = call.operands[0]!;
    const type = 'type' in operand ? operand.type : call.type;
    const isText = type.kind === 'CHAR' || type.kind === 'VARCHAR';
    const read = isText ? decodeJavaText(value as Uint8Array) : value!;
    return encodeJavaText(jsonWriter(type, plan)!(read));
  }),
  templates: ['BOOLEAN', 'TINYINT', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE', 'STRING', 'BYTES', 'TIMESTAMP'].map(
    (operand) => ({ sql: 'JSON_STRING($0)', operands: [operand as 'STRING'], result: 'STRING' }),
  ),
};

type Writer = (value: Exclude<SqlValue, null> | string) => string;

/** Undefined: not a scalar, or one that Flink does not take either. */
function jsonWriter(type: LogicalType, plan: PlanContext): Writer | undefined {
  switch (type.kind) {
    case 'CHAR':
    case 'VARCHAR':
      return (value) => jsonQuoted(value as string);
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return String;
    case 'DECIMAL':
      return (value) => bigDecimalText(value as bigint, type.scale);
    case 'FLOAT':
    case 'DOUBLE': {
      const version = numberTextVersion(plan.jvm.specificationVersion) ?? 'legacy';
      return (value) => jsonDoubleText(doubleToString(value as number, version));
    }
    case 'BINARY':
    case 'VARBINARY':
      return (value) => `"${Buffer.from(value as Uint8Array).toString('base64')}"`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (value) => {
        const { milliseconds, nanos } = value as TimestampValue;
        return `"${timestampText(milliseconds, nanos, 'T', false)}${type.kind === 'TIMESTAMP_LTZ' ? 'Z' : ''}"`;
      };
    default:
      return undefined;
  }
}

/** `helper(rt, ...terms)`, by the physical form of the operand. */
function helperFor(
  type: LogicalType,
  write: Writer,
  kernels: StringKernels,
): (rt: EvaluationRuntime, first: never, second: never) => number {
  switch (physicalOf(type)) {
    case 'view':
      return type.kind === 'CHAR' || type.kind === 'VARCHAR'
        ? (rt, pointer: number, length: number) => writeText(rt, write(readText(rt, pointer, length, kernels)))
        : (rt, pointer: number, length: number) =>
            writeText(rt, write(rt.memory.u8.subarray(pointer, pointer + length)));
    case 'int128':
      return (rt, low: bigint, high: bigint) => writeText(rt, write((high << 64n) | BigInt.asUintN(64, low)));
    case 'timestamp':
      return (rt, milliseconds: bigint, nanos: number) => writeText(rt, write({ milliseconds, nanos }));
    default:
      return (rt, value: Exclude<SqlValue, null>) => writeText(rt, write(value));
  }
}
