/** A parity case: plain Flink SQL with directives and messages in its comments. See README.md beside this file. */

/** How the two outputs are compared, or what is expected instead of an output. */
export type Mode =
  /** Multiset of rows with their kinds. */
  | { readonly kind: 'rows' }
  /** Row kinds and order, per key where the case names one. */
  | { readonly kind: 'kinds' }
  /** What is left when the changelog is applied. */
  | { readonly kind: 'changelog' }
  /** The serialized messages, in order. */
  | { readonly kind: 'bytes' }
  /** The same failure on both. */
  | { readonly kind: 'fails' }
  /** Not accelerated, with this text in a reason, and the same rows. */
  | { readonly kind: 'fallback'; readonly reason: string };

/** A line under a table, in the form in which the Java harness reads it. */
export interface Message {
  readonly kind: 'record' | 'watermark' | 'barrier';
  /** Bytes of a record in hexadecimal; absent for a tombstone and for marks. */
  readonly hex?: string;
  /** Bytes of a record's key in hexadecimal; absent for a record without one and for marks. */
  readonly keyHex?: string;
  /** Changelog sources: kind of the decoded rows. */
  readonly rowKind?: RowKind;
  /** Epoch milliseconds as text; absent: the greatest candidate so far. */
  readonly watermarkMs?: string;
}

export type RowKind = '+I' | '-U' | '+U' | '-D';

export interface Statement {
  readonly kind: 'definition' | 'insert' | 'query';
  readonly sql: string;
  /** Where the rows of a query or an insert arrive: `result_1`, `result_2` … or the table's name. */
  readonly sink?: string;
}

export interface Case {
  /** Path as given on the command line. */
  readonly file: string;
  readonly mode: Mode;
  readonly config: Readonly<Record<string, string>>;
  readonly statements: readonly Statement[];
  readonly messages: Readonly<Record<string, readonly Message[]>>;
  /** Known answers of stock Flink by sink; for `fails`: causes, under the name `failure`. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** Columns of the key, from 1; order is compared within a key only. Undefined: the order of all rows counts. */
  readonly key?: readonly number[];
  /** The case is right to have no output. */
  readonly empty: boolean;
  /** `fails` only: the plan has to have run accelerated up to the failure. */
  readonly requireAccelerated: boolean;
  /** Text that the log has about the accelerated plan, e.g. about a sink. */
  readonly note?: string;
  readonly parallelism?: number;
  /** Note in docs/divergences that says why the outputs differ; the case fails when they no longer do. */
  readonly divergence?: string;
}

/** A mistake in a case file; the message names file and line. */
export class CaseFileError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.name = 'CaseFileError';
  }
}
