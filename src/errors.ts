/**
 * Error codes of the sidecar; each is described in docs/errors.md.
 *
 * SLIP-1xxx planning · SLIP-2xxx protocol · SLIP-3xxx the user's data or SQL (the Java exception of stock Flink travels along)
 * · SLIP-4xxx resources · SLIP-5xxx state · SLIP-9xxx our own mistakes.
 */
export const ErrorCode = {
  unknownProtocolVersion: 'SLIP-1001',
  unknownNode: 'SLIP-1002',
  invalidPlan: 'SLIP-1003',
  notOpen: 'SLIP-2001',
  sequenceGap: 'SLIP-2002',
  staleEpoch: 'SLIP-2003',
  corruptPayload: 'SLIP-2004',
  laneUnusable: 'SLIP-2006',
  recordRefused: 'SLIP-3001',
  evaluationFailed: 'SLIP-3002',
  memoryLimit: 'SLIP-4001',
  invalidState: 'SLIP-5001',
  incompatibleState: 'SLIP-5002',
  internal: 'SLIP-9001',
} as const;

export type ErrorCodeValue = (typeof ErrorCode)[keyof typeof ErrorCode];

/** A Java exception by class name and message, as stock Flink throws it. */
export interface JavaExceptionInfo {
  readonly className: string;
  readonly message: string | null;
}

/** An error that leaves the sidecar with its code. */
export class SlipstreamError extends Error {
  constructor(
    readonly code: ErrorCodeValue,
    message: string,
    /** Outermost first; only for SLIP-3xxx. */
    readonly causes: readonly JavaExceptionInfo[] = [],
  ) {
    super(message);
    this.name = 'SlipstreamError';
  }
}

/** What stock Flink throws when it evaluates this: division by zero, a failed cast, a NULL in a NOT NULL place … */
export function javaError(className: string, message: string | null, ...causes: JavaExceptionInfo[]): SlipstreamError {
  return new SlipstreamError(ErrorCode.evaluationFailed, `${className}: ${message}`, [
    { className, message },
    ...causes,
  ]);
}

/** A record that Flink's decoder refuses in strict mode; `recordIndex` is its place in the raw batch. */
export class RecordRefusedError extends SlipstreamError {
  constructor(
    readonly recordIndex: number,
    message: string,
  ) {
    super(ErrorCode.recordRefused, message);
    this.name = 'RecordRefusedError';
  }
}

/** Our own mistakes; stays on in production. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new SlipstreamError(ErrorCode.internal, message);
}
