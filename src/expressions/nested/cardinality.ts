/** CARDINALITY of arrays and maps that are columns (Flink: generateArrayCardinality, generateMapCardinality). */
import { physicalOf } from '../../columnar/types.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { isStored } from '../pass-through.js';
import { type SqlValue } from '../sql-value.js';

export const cardinality: ScalarFunction = {
  names: ['CARDINALITY'],
  check(call) {
    const [container] = call.operands;
    if (!container || !isStored(container)) return 'the size of a computed value is not implemented';
    return ['list', 'map'].includes(physicalOf(container.type)) && container.type.kind !== 'MULTISET'
      ? null
      : `the size of ${container.type.kind} is not implemented`;
  },
  emit(call, context) {
    const operands = emitOperands(call, context);
    return emitTotal(context, call.type, operands, [`${operands[0]?.terms[1]} | 0`]);
  },
  reference: strictReference(([value]) => (value as readonly SqlValue[]).length),
  templates: [
    { sql: 'CARDINALITY($0)', operands: ['ARRAY'], result: 'INT' },
    { sql: 'CARDINALITY($0)', operands: ['MAP'], result: 'INT' },
  ],
};
