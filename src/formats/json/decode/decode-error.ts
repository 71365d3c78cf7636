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

/** Stock Flink would loop until memory or patience ends; not caught by any converter here. */
export class EndlessDecodeError extends Error {
  constructor() {
    super('stock Flink does not come to an end on this record');
    this.name = 'EndlessDecodeError';
  }
}
