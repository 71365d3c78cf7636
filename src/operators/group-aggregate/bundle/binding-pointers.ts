/** The pointers that a generated loop expects first: of each column that it reads or writes. */
import { type Code } from '../../../codegen/code.js';
import { type Column } from '../../../columnar/batch.js';
import { assert } from '../../../errors.js';
import { columnAt } from '../../../expressions/pass-through.js';

export function bindingPointers(code: Code, inputs: readonly Column[], outputs: readonly Column[]): number[] {
  return code.bindings.flatMap((binding) => {
    const column = binding.isOutput ? outputs[binding.path[0] ?? 0] : columnAt(inputs, binding.path);
    assert(column !== undefined, `no column ${binding.path.join('.')}`);
    return [column.nulls, column.data, column.aux];
  });
}
