/**
 * Anything that Flink's converters or Jackson throw at a value or document. With ignore-parse-errors it makes the smallest
 * enclosing value NULL. The text is for our own logs: the bridge asks stock Flink for the exception that the user sees.
 */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DecodeError';
  }
}

/**
 * We cannot say what stock Flink makes of a record: it does not come to an end, or depends on object identities. Not caught by
 * any converter; the record is refused in lenient mode, too.
 */
export class UndecidableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndecidableError';
  }
}

/** Stock Flink would loop until memory or patience ends. */
export class EndlessDecodeError extends UndecidableError {
  constructor() {
    super('stock Flink does not come to an end on this record');
    this.name = 'EndlessDecodeError';
  }
}
