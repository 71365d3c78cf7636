/** A constant regular expression of the query, compiled once a loop. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type Expression } from '../expression.js';
import { encodeJavaText } from './java-text.js';
import { parseJavaRegex, type JavaRegexResult } from './java-regex.js';
import { constantText } from './operands.js';

export function constantPattern(expression: Expression | undefined): JavaRegexResult {
  const pattern = constantText(expression);
  return pattern === undefined ? { refusal: 'only constant patterns are implemented' } : parseJavaRegex(pattern);
}

export class ConstantRegex {
  readonly plain: RegExp;
  readonly global: RegExp;
  private readonly required: number;
  private readonly requiredLength: number;

  /** Not inside a loop: interns the text that every match contains. */
  constructor(expression: Expression, runtime: EvaluationRuntime) {
    const pattern = constantPattern(expression);
    if ('refusal' in pattern) throw new Error(pattern.refusal);
    this.plain = new RegExp(pattern.regex.source, 'u');
    this.global = new RegExp(pattern.regex.source, 'gu');
    const bytes = encodeJavaText(pattern.regex.required);
    // In malformed text a replacement character stands for bytes that are not its own.
    const isUsable = !pattern.regex.required.includes('\ufffd');
    this.requiredLength = isUsable ? bytes.length : 0;
    this.required = this.requiredLength === 0 ? 0 : runtime.intern(bytes);
  }

  /** False: no match, without looking closer. */
  mayMatch(pointer: number, length: number, kernels: StringKernels): boolean {
    return this.requiredLength === 0 || kernels.contains(pointer, length, this.required, this.requiredLength) !== 0;
  }
}
