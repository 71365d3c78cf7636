/**
 * The states of a fragment in one key group, as a savepoint keeps them. Little-endian:
 *
 *   envelope  'SLPS' · u32 version · u32 sectionCount · sections
 *   section   u32 byteLength of what follows the checksum · u32 CRC-32 of it
 *             u32 operator · u32 execNodeVersion · u32 layoutVersion · text execNode · text state · text schema · content
 *   text      u32 byteLength · UTF-8
 */
import { ErrorCode, SlipstreamError } from '../errors.js';
import type { BlobBuffers } from './blob-buffers.js';
import { BlobReader, BlobWriter } from './blob.js';
import { crc32 } from './crc32.js';

const MAGIC = Buffer.from('SLPS', 'latin1');
export const ENVELOPE_VERSION = 1;
const COUNT_OFFSET = 8;
const ENVELOPE_HEADER_BYTES = 12;
const SECTION_HEADER_BYTES = 8;

export interface EnvelopeHeader {
  /** Which operator of the fragment, in topological order: node ids are counted anew each time that a query is planned. */
  readonly operator: number;
  readonly execNode: string;
  readonly execNodeVersion: number;
  /** KeyedState.name. */
  readonly state: string;
  /** Of what kind its keys and values are; compared as it is. */
  readonly schema: string;
  readonly layoutVersion: number;
}

export interface EnvelopeSection extends EnvelopeHeader {
  readonly content: Uint8Array;
}

/** Writes sections in place, without another copy; those without content leave no trace. */
export class EnvelopeWriter {
  private readonly out: BlobWriter;
  private sectionCount = 0;

  /** @param expectedBytes of the whole envelope, as far as is known */
  constructor(buffers?: BlobBuffers, expectedBytes = 0) {
    this.out = new BlobWriter(buffers, expectedBytes);
    this.out.writeBytes(MAGIC);
    this.out.writeU32(ENVELOPE_VERSION);
    this.out.writeU32(0);
  }

  /** `write` appends the section's content. */
  section(header: EnvelopeHeader, write: (out: BlobWriter) => void): void {
    const { out } = this;
    const start = out.byteLength;
    out.writeU32(0);
    out.writeU32(0);
    out.writeU32(header.operator);
    out.writeU32(header.execNodeVersion);
    out.writeU32(header.layoutVersion);
    writeText(out, header.execNode);
    writeText(out, header.state);
    writeText(out, header.schema);
    const contentStart = out.byteLength;
    write(out);
    if (out.byteLength === contentStart) return out.truncate(start);
    out.setU32(start, out.byteLength - start - SECTION_HEADER_BYTES);
    this.sectionCount++;
  }

  /** The envelope, still without its checksums; empty when no section had content. */
  finish(): Buffer {
    if (this.sectionCount === 0) return Buffer.alloc(0);
    this.out.setU32(COUNT_OFFSET, this.sectionCount);
    return this.out.bytes();
  }
}

/** Writes the checksums into what EnvelopeWriter has made: apart, so that a barrier does not wait for them. */
export function sealEnvelope(envelope: Buffer): Buffer {
  for (let start = ENVELOPE_HEADER_BYTES; start < envelope.length;) {
    const contentStart = start + SECTION_HEADER_BYTES;
    const end = contentStart + envelope.readUInt32LE(start);
    envelope.writeUInt32LE(crc32(envelope.subarray(contentStart, end)), start + 4);
    start = end;
  }
  return envelope;
}

export function writeEnvelope(sections: readonly EnvelopeSection[]): Buffer {
  const writer = new EnvelopeWriter();
  for (const section of sections) writer.section(section, (out) => out.writeBytes(section.content));
  return sealEnvelope(writer.finish());
}

/** The sections, views of `bytes`; SLIP-5001 when they are damaged, SLIP-5002 when the envelope is of another version. */
export function readEnvelope(bytes: Uint8Array): EnvelopeSection[] {
  if (bytes.length === 0) return [];
  if (bytes.length < ENVELOPE_HEADER_BYTES) {
    throw damaged(`expected a state blob of at least ${ENVELOPE_HEADER_BYTES} bytes, found ${bytes.length}`);
  }
  const input = new BlobReader(bytes);
  const magic = input.readBytes(MAGIC.length);
  if (!magic.equals(MAGIC)) {
    throw damaged(
      `expected a state blob that begins with ${MAGIC.toString('hex')} (SLPS), found ${magic.toString('hex')}`,
    );
  }
  const version = input.readU32();
  if (version !== ENVELOPE_VERSION) {
    throw new SlipstreamError(
      ErrorCode.incompatibleState,
      `expected a state envelope of version ${ENVELOPE_VERSION}, found ${version}: was it written by a newer release?`,
    );
  }
  const sectionCount = input.readU32();
  const sections: EnvelopeSection[] = [];
  for (let index = 0; index < sectionCount; index++) {
    const place = `section ${index + 1} of ${sectionCount} of a state blob`;
    sections.push(readSection(readChecked(input, place), place));
  }
  if (input.remainingBytes > 0) {
    throw damaged(
      `expected a state blob to end behind section ${sectionCount}, found ${input.remainingBytes} more bytes`,
    );
  }
  return sections;
}

function readChecked(input: BlobReader, place: string): Buffer {
  if (input.remainingBytes < SECTION_HEADER_BYTES) {
    throw damaged(`${place}: expected ${SECTION_HEADER_BYTES} more bytes, found ${input.remainingBytes}`);
  }
  const byteLength = input.readU32();
  const expected = input.readU32();
  if (byteLength > input.remainingBytes) {
    throw damaged(`${place}: expected ${byteLength} more bytes, found ${input.remainingBytes}`);
  }
  const checked = input.readBytes(byteLength);
  const found = crc32(checked);
  if (found !== expected) {
    throw damaged(`${place}: expected checksum ${hex(expected)}, found ${hex(found)} in ${byteLength} bytes`);
  }
  return checked;
}

function readSection(checked: Buffer, place: string): EnvelopeSection {
  const input = new BlobReader(checked);
  if (input.remainingBytes < 12) throw damaged(`${place}: expected a header, found ${input.remainingBytes} bytes`);
  const operator = input.readU32();
  const execNodeVersion = input.readU32();
  const layoutVersion = input.readU32();
  const execNode = readText(input);
  const state = readText(input);
  const schema = readText(input);
  const content = input.readBytes(input.remainingBytes);
  return { operator, execNode, execNodeVersion, state, schema, layoutVersion, content };
}

function writeText(out: BlobWriter, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  out.writeU32(bytes.length);
  out.writeBytes(bytes);
}

function readText(input: BlobReader): string {
  return input.readBytes(input.readU32()).toString('utf8');
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

function damaged(message: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.invalidState, message);
}
