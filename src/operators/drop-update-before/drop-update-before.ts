/** Flink's StreamExecDropUpdateBefore (DropUpdateBeforeFunction): every row but those of kind UPDATE_BEFORE. */
import { RowKind } from '../../columnar/batch.js';
import type { OperatorFactory } from '../operator.js';

export const dropUpdateBeforeFactory: OperatorFactory = {
  execNode: 'stream-exec-drop-update-before',
  versions: [1],
  check: () => null,
  create: (_node, { arena }) => ({
    processBatch(_input, batch, output) {
      if (batch.kinds === 0) {
        output.emitBatch(batch);
        return;
      }
      const selection = arena.allocate(batch.selectedCount * 4);
      const { u8, u32 } = arena.memory;
      let count = 0;
      for (let k = 0; k < batch.selectedCount; k++) {
        const row = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
        u32[(selection >> 2) + count] = row;
        count += u8[batch.kinds + row] === RowKind.UPDATE_BEFORE ? 0 : 1;
      }
      if (count > 0) output.emitBatch({ ...batch, selection, selectedCount: count });
    },
  }),
};
