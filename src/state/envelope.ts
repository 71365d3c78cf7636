/** The states of a fragment in one key group, as a savepoint keeps them. */
import { type BlobWriter } from './blob.js';

export interface EnvelopeHeader {
  /** Which operator of the fragment, in topological order: node ids are counted anew each time that a query is planned. */
  readonly operator: number;
  readonly execNode: string;
  readonly execNodeVersion: number;
  /** KeyedState.name. */
  readonly state: string;
  readonly layoutVersion: number;
}

export interface EnvelopeSection extends EnvelopeHeader {
  readonly content: Uint8Array;
}

/** Writes sections in place; those without content leave no trace. */
export class EnvelopeWriter {
  /** `write` appends the section's content. */
  section(_header: EnvelopeHeader, _write: (out: BlobWriter) => void): void {
    throw new Error('not yet');
  }

  /** The envelope; empty when no section had content. */
  finish(): Buffer {
    throw new Error('not yet');
  }
}

export function writeEnvelope(_sections: readonly EnvelopeSection[]): Buffer {
  throw new Error('not yet');
}

/** The sections, views of `bytes`; SLIP-5001 when they are damaged, SLIP-5002 when the envelope is of another version. */
export function readEnvelope(_bytes: Uint8Array): EnvelopeSection[] {
  throw new Error('not yet');
}
