/** Flink's StreamExecUnion: no operator at all, the rows of all inputs one after the other. */
import type { OperatorFactory } from '../operator.js';

export const unionFactory: OperatorFactory = {
  execNode: 'stream-exec-union',
  versions: [1],
  check: () => null,
  create: () => ({
    processBatch: (_input, batch, output) => output.emitBatch(batch),
  }),
};
