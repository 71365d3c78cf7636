/**
 * SQL values as JSON text, for JSON_STRING, JSON_OBJECT and JSON_ARRAY (Flink: JsonGenerateUtils.createNodeTerm, SqlJsonUtils.serializeJson). Numbers pass
 * through BigDecimal: a FLOAT is widened first, exponents have a sign, and there is no -0.0. The names of an object are sorted as Java strings.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitLoad } from '../../codegen/column-access.js';
import { type Binding } from '../../codegen/binding.js';
import { type Value } from '../../codegen/value.js';
import { childTypes, physicalOf, type LogicalType } from '../../columnar/types.js';
import { assert, javaError } from '../../errors.js';
import { timestampText } from '../../formats/json/encode/value-text.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { type Expression } from '../expression.js';
import { type EmitContext } from '../function.js';
import { doubleToString } from '../java/double-to-string.js';
import { numberTextVersion } from '../java/number-text.js';
import { isStored } from '../pass-through.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { decodeJavaText } from './java-text.js';
import { bigDecimalText, jsonDoubleText, jsonQuoted } from './json-text.js';
import { kernelsOf } from './operands.js';
import { readText } from './text-runtime.js';

/** Constructors whose text goes into others as it is, but only when they are called right there (isJsonObjectOrArrayOperand). */
export function isJsonConstructor(expression: Expression): boolean {
  return expression.kind === 'call' && (expression.function === 'JSON_OBJECT' || expression.function === 'JSON_ARRAY');
}

/** Why a value is not written; the operand's own check is another matter. */
export function jsonValueRefusal(operand: Expression, plan: PlanContext): Refusal {
  if (isJsonConstructor(operand)) return null;
  const { type } = operand;
  if (childTypes(type).length > 0 && !isStored(operand))
    return `the JSON of a computed ${type.kind} is not implemented`;
  return typeRefusal(type, plan);
}

function typeRefusal(type: LogicalType, plan: PlanContext): Refusal {
  switch (type.kind) {
    case 'FLOAT':
    case 'DOUBLE':
      return numberTextVersion(plan.jvm.specificationVersion)
        ? null
        : `the text of ${type.kind} on JVM ${plan.jvm.specificationVersion} is not known`;
    case 'ARRAY':
    case 'ROW':
    case 'MAP':
    case 'MULTISET':
      return partsRefusal(type, plan);
    default:
      return scalarWriter(type, plan) ? null : `the JSON of ${type.kind} is not implemented`;
  }
}

function partsRefusal(type: LogicalType, plan: PlanContext): Refusal {
  const parts = childTypes(type);
  const isObject = type.kind === 'MAP' || type.kind === 'MULTISET';
  if (isObject && !isText(parts[0]!)) return `Flink refuses the JSON of ${type.kind} with keys of ${parts[0]!.kind}`;
  // Flink does not look whether they are NULL, which a decoder may have made them: then it depends on the class of the container.
  const strict = (isObject ? parts.slice(1) : parts).find((part) => !part.nullable);
  if (strict && type.kind !== 'MULTISET')
    return `the JSON of ${type.kind} with parts that are NOT NULL is not implemented`;
  for (const part of parts) {
    const refusal = typeRefusal(part, plan);
    if (refusal !== null) return refusal;
  }
  return null;
}

function isText(type: LogicalType): boolean {
  return type.kind === 'CHAR' || type.kind === 'VARCHAR';
}

/** Writes the text of a value that is not NULL, an expression of a JavaScript string. */
export function emitJsonText(context: EmitContext, value: Value): string {
  const { code } = context;
  const { type, source } = value;
  if (childTypes(type).length === 0 && type.kind !== 'ROW') {
    const helper = scalarHelper(type, context.plan, kernelsOf(context));
    return code.local(`${code.constant(helper)}(${['rt', ...value.terms].join(', ')})`, 'j');
  }
  assert(source !== undefined, `the JSON of a ${type.kind} that is no column`);
  if (type.kind === 'ROW') return emitRow(context, source, type.fields, value.terms[0] ?? 'r');
  return type.kind === 'ARRAY' ? emitArray(context, source, value) : emitMap(context, source, value);
}

function emitArray(context: EmitContext, source: Binding, { type, terms }: Value): string {
  const { code } = context;
  const elements = code.child(source, 0, childTypes(type)[0]!);
  const text = code.variable("''", 'j');
  emitElements(context, terms, (index) => {
    const part = emitPart(context, elements, index);
    code.line(`${text} += ${index} === ${terms[0]} ? ${part} : ',' + ${part};`);
  });
  return `('[' + ${text} + ']')`;
}

function emitRow(
  context: EmitContext,
  source: Binding,
  fields: readonly { readonly name: string; readonly type: LogicalType }[],
  index: string,
): string {
  const { code } = context;
  const parts = fields.map(({ name, type }, child) => ({
    name,
    text: emitPart(context, code.child(source, child, type), index),
  }));
  return emitObject(context, parts);
}

/** `texts` of names that differ. */
export function emitObject(
  { code }: EmitContext,
  parts: readonly { readonly name: string; readonly text: string }[],
): string {
  const members = [...parts]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }, index) => `${code.constant(`${index === 0 ? '' : ','}${jsonQuoted(name)}:`)} + ${text}`);
  return `('{' + ${[...members, "'}'"].join(' + ')})`;
}

function emitMap(context: EmitContext, source: Binding, { type, terms }: Value): string {
  const { code } = context;
  const [keyType, valueType] = childTypes(type) as [LogicalType, LogicalType];
  const [keys, values] = [code.child(source, 0, keyType), code.child(source, 1, valueType)];
  const entries = code.local(`${code.constant(newEntries)}()`);
  emitElements(context, terms, (index) => {
    const key = emitLoad(code, keys, index);
    code.if(`${key.isNull} === 1`, () => code.line(`throw ${code.constant(nullKey)}(${index} - ${terms[0]});`));
    const name = code.local(`${code.constant(textHelper(kernelsOf(context)))}(rt, ${key.terms.join(', ')})`);
    code.line(`${entries}.set(${name}, ${emitPart(context, values, index)});`);
  });
  return `${code.constant(objectText)}(${entries})`;
}

function emitElements({ code }: EmitContext, [start, count]: readonly string[], body: (index: string) => void): void {
  const index = code.fresh('e');
  code.block(`for (let ${index} = ${start}; ${index} < ${start} + ${count}; ${index}++) {`, () => body(index));
}

/** A part of a nested value, a name. */
function emitPart(context: EmitContext, binding: Binding, index: string): string {
  const { code } = context;
  const text = code.variable("'null'", 'j');
  const value = emitLoad(code, binding, index);
  if (value.isNull !== '1')
    code.if(`${value.isNull} === 0`, () => code.line(`${text} = ${emitJsonText(context, value)};`));
  return text;
}

function newEntries(): Map<string, string> {
  return new Map();
}

function objectText(entries: ReadonlyMap<string, string>): string {
  // JavaScript compares strings as Java does: by UTF-16 units.
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, text]) => `${jsonQuoted(name)}:${text}`).join(',')}}`;
}

function nullKey(index: number): Error {
  return javaError(
    'java.lang.IllegalArgumentException',
    `Key at index ${index} was null. This is not supported during conversion to JSON.`,
  );
}

type Writer = (value: Exclude<SqlValue, null> | string) => string;

/** Undefined: not a scalar, or one that Flink does not take either. */
function scalarWriter(type: LogicalType, plan: PlanContext): Writer | undefined {
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

type Helper = (rt: EvaluationRuntime, first: never, second: never) => string;

/** `helper(rt, ...terms)`, by the physical form of the value. */
function scalarHelper(type: LogicalType, plan: PlanContext, kernels: StringKernels): Helper {
  const write = scalarWriter(type, plan);
  assert(write !== undefined, `the JSON of ${type.kind}`);
  switch (physicalOf(type)) {
    case 'view':
      return isText(type)
        ? (rt, pointer: number, length: number) => write(readText(rt, pointer, length, kernels))
        : (rt, pointer: number, length: number) => write(rt.memory.u8.subarray(pointer, pointer + length));
    case 'int128':
      return (_rt, low: bigint, high: bigint) => write((high << 64n) | BigInt.asUintN(64, low));
    case 'timestamp':
      return (_rt, milliseconds: bigint, nanos: number) => write({ milliseconds, nanos });
    default:
      return (_rt, value: Exclude<SqlValue, null>) => write(value);
  }
}

/** BinaryStringData.toString. */
export function textHelper(kernels: StringKernels): Helper {
  return (rt, pointer: number, length: number) => readText(rt, pointer, length, kernels);
}

/** The reference version. */
export function jsonTextOf(type: LogicalType, value: SqlValue, plan: PlanContext): string {
  if (value === null) return 'null';
  const parts = childTypes(type);
  switch (type.kind) {
    case 'ARRAY':
      return `[${(value as readonly SqlValue[]).map((element) => jsonTextOf(parts[0]!, element, plan)).join(',')}]`;
    case 'ROW':
      return objectText(
        new Map(
          type.fields.map((field, index) => [
            field.name,
            jsonTextOf(field.type, (value as readonly SqlValue[])[index]!, plan),
          ]),
        ),
      );
    case 'MAP':
    case 'MULTISET':
      return objectText(
        new Map(
          (value as readonly (readonly SqlValue[])[]).map(([key, part], index) => {
            if (key === null || key === undefined) throw nullKey(index);
            return [decodeJavaText(key as Uint8Array), jsonTextOf(parts[1]!, part ?? null, plan)];
          }),
        ),
      );
    default:
      return scalarWriter(type, plan)!(isText(type) ? decodeJavaText(value as Uint8Array) : value);
  }
}
