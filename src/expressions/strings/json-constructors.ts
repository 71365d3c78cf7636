/**
 * JSON_OBJECT and JSON_ARRAY (Flink: JsonObjectCallGen, JsonArrayCallGen): never NULL. All operands are evaluated before any becomes JSON. Of equal names
 * the last one that is set stays, and with ABSENT ON NULL a NULL sets nothing.
 */
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../../codegen/value.js';
import { assert } from '../../errors.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type EmitContext, type ReferenceContext, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';
import { jsonQuoted } from './json-text.js';
import { emitJsonText, emitObject, isJsonConstructor, jsonTextOf, jsonValueRefusal, textHelper } from './json-value.js';
import { kernelsOf } from './operands.js';
import { writeText } from './text-runtime.js';

/** What stands behind the clause for NULLs. */
function operandsOf(call: CallExpression): readonly Expression[] {
  return call.operands.slice(1);
}

function isAbsentOnNull(call: CallExpression): boolean {
  const [clause] = call.operands;
  assert(clause?.kind === 'symbol', 'a clause for NULLs');
  return clause.value === 'ABSENT';
}

function checkClause({ operands, function: name }: CallExpression): Refusal {
  const [clause] = operands;
  return clause?.kind === 'symbol' && (clause.value === 'NULL' || clause.value === 'ABSENT')
    ? null
    : `${name} without a clause for NULLs`;
}

function checkValues(values: readonly Expression[], plan: PlanContext): Refusal {
  for (const value of values) {
    const refusal = jsonValueRefusal(value, plan);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** JavaScript strings, null for NULL: names. */
function emitTexts(context: EmitContext, operands: readonly Expression[]): string[] {
  const { code } = context;
  const values = operands.map((operand) => context.emit(operand));
  return values.map((value, index) => {
    const text = code.variable('null', 'j');
    const isRaw = isJsonConstructor(operands[index]!);
    const assign = (): void =>
      code.line(`${text} = ${isRaw ? emitRaw(context, value) : emitJsonText(context, value)};`);
    if (value.isNull === NEVER_NULL) code.block('{', assign);
    else if (value.isNull !== ALWAYS_NULL) code.if(`${value.isNull} === 0`, assign);
    return text;
  });
}

function emitRaw(context: EmitContext, value: Value): string {
  return `${context.code.constant(textHelper(kernelsOf(context)))}(rt, ${value.terms.join(', ')})`;
}

function emitText({ code }: EmitContext, call: CallExpression, text: string): Value {
  const pointer = code.local(`${code.constant(writeText)}(rt, ${text})`);
  return { type: call.type, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] };
}

/** NULL for one that is. */
function referenceTexts(operands: readonly Expression[], context: ReferenceContext): (string | null)[] {
  return operands.map((operand) => {
    const value = context.evaluate(operand);
    if (value === null) return null;
    return isJsonConstructor(operand)
      ? decodeJavaText(value as Uint8Array)
      : jsonTextOf(operand.type, value, context.plan);
  });
}

function nameOf(key: Expression): string {
  assert(key.kind === 'literal' && key.value instanceof Uint8Array, 'a name that is a text');
  return decodeJavaText(key.value);
}

interface Member {
  readonly name: string;
  readonly value: Expression;
}

function membersOf(call: CallExpression): Member[] {
  const operands = operandsOf(call);
  return operands.flatMap((key, index) =>
    index % 2 === 0 ? [{ name: nameOf(key), value: operands[index + 1]! }] : [],
  );
}

export const jsonObject: ScalarFunction = {
  names: ['JSON_OBJECT'],
  check(call, plan) {
    const operands = operandsOf(call);
    const keys = operands.filter((_operand, index) => index % 2 === 0);
    if (operands.length % 2 !== 0) return 'JSON_OBJECT with a name that has no value';
    if (!keys.every((key) => key.kind === 'literal' && key.value instanceof Uint8Array)) {
      return 'JSON_OBJECT with a name that is no constant text is not implemented';
    }
    return checkClause(call) ?? checkValues(membersOf(call).map(({ value }) => value), plan); // prettier-ignore
  },
  emit(call, context) {
    const { code } = context;
    const members = membersOf(call);
    const texts = emitTexts(context, members.map(({ value }) => value)); // prettier-ignore
    const byName = new Map<string, string[]>();
    members.forEach(({ name }, index) => byName.set(name, [texts[index]!, ...(byName.get(name) ?? [])]));
    if (!isAbsentOnNull(call)) {
      const parts = [...byName].map(([name, [last]]) => ({ name, text: code.local(`${last} ?? 'null'`, 'j') }));
      return emitText(context, call, emitObject(context, parts));
    }
    const all = code.variable("''", 'j');
    for (const [name, candidates] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const text = code.local(candidates.join(' ?? '), 'j');
      const member = code.constant(`${jsonQuoted(name)}:`);
      code.if(`${text} !== null`, () => code.line(`${all} += (${all} === '' ? '' : ',') + ${member} + ${text};`));
    }
    return emitText(context, call, `'{' + ${all} + '}'`);
  },
  reference(call, context): SqlValue {
    const members = membersOf(call);
    const texts = referenceTexts(members.map(({ value }) => value), context); // prettier-ignore
    const object = new Map<string, string>();
    members.forEach(({ name }, index) => {
      const text = texts[index] ?? null;
      if (text !== null || !isAbsentOnNull(call)) object.set(name, text ?? 'null');
    });
    const sorted = [...object].sort(([a], [b]) => (a < b ? -1 : 1));
    return encodeJavaText(`{${sorted.map(([name, text]) => `${jsonQuoted(name)}:${text}`).join(',')}}`);
  },
  templates: [
    { sql: "JSON_OBJECT(KEY 'k' VALUE $0, KEY 'a' VALUE $1)", operands: ['STRING', 'DOUBLE'], result: 'STRING' },
    { sql: "JSON_OBJECT('k' VALUE $0, 'k' VALUE $1 ABSENT ON NULL)", operands: ['INT', 'BYTES'], result: 'STRING' },
    { sql: "JSON_OBJECT('é\"' VALUE $0, 'b' VALUE $1)", operands: ['ARRAY', 'MAP'], result: 'STRING' },
    {
      sql: "JSON_OBJECT('o' VALUE JSON_OBJECT('i' VALUE $0 ABSENT ON NULL), 's' VALUE $1)",
      operands: ['DECIMAL', 'TIMESTAMP'],
      result: 'STRING',
    },
  ],
};

export const jsonArray: ScalarFunction = {
  names: ['JSON_ARRAY'],
  check: (call, plan) => checkClause(call) ?? checkValues(operandsOf(call), plan),
  emit(call, context) {
    const { code } = context;
    const texts = emitTexts(context, operandsOf(call));
    if (!isAbsentOnNull(call)) {
      const parts = texts.map((text, index) => `${index === 0 ? '' : "',' + "}(${text} ?? 'null')`);
      return emitText(context, call, ["'['", ...parts, "']'"].join(' + '));
    }
    const all = code.variable("''", 'j');
    for (const text of texts) {
      code.if(`${text} !== null`, () => code.line(`${all} += (${all} === '' ? '' : ',') + ${text};`));
    }
    return emitText(context, call, `'[' + ${all} + ']'`);
  },
  reference(call, context): SqlValue {
    const texts = referenceTexts(operandsOf(call), context);
    const kept = isAbsentOnNull(call) ? texts.filter((text) => text !== null) : texts;
    return encodeJavaText(`[${kept.map((text) => text ?? 'null').join(',')}]`);
  },
  templates: [
    { sql: 'JSON_ARRAY($0, $1)', operands: ['STRING', 'FLOAT'], result: 'STRING' },
    { sql: 'JSON_ARRAY($0, $1 NULL ON NULL)', operands: ['TIMESTAMP_LTZ', 'MAP'], result: 'STRING' },
    { sql: 'JSON_ARRAY($0, JSON_ARRAY($1), JSON_OBJECT())', operands: ['BOOLEAN', 'BIGINT'], result: 'STRING' },
  ],
};
