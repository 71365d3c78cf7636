/** Looking at operands of string functions: their types, and constants among them. */
import { type TypeKind } from '../../columnar/types.js';
import { type Refusal } from '../../operators/operator.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type SqlValue } from '../sql-value.js';
import { stringKernels, type StringKernels } from '../../kernels/strings.js';
import { type EmitContext } from '../function.js';
import { decodeJavaText } from './java-text.js';

export function isText(expression: Expression | undefined): boolean {
  return expression?.type.kind === 'CHAR' || expression?.type.kind === 'VARCHAR';
}

export function isInt(expression: Expression | undefined): boolean {
  const kind = expression?.type.kind;
  return kind === 'INTEGER' || kind === 'SMALLINT' || kind === 'TINYINT';
}

/** `T` text, `I` an integer of at most 32 bits, in order; more operands than letters are refused. */
export function checkOperands(call: CallExpression, letters: string): Refusal {
  if (call.operands.length > letters.length) return `${call.operands.length} operands are not implemented`;
  for (const [index, operand] of call.operands.entries()) {
    const matches = letters[index] === 'T' ? isText(operand) : isInt(operand);
    if (!matches) return `${call.function} with ${kindOf(operand)} as operand ${index + 1} is not implemented`;
  }
  return null;
}

function kindOf(expression: Expression): TypeKind {
  return expression.type.kind;
}

/** The constant's text as a Java string; undefined when the operand is no constant, or NULL. */
export function constantText(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'literal' || !(expression.value instanceof Uint8Array)) return undefined;
  return decodeJavaText(expression.value);
}

/** The bytes of a string value. */
export function bytesValue(value: SqlValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error(`expected bytes, found ${typeof value}`);
  return value;
}

/** A string value as the Java string that Flink makes of it. */
export function textValue(value: SqlValue | undefined): string {
  return decodeJavaText(bytesValue(value));
}

export function operandAt(call: CallExpression, index: number): Expression {
  const operand = call.operands[index];
  if (!operand) throw new Error(`${call.function} has no operand ${index}`);
  return operand;
}

/** The string kernels in the memory that the loop works on. */
export function kernelsOf(context: EmitContext): StringKernels {
  return stringKernels(context.runtime.memory);
}
