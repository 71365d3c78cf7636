/** Base64 as Jackson's variant MIME_NO_LINEFEEDS reads it: white space between groups of four, padding required. */

import { DecodeError } from './decode-error.js';

export const BASE64_INVALID = -1;
export const BASE64_PADDING = 0x3d;

const VALUES = new Int8Array(128).fill(-1);
for (const [index, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  VALUES[letter.charCodeAt(0)] = index;
}

export class Base64Reader {
  private readonly out: number[] = [];
  private bits = 0;
  /** Characters of the group at hand, padding included. */
  private count = 0;
  private padded = false;

  get betweenGroups(): boolean {
    return this.count === 0;
  }

  /** Content that ends in a group which is complete but for its padding. */
  get paddingMissing(): boolean {
    return !this.padded && this.count >= 2;
  }

  /** BASE64_INVALID: not allowed at this place. */
  push(unit: number): number {
    const value = unit < 128 ? VALUES[unit]! : -1;
    if (unit === BASE64_PADDING && this.count >= 2) return this.pushPadding();
    if (value < 0 || this.padded) return BASE64_INVALID;
    this.bits = (this.bits << 6) | value;
    if (++this.count === 4) {
      this.out.push((this.bits >> 16) & 0xff, (this.bits >> 8) & 0xff, this.bits & 0xff);
      this.startGroup();
    }
    return 0;
  }

  /** A group may be padded in the middle of the content, too. */
  private pushPadding(): number {
    if (this.count === 2) {
      this.padded = true;
      this.count = 3;
      return 0;
    }
    if (this.padded) this.out.push((this.bits >> 4) & 0xff);
    else this.out.push((this.bits >> 10) & 0xff, (this.bits >> 2) & 0xff);
    this.startGroup();
    return 0;
  }

  private startGroup(): void {
    this.bits = 0;
    this.count = 0;
    this.padded = false;
  }

  finish(): Uint8Array {
    if (this.count !== 0) throw new DecodeError('unexpected end of Base64 content');
    return Uint8Array.from(this.out);
  }
}

/** Base64Variant.decode of a whole text. */
export function decodeBase64Text(text: string): Uint8Array {
  const reader = new Base64Reader();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x20 && reader.betweenGroups) continue;
    if (reader.push(unit) === BASE64_INVALID) throw new DecodeError('illegal character in Base64 content');
  }
  return reader.finish();
}
