/** What a function is: names, support rule, emitter, reference version, and SQL templates for the fuzzer. One file each. */
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type Value } from '../codegen/value.js';
import { type PlanContext, type Refusal } from '../operators/operator.js';
import { type CallExpression, type Expression } from './expression.js';
import { type SqlValue } from './sql-value.js';

/** What an emitter works with. */
export interface EmitContext {
  readonly code: Code;
  readonly runtime: EvaluationRuntime;
  readonly plan: PlanContext;
  /** Writes the statements that compute the expression, at this place of the text, and returns its value. */
  emit(expression: Expression): Value;
}

/** What a reference version works with. */
export interface ReferenceContext {
  readonly plan: PlanContext;
  evaluate(expression: Expression): SqlValue;
}

export interface ScalarFunction {
  /** As CallExpression.function. */
  readonly names: readonly string[];
  /** Several functions may share a name, such as `+` of numbers and of times: the first that applies is meant. Absent: always. */
  applies?(call: CallExpression): boolean;
  /** Null when it is exact for these operand types; otherwise the reason. Operands are checked apart. */
  check(call: CallExpression, plan: PlanContext): Refusal;
  /** Evaluates what Flink's generated code evaluates, in its order: that decides which exception is thrown. */
  emit(call: CallExpression, context: EmitContext): Value;
  /** The same, slow and plain, written from Flink's sources and not from the emitter. */
  reference(call: CallExpression, context: ReferenceContext): SqlValue;
  /** For the fuzzer; empty only when no SQL leads to the function. */
  readonly templates: readonly SqlTemplate[];
}

/** A type that the fuzzer can make expressions of. */
export type FuzzType =
  | 'BOOLEAN'
  | 'TINYINT'
  | 'SMALLINT'
  | 'INT'
  | 'BIGINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'DECIMAL'
  | 'STRING'
  | 'BYTES'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMP_LTZ'
  /** Lists of INT, maps from STRING to INT. */
  | 'ARRAY'
  | 'MAP';

/** `CHAR_LENGTH($0)`: `$0` stands for an operand of the first type, or for one of the given SQL texts. */
export interface SqlTemplate {
  readonly sql: string;
  readonly operands: readonly (FuzzType | readonly string[])[];
  readonly result: FuzzType;
}
