/**
 * Functions that Flink runs on Java strings and that are too rare for a kernel: one computation over JavaScript strings serves as
 * helper and as reference.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type LogicalType } from '../../columnar/types.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type Refusal } from '../../operators/operator.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction, type SqlTemplate } from '../function.js';
import { type SqlValue } from '../sql-value.js';
import { encodeJavaText } from './java-text.js';
import { checkOperands, kernelsOf, textValue } from './operands.js';
import { readText, writeTextOrNull } from './text-runtime.js';

export type TextArgument = string | number;
export type TextResult = string | number | boolean | null;

export interface TextFunction {
  readonly names: readonly string[];
  /** `T` text, `I` integer of at most 32 bits; more than one form when the number of operands varies. */
  readonly forms: readonly string[];
  compute(args: readonly TextArgument[]): TextResult;
  /** Beyond the types of the operands. */
  checkMore?(call: CallExpression): Refusal;
  readonly templates: readonly SqlTemplate[];
}

export function textFunction(definition: TextFunction): ScalarFunction {
  return {
    names: definition.names,
    check(call) {
      const form = formOf(definition, call);
      if (form === undefined) return `${call.operands.length} operands are not implemented`;
      return checkOperands(call, form) ?? definition.checkMore?.(call) ?? null;
    },
    emit(call, context) {
      const form = formOf(definition, call) ?? '';
      const kernels = kernelsOf(context);
      return emitHelperCall(
        context,
        call.type,
        emitOperands(call, context),
        helperFor(definition, form, kernels, call.type),
        {
          nullable: true,
        },
      );
    },
    reference: strictReference((values) => {
      const result = definition.compute(values.map(argumentOf));
      return typeof result === 'string' ? encodeJavaText(result) : result;
    }),
    templates: definition.templates,
  };
}

function formOf(definition: TextFunction, call: CallExpression): string | undefined {
  return definition.forms.find((form) => form.length === call.operands.length);
}

function argumentOf(value: SqlValue): TextArgument {
  return value instanceof Uint8Array ? textValue(value) : (value as number);
}

function helperFor(
  definition: TextFunction,
  form: string,
  kernels: StringKernels,
  type: LogicalType,
): (rt: EvaluationRuntime, ...terms: readonly number[]) => number | boolean {
  const isText = type.kind === 'CHAR' || type.kind === 'VARCHAR';
  return (rt, ...terms) => {
    const args: TextArgument[] = [];
    let at = 0;
    for (const letter of form) {
      if (letter === 'T') {
        args.push(readText(rt, terms[at] ?? 0, terms[at + 1] ?? 0, kernels));
        at += 2;
      } else {
        args.push(terms[at++] ?? 0);
      }
    }
    const result = definition.compute(args);
    if (isText || result === null) return writeTextOrNull(rt, result as string | null);
    return result as number | boolean;
  };
}
