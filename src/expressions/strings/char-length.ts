/** CHAR_LENGTH (Flink: BinaryStringData.numChars): characters as their first bytes tell. */
import { emitGuarded, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { characterStarts } from './characters.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';

export const charLength: ScalarFunction = {
  names: ['CHAR_LENGTH', 'CHARACTER_LENGTH'],
  check: (call) => checkOperands(call, 'T'),
  emit(call, context) {
    const operands = emitOperands(call, context);
    const { code } = context;
    const count = code.constant(kernelsOf(context).charLength);
    return emitGuarded(context, call.type, operands, () => ({
      terms: [code.local(`${count}(${operands[0]?.terms.join(', ')})`)],
    }));
  },
  reference: strictReference(([text]) => characterStarts(bytesValue(text)).length),
  templates: [{ sql: 'CHAR_LENGTH($0)', operands: ['STRING'], result: 'INT' }],
};
