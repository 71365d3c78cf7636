/** Interim: refuses everything that the kernel does not take. */
import type { TypeOf } from '../../../columnar/types.js';
import { RecordRefusedError } from '../../../errors.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import type { Refusal } from '../../../operators/operator.js';
import type { JsonOptions } from '../options.js';

export function checkDecodedType(_rowType: TypeOf<'ROW'>): Refusal {
  return null;
}

export class ReferenceDecoder {
  constructor(
    readonly rowType: TypeOf<'ROW'>,
    readonly options: JsonOptions,
  ) {}

  /** The rows of one record; throws RecordRefusedError. */
  decode(_record: Uint8Array, recordIndex: number): readonly (readonly SqlValue[])[] {
    throw new RecordRefusedError(recordIndex, 'record is not for the kernel');
  }
}
