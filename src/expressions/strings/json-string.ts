/** JSON_STRING, which the planner puts around the values of JSON aggregates (Flink: JsonStringCallGen). */
import { emitGuarded } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { emitJsonText, isJsonConstructor, jsonTextOf, jsonValueRefusal } from './json-value.js';
import { writeText } from './text-runtime.js';

export const jsonString: ScalarFunction = {
  names: ['JSON_STRING'],
  check(call, plan) {
    const [operand] = call.operands;
    if (call.operands.length !== 1 || operand === undefined) return 'JSON_STRING takes one value';
    return jsonValueRefusal(operand, plan);
  },
  emit(call, context) {
    const { code } = context;
    const operand = call.operands[0]!;
    const value = context.emit(operand);
    // It is JSON already.
    if (isJsonConstructor(operand)) return { ...value, type: call.type };
    return emitGuarded(context, call.type, [value], () => {
      const pointer = code.local(`${code.constant(writeText)}(rt, ${emitJsonText(context, value)})`);
      return { terms: [pointer, code.local('rt.length')] };
    });
  },
  reference(call, context) {
    const operand = call.operands[0]!;
    const value = context.evaluate(operand);
    if (value === null || isJsonConstructor(operand)) return value;
    return encodeJavaText(jsonTextOf(operand.type, value, context.plan));
  },
  templates: [
    ...['BOOLEAN', 'TINYINT', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE', 'STRING', 'BYTES', 'TIMESTAMP'],
    ...['ARRAY', 'MAP'],
  ].map((operand) => ({ sql: 'JSON_STRING($0)', operands: [operand as 'STRING'], result: 'STRING' })),
};
