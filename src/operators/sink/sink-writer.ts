/** The end of a fragment: rows become what the sink takes. */
import type { Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import type { LogicalType, TypeOf } from '../../columnar/types.js';
import { writeRawBatch } from '../../engine/raw-batch.js';
import { assert } from '../../errors.js';
import { RowsWriter } from '../../formats/binary-row/rows-writer.js';
import { valueFormatOf } from '../../formats/format-options.js';
import { formatNamed } from '../../formats/registry.js';
import { Form, type FormValue } from '../../transport/messages.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { sinkSpecOf } from './sink-spec.js';

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
  if (form === Form.ROWS) return new RowsWriter(context.memory, inputType as TypeOf<'ROW'>);
  const spec = sinkSpecOf(node);
  const choice = spec && valueFormatOf(spec.options);
  const format = choice && formatNamed(choice.name);
  assert(!!spec && !!choice && !!format, `sink ${node.id} was planned with raw output and has no format`);
  const encoder = format.createEncoder(context.memory, spec.physicalType, choice.options, context.plan);
  return {
    write(arena, batch) {
      const encoded = encoder.encode(arena, batch);
      const { offsets, values: bytes, byteLength, inPlace = false } = encoded;
      const values = { offsets, bytes, byteLength, nulls: 0, inPlace };
      return { rowCount: encoded.count, ...writeRawBatch(arena, encoded.count, values, null) };
    },
  };
}
