// Texts of a JSON document: strings, names, and values that are only checked. Positions in, positions out; REFUSED is what only
// the reference decoder can tell (src/formats/json/decode). Scans stop at the quotes that stand behind the values.
import { isValidUtf8 } from './utf8';

/** A position that no record reaches: "this record is not for the kernel". Positions of values are always greater. */
export const REFUSED: u32 = 0;

/** Depth of values that no column names. Jackson's own limit is 1000. */
const SKIP_DEPTH_MAX: i32 = 64;
/** Jackson refuses names beyond 50000 bytes, numbers beyond 1000, strings beyond 20 million characters. */
export const NAME_BYTES_MAX: u32 = 4096;
const NUMBER_BYTES_MAX: u32 = 256;
export const STRING_BYTES_MAX: u32 = 8 << 20;

/** The text that was parsed last. */
export let parsedStart: u32 = 0;
export let parsedLength: u32 = 0;

/** Where the next unescaped string goes. */
export let top: u32 = 0;

export function setTop(pointer: u32): void {
  top = pointer;
}

// @ts-ignore: decorator
@inline
export function isSpace(byte: u32): bool {
  return byte == 32 || byte == 10 || byte == 13 || byte == 9;
}

// @ts-ignore: decorator
@inline
export function skipSpace(at: u32): u32 {
  while (isSpace(load<u8>(at))) at++;
  return at;
}

/** Position of the closing quote, or of the first backslash. Bytes on the way are valid UTF-8. Control characters are let in. */
// @ts-ignore: decorator
@inline
function stringEnd(start: u32): u32 {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  let at = start;
  let block = v128.load(at);
  let stops = i8x16.bitmask(v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash))) as u32;
  let all = block;
  while (stops == 0) {
    at += 16;
    block = v128.load(at);
    all = v128.or(all, block);
    stops = i8x16.bitmask(v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash))) as u32;
  }
  at += ctz(stops);
  // Bytes behind the end may set a sign bit, too: that costs a look, not the answer.
  if (i8x16.bitmask(all) != 0 && !isValidUtf8(start, at - start)) return REFUSED;
  return at - start > STRING_BYTES_MAX ? REFUSED : at;
}

const QUOTES = memory.data<u64>([0x2222222222222222, 0x2222222222222222, 0x5c5c5c5c5c5c5c5c, 0x5c5c5c5c5c5c5c5c], 16);

/** Position of the first byte that is a quote or a backslash or not of ASCII. */
// @ts-ignore: decorator
@inline
export function plainStringEnd(start: u32): u32 {
  const quote = v128.load(QUOTES as u32);
  const backslash = v128.load(QUOTES as u32, 16);
  let at = start;
  let stops: u32;
  while (true) {
    const block = v128.load(at);
    stops = i8x16.bitmask(v128.or(v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash)), block));
    if (stops != 0) break;
    at += 16;
  }
  return at + ctz(stops);
}

/** `at` is behind the opening quote; returns behind the closing one, the view is left in parsedStart and parsedLength. */
// @ts-ignore: decorator
@inline
export function parseString(at: u32): u32 {
  const end = stringEnd(at);
  if (end == REFUSED) return REFUSED;
  if (load<u8>(end) == 92) return unescapeString(at, end);
  parsedStart = at;
  parsedLength = end - at;
  return end + 1;
}

/** `first` is at the first backslash. The text is built at `top`; it is never longer than what it comes from. */
function unescapeString(start: u32, first: u32): u32 {
  let out = top;
  memory.copy(out, start, first - start);
  out += first - start;
  let at = first;
  while (true) {
    if (load<u8>(at) == 34) break;
    at = unescapeOne(at + 1, out);
    if (at == REFUSED) return REFUSED;
    out = parsedStart;
    const end = stringEnd(at);
    if (end == REFUSED) return REFUSED;
    memory.copy(out, at, end - at);
    out += end - at;
    at = end;
  }
  if (at - start > STRING_BYTES_MAX) return REFUSED;
  parsedStart = top;
  parsedLength = out - top;
  top = out;
  return at + 1;
}

/** `at` is behind the backslash; the end of the output is left in parsedStart. */
function unescapeOne(at: u32, out: u32): u32 {
  let byte: u32 = load<u8>(at);
  switch (byte) {
    case 34:
    case 47:
    case 92:
      break;
    case 98:
      byte = 8;
      break;
    case 102:
      byte = 12;
      break;
    case 110:
      byte = 10;
      break;
    case 114:
      byte = 13;
      break;
    case 116:
      byte = 9;
      break;
    case 117:
      return unescapeUnicode(at + 1, out);
    default:
      return REFUSED;
  }
  store<u8>(out, byte);
  parsedStart = out + 1;
  return at + 1;
}

function unescapeUnicode(at: u32, out: u32): u32 {
  let code = hex4(at);
  if (code < 0) return REFUSED;
  at += 4;
  if (code >= 0xd800 && code < 0xe000) {
    // Half a pair becomes a question mark in Flink; that is left to the reference decoder.
    if (code >= 0xdc00 || load<u16>(at) != 0x755c) return REFUSED;
    const low = hex4(at + 2);
    if (low < 0xdc00 || low >= 0xe000) return REFUSED;
    at += 6;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  if (code < 0x80) {
    store<u8>(out++, code);
  } else if (code < 0x800) {
    store<u8>(out++, 0xc0 | (code >> 6));
    store<u8>(out++, 0x80 | (code & 63));
  } else if (code < 0x10000) {
    store<u8>(out++, 0xe0 | (code >> 12));
    store<u8>(out++, 0x80 | ((code >> 6) & 63));
    store<u8>(out++, 0x80 | (code & 63));
  } else {
    store<u8>(out++, 0xf0 | (code >> 18));
    store<u8>(out++, 0x80 | ((code >> 12) & 63));
    store<u8>(out++, 0x80 | ((code >> 6) & 63));
    store<u8>(out++, 0x80 | (code & 63));
  }
  parsedStart = out;
  return at;
}

/** -1: not four hexadecimal digits. */
function hex4(at: u32): i32 {
  let code: i32 = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const byte: u32 = load<u8>(at + i);
    const lower = byte | 32;
    let digit: u32;
    if (byte - 48 < 10) digit = byte - 48;
    else if (lower - 97 < 6) digit = lower - 87;
    else return -1;
    code = (code << 4) | digit;
  }
  return code;
}

/** A name and its colon; the name is left in parsedStart and parsedLength. */
export function parseName(at: u32): u32 {
  if (load<u8>(at) != 34) return REFUSED;
  const start = at + 1;
  at = stringEnd(start);
  // An escape in a name is rare.
  if (at == REFUSED || load<u8>(at) == 92) return REFUSED;
  parsedStart = start;
  parsedLength = at - start;
  if (parsedLength > NAME_BYTES_MAX) return REFUSED;
  at = skipSpace(at + 1);
  return load<u8>(at) == 58 ? at + 1 : REFUSED;
}

/** Any well-formed value. */
export function skipValue(at: u32, depth: i32): u32 {
  const byte: u32 = load<u8>(at);
  if (byte == 34) return skipString(at + 1);
  if (byte == 123 || byte == 91) {
    if (depth == SKIP_DEPTH_MAX) return REFUSED;
    return byte == 123 ? skipObject(at + 1, depth + 1) : skipArray(at + 1, depth + 1);
  }
  if (byte == 45 || byte - 48 < 10) return skipNumber(at);
  const word = load<u32>(at);
  if (word == 0x6c6c756e || word == 0x65757274) return at + 4;
  if (byte == 102 && load<u32>(at, 1) == 0x65736c61) return at + 5;
  return REFUSED;
}

function skipObject(at: u32, depth: i32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 125) return at + 1;
  while (true) {
    at = parseName(at);
    if (at == REFUSED) return REFUSED;
    at = skipValue(skipSpace(at), depth);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 125) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

function skipArray(at: u32, depth: i32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 93) return at + 1;
  while (true) {
    at = skipValue(at, depth);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 93) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

function skipString(at: u32): u32 {
  const start = at;
  while (true) {
    at = stringEnd(at);
    if (at == REFUSED || at - start > STRING_BYTES_MAX) return REFUSED;
    if (load<u8>(at) == 34) return at + 1;
    // Nothing is kept: the text goes where the next one will overwrite it.
    at = unescapeOne(at + 1, top);
    if (at == REFUSED) return REFUSED;
  }
}

export function skipNumber(at: u32): u32 {
  const start = at;
  if (load<u8>(at) == 45) at++;
  const first = at;
  at = skipDigits(at);
  if (at == first || (at - first > 1 && load<u8>(first) == 48)) return REFUSED;
  if (load<u8>(at) == 46) {
    const fraction = ++at;
    at = skipDigits(at);
    if (at == fraction) return REFUSED;
  }
  if (((load<u8>(at) as u32) | 32) == 101) {
    at++;
    const sign: u32 = load<u8>(at);
    if (sign == 43 || sign == 45) at++;
    const exponent = at;
    at = skipDigits(at);
    if (at == exponent) return REFUSED;
  }
  return at - start > NUMBER_BYTES_MAX ? REFUSED : at;
}

// @ts-ignore: decorator
@inline
function skipDigits(at: u32): u32 {
  while ((load<u8>(at) as u32) - 48 < 10) at++;
  return at;
}

/** A number or boolean in a column of strings is its own text. `numbers`: not from a tree, which spells numbers anew. */
export function parseScalarText(at: u32, byte: u32, numbers: bool): u32 {
  let end = REFUSED;
  if (byte == 116) {
    if (load<u32>(at) == 0x65757274) end = at + 4;
  } else if (byte == 102) {
    if (load<u32>(at, 1) == 0x65736c61) end = at + 5;
  } else if (numbers && (byte == 45 || byte - 48 < 10)) {
    end = skipNumber(at);
  }
  parsedStart = at;
  parsedLength = end - at;
  return end;
}
