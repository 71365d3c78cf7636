/**
 * Jackson finds out the encoding of a document from its first bytes (ByteSourceJsonBootstrapper.detectEncoding): marks and
 * zero bytes make it UTF-16 or UTF-32. Such documents are rewritten here, unit by unit, in the manner of UTF-8.
 */
import { DecodeError } from './decode-error.js';
import { pushUnit } from './utf16-units.js';

export interface Utf8Document {
  readonly bytes: Uint8Array;
  /** Where the document starts, behind a byte order mark. */
  readonly start: number;
}

type Encoding = { readonly width: 1 | 2 | 4; readonly bigEndian: boolean; readonly start: number };

const UTF8: Encoding = { width: 1, bigEndian: true, start: 0 };

export function utf8Document(bytes: Uint8Array): Utf8Document {
  const { width, bigEndian, start } = detectEncoding(bytes);
  if (width === 1) return { bytes, start };
  const units = width === 2 ? unitsOfUtf16(bytes, start, bigEndian) : unitsOfUtf32(bytes, start, bigEndian);
  return { bytes: bytesOfUnits(units), start: 0 };
}

function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes.length < 2) return UTF8;
  const first = (bytes[0]! << 8) | bytes[1]!;
  if (bytes.length < 4) return withoutMark16(first);
  const second = (bytes[2]! << 8) | bytes[3]!;
  return mark(first, second) ?? withoutMark32(first, second) ?? withoutMark16(first);
}

function mark(first: number, second: number): Encoding | null {
  if (first === 0 && second === 0xfeff) return { width: 4, bigEndian: true, start: 4 };
  if (first === 0xfffe && second === 0) return { width: 4, bigEndian: false, start: 4 };
  if ((first === 0 && second === 0xfffe) || (first === 0xfeff && second === 0)) throw weirdOrder();
  if (first === 0xfeff) return { width: 2, bigEndian: true, start: 2 };
  if (first === 0xfffe) return { width: 2, bigEndian: false, start: 2 };
  if (first === 0xefbb && second >>> 8 === 0xbf) return { width: 1, bigEndian: true, start: 3 };
  return null;
}

function withoutMark32(first: number, second: number): Encoding | null {
  if (first === 0 && second >>> 8 === 0) return { width: 4, bigEndian: true, start: 0 };
  if ((first & 0xff) === 0 && second === 0) return { width: 4, bigEndian: false, start: 0 };
  if ((first >>> 8 === 0 && second === 0) || (first === 0 && (second & 0xff) === 0)) throw weirdOrder();
  return null;
}

function withoutMark16(first: number): Encoding {
  if (first >>> 8 === 0) return { width: 2, bigEndian: true, start: 0 };
  if ((first & 0xff) === 0) return { width: 2, bigEndian: false, start: 0 };
  return UTF8;
}

function weirdOrder(): DecodeError {
  return new DecodeError('unsupported UCS-4 endianness');
}

const REPLACEMENT = 0xfffd;

/** The JDK's UTF-16 decoder: a high surrogate without its low one is one replacement for both units. */
function unitsOfUtf16(bytes: Uint8Array, start: number, bigEndian: boolean): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units: number[] = [];
  let at = start;
  while (at + 2 <= bytes.length) {
    const unit = view.getUint16(at, !bigEndian);
    at += 2;
    if ((unit & 0xf800) !== 0xd800) {
      units.push(unit);
    } else if (unit >= 0xdc00) {
      units.push(REPLACEMENT);
    } else if (at + 2 > bytes.length) {
      // Cut off: what is left makes one replacement.
      units.push(REPLACEMENT);
      return units;
    } else {
      const low = view.getUint16(at, !bigEndian);
      at += 2;
      if ((low & 0xfc00) === 0xdc00) units.push(unit, low);
      else units.push(REPLACEMENT);
    }
  }
  if (at < bytes.length) units.push(REPLACEMENT);
  return units;
}

/** Jackson's UTF32Reader. It reads ahead, so that an error anywhere in the first block comes before all else. */
function unitsOfUtf32(bytes: Uint8Array, start: number, bigEndian: boolean): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units: number[] = [];
  let at = start;
  for (; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, !bigEndian);
    if (code > 0x10ffff) throw new DecodeError('invalid UTF-32 character');
    if (code >= 0x10000) units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 | (code & 0x3ff));
    else units.push(code);
  }
  return units;
}

function bytesOfUnits(units: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const unit of units) pushUnit(bytes, unit);
  return Uint8Array.from(bytes);
}
