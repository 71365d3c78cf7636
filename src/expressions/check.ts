/** Support rules of whole expressions: every type, every function, every operand; the first reason found is the answer. */
import { isSameLayout, isSupportedType, type LogicalType } from '../columnar/types.js';
import { type PlanContext, type Refusal } from '../operators/operator.js';
import { describe, type CallExpression, type Expression, type FieldExpression } from './expression.js';
import { checkConstruction, constructionOf, isNested, partsOfRow } from './nested/constructors.js';
import { isNullLiteral, isStored, passThroughPath } from './pass-through.js';
import { parseExpression, UnsupportedExpressionError } from './rex-parser.js';
import { refusalReason } from './refused.js';
import { functionNamed, functionOf } from './registry.js';

export function checkExpression(expression: Expression, plan: PlanContext): Refusal {
  if (!isSupportedType(expression.type)) return `${describe(expression)}: its type is not implemented`;
  switch (expression.kind) {
    case 'input':
    case 'literal':
    case 'symbol':
    case 'sarg':
      return null;
    case 'field':
      return checkField(expression, plan);
    case 'call':
      return checkCall(expression, plan);
  }
}

function checkField(field: FieldExpression, plan: PlanContext): Refusal {
  const { source } = field;
  if (isStored(source)) return checkExpression(source, plan);
  const parts = partsOfRow(source);
  if (parts === null || isNested(field.type)) return `${describe(field)}: a field of a computed row is not implemented`;
  for (const part of parts) {
    const refusal = checkExpression(part, plan);
    if (refusal !== null) return refusal;
  }
  return null;
}

function checkCall(call: CallExpression, plan: PlanContext): Refusal {
  if (call.function.startsWith('user:')) return `${describe(call)} is a user-defined function`;
  const implementation = functionOf(call);
  if (!implementation) {
    const reason = refusalReason(call.function);
    if (reason !== undefined) return `${describe(call)}: ${call.function} is not accelerated, ${reason}`;
    const types = call.operands.map((operand) => operand.type.kind).join(', ');
    const of = functionNamed(call.function) ? ` of (${types})` : '';
    return `${describe(call)}: function ${call.function}${of} is not implemented`;
  }
  if (call.version !== 1) return `${describe(call)}: version ${call.version} of ${call.function} is not implemented`;
  for (const operand of call.operands) {
    const refusal = checkExpression(operand, plan);
    if (refusal !== null) return refusal;
  }
  const refusal = implementation.check(call, plan);
  return refusal === null ? null : `${describe(call)}: ${refusal}`;
}

/** A projected column: loops write no nested values, so those are there already or constructed of what loops write. */
export function checkColumn(expression: Expression, plan: PlanContext): Refusal {
  if (constructionOf(expression)) {
    if (!isSupportedType(expression.type)) return `${describe(expression)}: its type is not implemented`;
    return checkConstruction(expression, (part) => checkColumn(part, plan));
  }
  const refusal = checkExpression(expression, plan);
  if (refusal !== null || !isNested(expression.type)) return refusal;
  const isThere = passThroughPath(expression) !== null || isNullLiteral(expression);
  return isThere ? null : `${describe(expression)}: a computed ${expression.type.kind} is not implemented`;
}

/** Loops read a column as the plan says that it is: an input that is not there, or of another layout, would be read as garbage. */
export function checkInputs(expression: Expression, columns: readonly LogicalType[]): Refusal {
  switch (expression.kind) {
    case 'input': {
      const column = columns[expression.index];
      if (column === undefined) return `column ${expression.index} of ${columns.length} is not there`;
      return isSameLayout(expression.type, column)
        ? null
        : `column ${expression.index} is ${column.kind} and read as ${expression.type.kind}`;
    }
    case 'field':
      return checkInputs(expression.source, columns);
    case 'call':
      return expression.operands.reduce<Refusal>((refusal, part) => refusal ?? checkInputs(part, columns), null);
    default:
      return null;
  }
}

/** For RexNode JSON as it stands in a plan, over these columns: what cannot be read is refused too. */
export function checkRexNode(json: unknown, plan: PlanContext, input?: LogicalType): Refusal {
  try {
    const expression = parseExpression(json);
    const refusal = checkColumn(expression, plan);
    if (refusal !== null || input?.kind !== 'ROW') return refusal;
    return checkInputs(
      expression,
      input.fields.map((field) => field.type),
    );
  } catch (error) {
    if (error instanceof UnsupportedExpressionError) return error.message;
    throw error;
  }
}
