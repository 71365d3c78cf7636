/** The bytes under a JacksonParser, and its characters. */
import { DecodeError } from './decode-error.js';
import type { UnitBuffer } from './utf16-units.js';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const SPACE = 0x20;

const ESCAPES: Readonly<Record<number, number>> = {
  0x62: 8,
  0x74: 9,
  0x6e: 10,
  0x66: 12,
  0x72: 13,
  [QUOTE]: QUOTE,
  0x2f: 0x2f,
  [BACKSLASH]: BACKSLASH,
};

export class JacksonInput {
  /** Of the next byte: Jackson's `_inputPtr`. */
  protected position: number;

  constructor(
    protected readonly bytes: Uint8Array,
    start = 0,
  ) {
    this.position = start;
  }

  protected atEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** `_loadMoreGuaranteed` and one byte. */
  protected readByte(): number {
    if (this.atEnd()) throw new DecodeError('unexpected end of input');
    return this.bytes[this.position++]!;
  }

  /** Decodes a character whose first byte has been read, further bytes from the position on. */
  protected charForError(first: number): number {
    if (first < 0x80) return first;
    const length = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc0 || first >= 0xf8) throw new DecodeError('invalid UTF-8 start byte');
    let code = first & (length === 1 ? 0x1f : length === 2 ? 0x0f : 0x07);
    for (let i = 0; i < length; i++) {
      const byte = this.readByte();
      if ((byte & 0xc0) !== 0x80) throw new DecodeError('invalid UTF-8 middle byte');
      code = (code << 6) | (byte & 0x3f);
    }
    return code & 0xffff;
  }

  /** Overlong forms and surrogates pass: Jackson only looks at the shape. */
  protected readMultiByte(lead: number, units: UnitBuffer | null): void {
    if (lead < 0xc0 || lead >= 0xf8) throw new DecodeError('invalid UTF-8 start byte');
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    let code = lead & (0x3f >> more);
    for (let i = 0; i < more; i++) {
      const byte = this.readByte();
      if ((byte & 0xc0) !== 0x80) throw new DecodeError('invalid UTF-8 middle byte');
      code = (code << 6) | (byte & 0x3f);
    }
    if (units === null) return;
    if (more < 3) {
      units.push(code);
    } else {
      units.push(0xd800 | ((code - 0x10000) >> 10));
      units.push(0xdc00 | ((code - 0x10000) & 0x3ff));
    }
  }

  protected readEscape(): number {
    const byte = this.readByte();
    if (byte === 0x75) {
      let code = 0;
      for (let i = 0; i < 4; i++) {
        const digit = hexDigit(this.readByte());
        if (digit < 0) throw new DecodeError('expected a hex digit in an escape');
        code = (code << 4) | digit;
      }
      return code;
    }
    const escaped = ESCAPES[byte];
    if (escaped === undefined) {
      this.charForError(byte);
      throw new DecodeError('unrecognized character escape');
    }
    return escaped;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
