// Strings and binaries as Jackson's UTF8JsonGenerator writes them.

const HEX: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70]);

/** Second byte of the two-byte escapes of control characters 8 to 13; 0: there is none. */
const SHORT_ESCAPES: usize = memory.data<u8>([0x62, 0x74, 0x6e, 0, 0x66, 0x72]);

/** "text" with quotes, at most 6 × byteLength + 2 bytes, and up to 16 more are overwritten. */
export function writeString(out: usize, pointer: usize, byteLength: u32): usize {
  store<u8>(out, 0x22);
  const end = writeEscaped(out + 1, pointer, pointer + byteLength);
  store<u8>(end, 0x22);
  return end + 1;
}

function writeEscaped(out: usize, pointer: usize, end: usize): usize {
  let at = pointer;
  let to = out;
  const space = i8x16.splat(0x20);
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  while (at < end) {
    const block = v128.load(at);
    v128.store(to, block);
    // Signed: bytes with the high bit are below the space as well.
    const special = v128.or(
      i8x16.lt_s(block, space),
      v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash)),
    );
    let mask = <u32>i8x16.bitmask(special);
    // Branches rather than arithmetic: the next block does not wait for the mask of this one.
    const left = end - at;
    if (left < 16) mask &= (1 << left) - 1;
    if (mask == 0) {
      if (left <= 16) return to + left;
      at += 16;
      to += 16;
      continue;
    }
    const plain = <usize>ctz<u32>(mask);
    at += plain;
    to += plain;
    const byte = <u32>load<u8>(at);
    if (byte >= 0x80) {
      const length = sequenceLength(at, end);
      if (length == 4) {
        to = writeSurrogates(to, at);
        at += 4;
      } else if (length > 0) {
        // At most three bytes; what is copied too much is overwritten.
        store<u32>(to, load<u32>(at));
        to += length;
        at += length;
      } else {
        to = writeReplacement(to);
        at -= length;
      }
    } else {
      to = writeEscape(to, byte);
      at++;
    }
  }
  return to;
}

function writeEscape(out: usize, byte: u32): usize {
  store<u8>(out, 0x5c);
  if (byte == 0x22 || byte == 0x5c) {
    store<u8>(out, <u8>byte, 1);
    return out + 2;
  }
  const short = byte >= 8 && byte <= 13 ? load<u8>(SHORT_ESCAPES + byte - 8) : 0;
  if (short != 0) {
    store<u8>(out, short, 1);
    return out + 2;
  }
  return writeUnit(out, byte);
}

/** Jackson escapes characters beyond the basic plane as the two surrogates that Java holds them in. */
function writeSurrogates(out: usize, at: usize): usize {
  const codePoint =
    ((<u32>load<u8>(at) & 7) << 18) |
    ((<u32>load<u8>(at, 1) & 63) << 12) |
    ((<u32>load<u8>(at, 2) & 63) << 6) |
    (<u32>load<u8>(at, 3) & 63);
  const beyond = codePoint - 0x10000;
  return writeUnit(writeUnit(out, 0xd800 + (beyond >> 10)), 0xdc00 + (beyond & 0x3ff));
}

/** \uXXXX */
function writeUnit(out: usize, unit: u32): usize {
  store<u16>(out, 0x755c);
  store<u8>(out, load<u8>(HEX + (unit >> 12)), 2);
  store<u8>(out, load<u8>(HEX + ((unit >> 8) & 15)), 3);
  store<u8>(out, load<u8>(HEX + ((unit >> 4) & 15)), 4);
  store<u8>(out, load<u8>(HEX + (unit & 15)), 5);
  return out + 6;
}

function writeReplacement(out: usize): usize {
  store<u16>(out, 0xbfef);
  store<u8>(out, 0xbd, 2);
  return out + 3;
}

// @ts-ignore: decorator
@inline
function isContinuation(at: usize, end: usize): bool {
  return at < end && (load<u8>(at) & 0xc0) == 0x80;
}

/**
 * Bytes of the well-formed sequence at `at`; negative: so many bytes are malformed and become one U+FFFD, as in Java's
 * `new String(bytes, UTF_8)`, where an encoded surrogate is one of them.
 */
export function sequenceLength(at: usize, end: usize): i32 {
  const lead = <u32>load<u8>(at);
  if (lead < 0xc2 || lead > 0xf4) return -1;
  if (!isContinuation(at + 1, end)) return -1;
  if (lead < 0xe0) return 2;
  const second = <u32>load<u8>(at + 1);
  if (lead < 0xf0) {
    if (lead == 0xe0 && second < 0xa0) return -1;
    if (!isContinuation(at + 2, end)) return -2;
    return lead == 0xed && second >= 0xa0 ? -3 : 3;
  }
  if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return -1;
  if (!isContinuation(at + 2, end)) return -2;
  return isContinuation(at + 3, end) ? 4 : -3;
}

const BASE64: usize = memory.data<u8>([
  65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 97, 98, 99, 100,
  101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 48, 49, 50,
  51, 52, 53, 54, 55, 56, 57, 43, 47,
]);

// @ts-ignore: decorator
@inline
function symbol(sixBits: u32): u8 {
  return load<u8>(BASE64 + (sixBits & 63));
}

/** Base64Variants.MIME_NO_LINEFEEDS, with quotes. */
export function writeBase64(out: usize, pointer: usize, byteLength: u32): usize {
  let to = out;
  store<u8>(to++, 0x22);
  let at = pointer;
  const whole = pointer + (byteLength - (byteLength % 3));
  while (at < whole) {
    const bits = (<u32>load<u8>(at) << 16) | (<u32>load<u8>(at, 1) << 8) | <u32>load<u8>(at, 2);
    store<u8>(to, symbol(bits >> 18));
    store<u8>(to, symbol(bits >> 12), 1);
    store<u8>(to, symbol(bits >> 6), 2);
    store<u8>(to, symbol(bits), 3);
    at += 3;
    to += 4;
  }
  const rest = byteLength % 3;
  if (rest != 0) {
    const bits = (<u32>load<u8>(at) << 16) | (rest == 2 ? <u32>load<u8>(at, 1) << 8 : 0);
    store<u8>(to, symbol(bits >> 18));
    store<u8>(to, symbol(bits >> 12), 1);
    store<u8>(to, rest == 2 ? symbol(bits >> 6) : 0x3d, 2);
    store<u8>(to, 0x3d, 3);
    to += 4;
  }
  store<u8>(to, 0x22);
  return to + 1;
}
