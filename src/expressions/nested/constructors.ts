/**
 * ROW(…), ARRAY[…] and MAP[…] (Flink: generateRow, generateArray, generateMap): projections only, never NULL themselves. How their columns
 * come to be is in ../projection.ts.
 */
import { type Value } from '../../codegen/value.js';
import { childTypes, physicalOf, type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { isIdentityCast } from '../cast/identity.js';
import { describe, keyOf, type CallExpression, type Expression } from '../expression.js';
import { type ReferenceContext, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';

/** Of a row one part per field, of an array its elements, of a map its keys and then its values. */
export interface Construction {
  readonly type: LogicalType;
  /** By child of the column, see columnar/batch.ts. */
  readonly children: readonly { readonly type: LogicalType; readonly parts: readonly Expression[] }[];
}

const CONSTRUCTORS = ['ROW', 'ARRAY', 'MAP'];

/** What the expression constructs; null when it does not. A cast that changes no value only renames the type. */
export function constructionOf(expression: Expression): Construction | null {
  if (expression.kind !== 'call') return null;
  const [operand] = expression.operands;
  if (expression.function === 'CAST' && operand && isIdentityCast(operand.type, expression.type)) {
    const inner = constructionOf(operand);
    return inner && withType(expression.type, inner.children.map((child) => child.parts)); // prettier-ignore
  }
  const isConstructor = CONSTRUCTORS.includes(expression.function) && expression.version === 1;
  return isConstructor ? withType(expression.type, partsOf(expression)) : null;
}

function withType(type: LogicalType, parts: readonly (readonly Expression[])[]): Construction {
  return { type, children: childTypes(type).map((child, index) => ({ type: child, parts: parts[index] ?? [] })) };
}

function partsOf(call: CallExpression): readonly (readonly Expression[])[] {
  if (call.function === 'ROW') return call.operands.map((operand) => [operand]);
  if (call.function === 'ARRAY') return [call.operands];
  return [0, 1].map((part) => call.operands.filter((_operand, index) => index % 2 === part));
}

/** The operands of ROW(…), of which a field may be read without the row; null for everything else, and rows that hold a constructed value. */
export function partsOfRow(expression: Expression): readonly Expression[] | null {
  const built = constructionOf(expression);
  if (built?.type.kind !== 'ROW') return null;
  const parts = built.children.flatMap((child) => child.parts);
  return parts.some(constructionOf) ? null : parts;
}

export function isNested(type: LogicalType): boolean {
  return ['list', 'map', 'row'].includes(physicalOf(type));
}

/**
 * `checkLeaf` is the rule of a part that constructs nothing. Within a list, the values of all parts share one column: it holds computed
 * values, not columns with children of their own.
 */
export function checkConstruction(
  expression: Expression,
  checkLeaf: (part: Expression) => Refusal,
  withinList = false,
): Refusal {
  const built = constructionOf(expression);
  assert(built !== null, 'nothing is constructed');
  const isList = withinList || built.type.kind !== 'ROW';
  const own = built.type.kind === 'ROW' ? null : checkList(built);
  if (own !== null) return `${describe(expression)}: ${own}`;
  for (const { type, parts } of built.children) {
    for (const part of parts) {
      const refusal = checkPart(part, type, isList, checkLeaf);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

function checkList({ type, children }: Construction): Refusal {
  const keys = children[0]?.parts ?? [];
  if (keys.length === 0) return `an empty ${type.kind} is not implemented`;
  // generateMap keeps the last of equal expressions.
  const isMapWithEqualKeys = type.kind === 'MAP' && new Set(keys.map(keyOf)).size < keys.length;
  return isMapWithEqualKeys ? 'equal keys are not implemented' : null;
}

function checkPart(
  part: Expression,
  type: LogicalType,
  isList: boolean,
  checkLeaf: (part: Expression) => Refusal,
): Refusal {
  if (part.type.kind !== 'NULL' && !isIdentityCast(part.type, type))
    return `${describe(part)}: a ${part.type.kind} in the place of ${type.kind} is not implemented`;
  if (constructionOf(part)) return checkConstruction(part, checkLeaf, isList);
  if (isNested(type) && isList) return `${describe(part)}: a ${type.kind} within ARRAY or MAP is not implemented`;
  if (isNested(type) && cutsNanos(type)) return `${describe(part)}: Flink cuts the timestamps within to milliseconds`;
  return checkLeaf(part);
}

/** BinaryRowWriter and BinaryArrayWriter write a TIMESTAMP(0..3) without the nanoseconds that a source may have given it. */
export function cutsNanos(type: LogicalType): boolean {
  return physicalOf(type) === 'timestamp'
    ? 'precision' in type && type.precision <= 3
    : childTypes(type).some(cutsNanos);
}

/** The value as it is read back from the binary form. */
export function asPart(value: Value, type: LogicalType): Value {
  const [first] = value.terms;
  return first !== undefined && cutsNanos(type) ? { ...value, terms: [first, '0'] } : value;
}

function referenceParts(call: CallExpression, context: ReferenceContext): SqlValue[] {
  return call.operands.map((operand) => {
    const value = context.evaluate(operand);
    if (operand.type.kind === 'NULL' || value === null || !cutsNanos(operand.type)) return value;
    return typeof value === 'object' && 'milliseconds' in value ? { ...value, nanos: 0 } : value;
  });
}

function constructor(name: string, reference: ScalarFunction['reference']): ScalarFunction {
  return {
    names: [name],
    // Whoever may take one asks constructionOf first.
    check: (_call: CallExpression, _plan: PlanContext) => `${name} is implemented as a projection only`,
    emit() {
      throw new Error(`${name} has no value of its own`);
    },
    reference,
    templates: [],
  };
}

export const rowConstructor = constructor('ROW', referenceParts);
export const arrayConstructor = constructor('ARRAY', referenceParts);
export const mapConstructor = constructor('MAP', (call, context) => {
  const values = referenceParts(call, context);
  return Array.from({ length: values.length / 2 }, (_, index) => values.slice(index * 2, index * 2 + 2));
});
