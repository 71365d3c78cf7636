/**
 * `||`, CONCAT and CONCAT_WS. CONCAT and CONCAT_WS join bytes (BinaryStringDataUtil.concat, concatWs); `||` joins Java strings
 * (StringCallGen.generateArithmeticConcat), so that malformed text is repaired. A chain of `||` is joined at once.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitGuarded, emitOperands, strictReference } from '../emit-helpers.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';
import { bytesValue, isText, kernelsOf, textValue } from './operands.js';

/** Bytes that one malformed byte becomes (U+FFFD). */
const REPAIRED_BYTES_MAX = 3;

function checkTexts(call: CallExpression): string | null {
  return call.operands.every(isText) ? null : `${call.function} of other types than strings is not implemented`;
}

function appendRepaired(
  rt: EvaluationRuntime,
  target: number,
  text: number,
  length: number,
  kernels: StringKernels,
): number {
  const end = kernels.appendValid(target, text, length);
  if (end !== 0) return end;
  const bytes = encodeJavaText(decodeJavaText(rt.memory.u8.slice(text, text + length)));
  rt.memory.u8.set(bytes, target);
  return target + bytes.length;
}

/** Operands of nested calls of the same function: NULL if one is, evaluated left to right, as the nested calls are. */
function flattened(call: CallExpression): readonly Expression[] {
  return call.operands.flatMap((operand) =>
    operand.kind === 'call' && operand.function === call.function ? flattened(operand) : [operand],
  );
}

/** Joins in a guarded block; `append` writes one text and returns the end. */
function emitJoin(
  context: EmitContext,
  call: CallExpression,
  operands: readonly Value[],
  bytesFactor: number,
  append: (target: string, value: Value) => string,
): Value {
  const { code } = context;
  return emitGuarded(context, call.type, operands, () => {
    const total = operands.map((operand) => operand.terms[1]).join(' + ') || '0';
    const start = code.local(`rt.arena.reserve((${total}) * ${bytesFactor})`);
    let end = start;
    for (const operand of operands) end = code.local(append(end, operand));
    code.line(`rt.arena.advance(${end});`);
    return { terms: [start, code.local(`${end} - ${start}`)] };
  });
}

export const concatOperator: ScalarFunction = {
  names: ['||'],
  check: checkTexts,
  emit(call, context) {
    const operands = flattened(call).map((operand) => context.emit(operand));
    const kernels = context.code.constant(kernelsOf(context));
    const append = context.code.constant(appendRepaired);
    return emitJoin(context, call, operands, REPAIRED_BYTES_MAX, (target, { terms }) => {
      return `${append}(rt, ${target}, ${terms.join(', ')}, ${kernels})`;
    });
  },
  reference: strictReference((texts) => encodeJavaText(texts.map(textValue).join(''))),
  templates: [
    { sql: '$0 || $1', operands: ['STRING', 'STRING'], result: 'STRING' },
    { sql: "$0 || '-' || $1", operands: ['STRING', 'STRING'], result: 'STRING' },
  ],
};

export const concatFunction: ScalarFunction = {
  names: ['CONCAT'],
  check: checkTexts,
  emit(call, context) {
    const append = context.code.constant(kernelsOf(context).append);
    return emitJoin(context, call, emitOperands(call, context), 1, (target, { terms }) => {
      return `${append}(${target}, ${terms.join(', ')})`;
    });
  },
  reference: strictReference((texts) => Buffer.concat(texts.map(bytesValue))),
  templates: [{ sql: "CONCAT($0, $1, 'x')", operands: ['STRING', 'STRING'], result: 'STRING' }],
};

export const concatWsFunction: ScalarFunction = {
  names: ['CONCAT_WS'],
  check: checkTexts,
  emit(call, context) {
    const { code } = context;
    const [separator, ...texts] = emitOperands(call, context);
    if (!separator) throw new Error('CONCAT_WS has no separator');
    const append = code.constant(kernelsOf(context).append);
    return emitGuarded(context, call.type, [separator], () => {
      const lengths = texts.map((text) =>
        text.isNull === NEVER_NULL ? text.terms[1] : `(${text.isNull} === 0 ? ${text.terms[1]} : 0)`,
      );
      const total = [...lengths, `${separator.terms[1]} * ${texts.length}`].join(' + ');
      const start = code.local(`rt.arena.reserve(${total})`);
      const end = code.variable(start);
      const isFirst = code.variable('true');
      for (const text of texts) {
        code.if(text.isNull === NEVER_NULL ? 'true' : `${text.isNull} === 0`, () => {
          code.line(`if (!${isFirst}) ${end} = ${append}(${end}, ${separator.terms.join(', ')});`);
          code.line(`${end} = ${append}(${end}, ${text.terms.join(', ')});`);
          code.line(`${isFirst} = false;`);
        });
      }
      code.line(`rt.arena.advance(${end});`);
      return { terms: [start, code.local(`${end} - ${start}`)] };
    });
  },
  reference(call, context) {
    const [separator, ...texts] = call.operands.map((operand) => context.evaluate(operand));
    if (separator === null) return null;
    const kept = texts.filter((text) => text !== null).map(bytesValue);
    return Buffer.concat(kept.flatMap((text, index) => (index === 0 ? [text] : [bytesValue(separator), text])));
  },
  templates: [
    { sql: "CONCAT_WS('-', $0, $1)", operands: ['STRING', 'STRING'], result: 'STRING' },
    { sql: 'CONCAT_WS($0, $1, $2)', operands: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  ],
};
