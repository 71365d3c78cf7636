/** STARTSWITH and ENDSWITH of strings (Flink: StartsWithFunction, EndsWithFunction), on bytes. */
import { emitGuarded, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';

function affixFunction(name: 'STARTSWITH' | 'ENDSWITH'): ScalarFunction {
  return {
    names: [name],
    check: (call) => checkOperands(call, 'TT'),
    emit(call, context) {
      const operands = emitOperands(call, context);
      const kernels = kernelsOf(context);
      const test = context.code.constant(name === 'STARTSWITH' ? kernels.startsWith : kernels.endsWith);
      const args = operands.flatMap((operand) => operand.terms).join(', ');
      return emitGuarded(context, call.type, operands, () => ({
        terms: [context.code.local(`${test}(${args}) !== 0`)],
      }));
    },
    reference: strictReference(([text, affix]) => {
      const [whole, part] = [bytesValue(text), bytesValue(affix)];
      if (part.length > whole.length) return false;
      const at = name === 'STARTSWITH' ? 0 : whole.length - part.length;
      return Buffer.compare(whole.subarray(at, at + part.length), part) === 0;
    }),
    templates: [
      { sql: `${name}($0, $1)`, operands: ['STRING', ["'a'", "'ab'", "''", "'😀'"]], result: 'BOOLEAN' },
      { sql: `${name}($0, $1)`, operands: ['STRING', 'STRING'], result: 'BOOLEAN' },
    ],
  };
}

export const startsWith = affixFunction('STARTSWITH');
export const endsWith = affixFunction('ENDSWITH');
