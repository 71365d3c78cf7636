/**
 * array[index] and map[key] of columns (Flink: generateArrayElementAt, generateMapGet): the first element is 1; out of bounds, a missing key or a
 * NULL anywhere is NULL.
 */
import { emitLoad } from '../../codegen/column-access.js';
import { type Value } from '../../codegen/value.js';
import { childTypes, physicalOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { emitGuarded, emitOperands, emptyTerms } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { checkComparable, comparisonFormula, compareValues } from '../logic/comparison.js';
import { isStored } from '../pass-through.js';
import { type SqlValue } from '../sql-value.js';

/** Boxed and primitive equality agree on these. */
const KEY_KINDS = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'DATE',
  'TIME',
  'CHAR',
  'VARCHAR',
  'TIMESTAMP',
  'TIMESTAMP_LTZ',
];

const NESTED = ['list', 'map', 'row'];

function emitElement(
  container: Value,
  child: 0 | 1,
  index: string,
  context: EmitContext,
): { terms: readonly string[]; isNull: string } {
  assert(container.source !== undefined, 'the element of a container that is no column');
  const type = childTypes(container.type)[child];
  assert(type !== undefined, `${container.type.kind} has no child ${child}`);
  const { code } = context;
  const element = emitLoad(code, code.child(container.source, child, type), index);
  return { terms: element.terms, isNull: element.isNull };
}

function emitArrayItem(call: CallExpression, context: EmitContext): Value {
  const { code } = context;
  const operands = emitOperands(call, context);
  const [array, index] = operands;
  assert(array !== undefined && index !== undefined, 'ITEM needs two operands');
  const [start = '0', count = '0'] = array.terms;
  const [position = '0'] = index.terms;
  const result = emitGuarded(context, call.type, operands, () => {
    const isNull = code.variable('1', 'n');
    const found = emitResult(call, context);
    code.if(`${position} >= 1 && ${position} <= ${count}`, () => {
      const element = emitElement(array, 0, code.local(`${start} + ${position} - 1`), context);
      code.line(`${isNull} = ${element.isNull};`);
      assign(found, element.terms, context);
    });
    return { terms: found, isNull };
  });
  return withChildren(result, array, 0, context);
}

/** A nested element goes on pointing into the container's children. */
function withChildren(element: Value, container: Value, child: 0 | 1, context: EmitContext): Value {
  const type = childTypes(container.type)[child];
  assert(container.source !== undefined && type !== undefined, 'the element of a container that is no column');
  return NESTED.includes(physicalOf(type))
    ? { ...element, source: context.code.child(container.source, child, type) }
    : element;
}

function emitResult(call: CallExpression, context: EmitContext): string[] {
  return emptyTerms(call.type).map((initial) => context.code.variable(initial));
}

function assign(names: readonly string[], terms: readonly string[], context: EmitContext): void {
  names.forEach((name, index) => context.code.line(`${name} = ${terms[index]};`));
}

function emitMapItem(call: CallExpression, context: EmitContext): Value {
  const { code } = context;
  const operands = emitOperands(call, context);
  const [map, key] = operands;
  assert(
    map !== undefined && key !== undefined && map.source !== undefined && map.type.kind === 'MAP',
    'ITEM of a map',
  );
  const { source, type } = map;
  const [start = '0', count = '0'] = map.terms;
  const result = emitGuarded(context, call.type, operands, () => {
    const isNull = code.variable('1', 'n');
    const found = emitResult(call, context);
    code.block(`for (let e = ${start}; e < ${start} + ${count}; e++) {`, () => {
      const entry = emitLoad(code, code.child(source, 0, type.key), 'e');
      code.if(`${entry.isNull} === 0 && ${comparisonFormula('=', key, entry, context)}`, () => {
        const value = emitElement(map, 1, 'e', context);
        code.line(`${isNull} = ${value.isNull};`);
        assign(found, value.terms, context);
        code.line('break;');
      });
    });
    return { terms: found, isNull };
  });
  return withChildren(result, map, 1, context);
}

export const item: ScalarFunction = {
  names: ['ITEM'],
  check(call) {
    const [container, key] = call.operands;
    assert(container !== undefined && key !== undefined, 'ITEM needs two operands');
    if (!isStored(container)) return 'an element of a computed value is not implemented';
    if (container.type.kind === 'ARRAY' && key.kind === 'literal' && typeof key.value === 'number' && key.value < 1) {
      return `Flink rejects the index ${key.value}`;
    }
    if (container.type.kind === 'ARRAY')
      return key.type.kind === 'INTEGER' ? null : `an index of type ${key.type.kind} is not implemented`;
    if (container.type.kind !== 'MAP') return `an element of ${container.type.kind} is not implemented`;
    if (!KEY_KINDS.includes(container.type.key.kind))
      return `a map with keys of ${container.type.key.kind} is not implemented`;
    if (
      container.type.key.kind !== key.type.kind &&
      checkComparable(key.type, container.type.key) === null &&
      !['CHAR', 'VARCHAR'].includes(key.type.kind)
    ) {
      return "a key of another type than the map's is not implemented";
    }
    if (key.type.nullable) return "a map's key that may be NULL is not implemented";
    return checkComparable(key.type, container.type.key);
  },
  emit: (call, context) =>
    call.operands[0]?.type.kind === 'MAP' ? emitMapItem(call, context) : emitArrayItem(call, context),
  reference(call, context): SqlValue {
    const [containerNode, keyNode] = call.operands;
    assert(containerNode !== undefined && keyNode !== undefined, 'ITEM needs two operands');
    const container = context.evaluate(containerNode) as readonly SqlValue[] | null;
    const key = context.evaluate(keyNode);
    if (container === null || key === null) return null;
    if (containerNode.type.kind !== 'MAP') return container[(key as number) - 1] ?? null;
    const { type } = containerNode;
    const entries = container as readonly (readonly SqlValue[])[];
    const found = entries.find(
      ([entry]) => entry !== null && entry !== undefined && compareValues('=', key, keyNode.type, entry, type.key),
    );
    return found?.[1] ?? null;
  },
  templates: [
    { sql: '$0[$1]', operands: ['ARRAY', ['1', '2', '3', '100']], result: 'INT' },
    { sql: '$0[$1]', operands: ['ARRAY', 'INT'], result: 'INT' },
    { sql: '$0[$1]', operands: ['MAP', ["'a'", "''", "'k'"]], result: 'INT' },
  ],
};
