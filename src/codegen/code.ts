/**
 * The text of one generated loop while it is being written: statements, fresh names, constants, the columns it reads and writes.
 *
 * Scopes follow the blocks of the text, so that a value that was computed inside a branch is never used outside it, and what was
 * computed before a branch is not computed again within.
 */
import { type LogicalType } from '../columnar/types.js';
import { bindingOf, DATA_SHIFT, pathKey, type Binding } from './binding.js';
import { compileFunction } from './compile.js';
import { type Value } from './value.js';

/** `pointers`: nulls, data, aux of each binding in order. Returns what the loop's epilogue says, else undefined. */
export type Loop = (memory: unknown, pointers: readonly number[], selection: number, count: number) => unknown;

const NEGATIVE_ZERO = Symbol('-0');

export class Code {
  private readonly lines: string[] = [];
  private readonly scopes: Map<string, Value>[] = [new Map()];
  private readonly constantNames = new Map<unknown, string>();
  private readonly bindingsByKey = new Map<string, Binding>();
  private nameCount = 0;
  /** In the order in which the loop expects their pointers. */
  readonly bindings: Binding[] = [];

  /** `nullFree`: is this input column (by path) without any NULL in the batches that the loop will see? */
  constructor(private readonly nullFree: (path: readonly number[]) => boolean = () => false) {}

  /** Statements so far; what V8 optimises well has some hundreds. */
  get size(): number {
    return this.lines.length;
  }

  fresh(prefix = 'v'): string {
    return `${prefix}${this.nameCount++}`;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** A new local constant; returns its name. An expression that is only a name or a small number is returned as it is. */
  local(expression: string, prefix = 'v'): string {
    if (/^[\w$]+$/.test(expression)) return expression;
    const name = this.fresh(prefix);
    this.line(`const ${name} = ${expression};`);
    return name;
  }

  /** A new local variable; returns its name. */
  variable(initial: string, prefix = 'x'): string {
    const name = this.fresh(prefix);
    this.line(`let ${name} = ${initial};`);
    return name;
  }

  /** A name for a constant or a helper function, which the loop gets as an argument. */
  constant(value: unknown): string {
    // A Map takes -0 for 0.
    const key = Object.is(value, -0) ? NEGATIVE_ZERO : value;
    const known = this.constantNames.get(key);
    if (known !== undefined) return known;
    const name = `k${this.constantNames.size}`;
    this.constantNames.set(key, name);
    return name;
  }

  /** What a name stands for when it is one of the constants; undefined otherwise. */
  constantValue(name: string): unknown {
    for (const [value, known] of this.constantNames) if (known === name) return value;
    return undefined;
  }

  /** `if (condition) { then } else { otherwise }`, each branch with its own scope. */
  if(condition: string, then: () => void, otherwise?: () => void): void {
    this.block(`if (${condition}) {`, then);
    if (otherwise) this.block('else {', otherwise);
  }

  /** Any statement with one block: `head` ends with the opening brace. */
  block(head: string, body: () => void): void {
    this.line(head);
    this.scopes.push(new Map());
    body();
    this.scopes.pop();
    this.line('}');
  }

  /** The value that was remembered under this key in the current scope or around it. */
  recall(key: string): Value | undefined {
    for (const scope of this.scopes) {
      const value = scope.get(key);
      if (value) return value;
    }
    return undefined;
  }

  remember(key: string, value: Value): Value {
    this.scopes[this.scopes.length - 1]?.set(key, value);
    return value;
  }

  /** An input column, or the field of a row column, and so on: one value per row of the batch. */
  input(path: readonly number[], type: LogicalType): Binding {
    return this.bind(`i${pathKey(path)}`, path, type, {
      nullFree: this.nullFree(path),
      isOutput: false,
      rowAligned: true,
    });
  }

  /** A child of any column; of an array or map, its elements, keys or values, found through the parent's start and count. */
  child(parent: Binding, index: number, type: LogicalType): Binding {
    const path = [...parent.path, index];
    if (parent.rowAligned && parent.physical === 'row') return this.input(path, type);
    return this.bind(`i${pathKey(path)}`, path, type, { nullFree: false, isOutput: false, rowAligned: false });
  }

  /** A column that the loop writes; `index` is its place among the outputs. */
  output(index: number, type: LogicalType): Binding {
    return this.bind(`o${index}`, [index], type, { nullFree: false, isOutput: true, rowAligned: false });
  }

  private bind(
    key: string,
    path: readonly number[],
    type: LogicalType,
    kind: Pick<Binding, 'nullFree' | 'isOutput' | 'rowAligned'>,
  ): Binding {
    const known = this.bindingsByKey.get(key);
    if (known) return known;
    const binding = bindingOf(path, type, `b${this.bindings.length}`, kind);
    this.bindingsByKey.set(key, binding);
    this.bindings.push(binding);
    return binding;
  }

  /**
   * The loop over the selected rows. `prologue` and `epilogue` run before and after; `runtime` is known as `rt`. Names in the
   * loop: the memory's views (u8, i32 …), `r` the row's index.
   */
  compileLoop(runtime: unknown, prologue: readonly string[] = [], epilogue: readonly string[] = []): Loop {
    const constants = [...this.constantNames];
    const text = [
      ...constants.map(([, name], index) => `const ${name} = k[${index}];`),
      'return function loop(m, P, selection, count) {',
      'const u8 = m.u8, i8 = m.i8, i32 = m.i32, u32 = m.u32, i64 = m.i64, f32 = m.f32, f64 = m.f64;',
      ...this.bindings.flatMap((binding, index) => bindingPrologue(binding, index)),
      ...prologue,
      'const s0 = selection >>> 2;',
      'for (let s = 0; s < count; s++) {',
      'const r = selection === 0 ? s : u32[s0 + s];',
      ...this.lines,
      '}',
      ...epilogue,
      '};',
    ].join('\n');
    const factory = compileFunction(['k', 'rt'], text);
    return factory(
      constants.map(([value]) => (value === NEGATIVE_ZERO ? -0 : value)),
      runtime,
    ) as Loop;
  }
}

function bindingPrologue(binding: Binding, index: number): string[] {
  return [
    `const ${binding.nulls} = P[${index * 3}];`,
    `const ${binding.data} = P[${index * 3 + 1}] >>> ${DATA_SHIFT[binding.physical]};`,
    `const ${binding.aux} = P[${index * 3 + 2}] >>> 2;`,
  ];
}
