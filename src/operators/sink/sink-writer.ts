/** The end of a fragment: rows become what the sink takes. */
import type { Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import type { LogicalType, TypeOf } from '../../columnar/types.js';
import { RowsWriter } from '../../formats/binary-row/rows-writer.js';
import { Form, type FormValue } from '../../transport/messages.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { createRawSinkWriter } from './raw-sink-writer.js';

/** A payload in the arena. */
export interface WrittenBatch {
  readonly rowCount: number;
  readonly pointer: number;
  readonly byteLength: number;
}

export interface SinkWriter {
  write(arena: Arena, batch: Batch): WrittenBatch;
}

export function createSinkWriter(
  node: ExecNode,
  inputType: LogicalType,
  form: FormValue,
  context: RuntimeContext,
): SinkWriter {
  return form === Form.ROWS
    ? new RowsWriter(context.memory, inputType as TypeOf<'ROW'>)
    : createRawSinkWriter(node, context);
}
