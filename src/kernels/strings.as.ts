// String kernels, one call a value: the generated loop decides about nulls, these about bytes.
//
// A text argument is (pointer, byteLength). A text result is a view (u32 pointer, u32 byteLength) stored at `out`; it points
// into the arguments where it can. A kernel that makes bytes is given `target`, where enough are free, and the caller takes
// the length from the view. Kernels that follow a function which Flink runs on Java strings refuse malformed UTF-8 (result
// SLOW): the exact answer then comes from src/expressions/strings.
import { commonPrefix, copyBytes, equalBytes, findBytes, storeView } from './lib/bytes';
import { characterBytes, countCharacters, isAscii, isValidUtf8, skipCharacters } from './lib/utf8';

const NULL: i32 = 0;
const VALUE: i32 = 1;
const SLOW: i32 = 2;
const SPACE: u32 = 0x20;

export function equals(left: u32, leftLength: u32, right: u32, rightLength: u32): bool {
  return leftLength == rightLength && equalBytes(left, right, leftLength);
}

/** BinaryStringData.compareTo on bytes: unsigned, shorter first. Negative, 0 or positive. */
export function compare(left: u32, leftLength: u32, right: u32, rightLength: u32): i32 {
  const shorter = leftLength < rightLength ? leftLength : rightLength;
  const at = commonPrefix(left, right, shorter);
  if (at < shorter) return (load<u8>(left + at) as i32) - (load<u8>(right + at) as i32);
  return (leftLength as i32) - (rightLength as i32);
}

/**
 * The order of Java's String.compareTo (UTF-16 code units), which Flink uses when both sides already are Java strings. It
 * differs from the order of bytes only where a surrogate pair (F0 to F4) meets U+E000 to U+FFFF (EE, EF).
 */
export function compareUtf16(left: u32, leftLength: u32, right: u32, rightLength: u32): i32 {
  const shorter = leftLength < rightLength ? leftLength : rightLength;
  const at = commonPrefix(left, right, shorter);
  if (at >= shorter) return (leftLength as i32) - (rightLength as i32);
  return utf16Rank(load<u8>(left + at)) - utf16Rank(load<u8>(right + at));
}

function utf16Rank(byte: u32): i32 {
  if (byte < 0xee) return byte as i32;
  return (byte < 0xf0 ? byte + 0x100 : byte) as i32;
}

export function startsWith(text: u32, length: u32, prefix: u32, prefixLength: u32): bool {
  return prefixLength <= length && equalBytes(text, prefix, prefixLength);
}

export function endsWith(text: u32, length: u32, suffix: u32, suffixLength: u32): bool {
  return suffixLength <= length && equalBytes(text + length - suffixLength, suffix, suffixLength);
}

export function contains(text: u32, length: u32, needle: u32, needleLength: u32): bool {
  return needleLength == 0 || findBytes(text, length, needle, needleLength, 0) >= 0;
}

/** Byte offset of `needle` (not empty) at or after `from`, or -1. */
export function find(text: u32, length: u32, needle: u32, needleLength: u32, from: u32): i32 {
  return findBytes(text, length, needle, needleLength, from);
}

export function charLength(text: u32, length: u32): i32 {
  return countCharacters(text, length);
}

export function ascii(text: u32, length: u32): bool {
  return isAscii(text, length);
}

export function validUtf8(text: u32, length: u32): bool {
  return isValidUtf8(text, length);
}

/** BinaryStringDataUtil.substringSQL; a negative `count` is NULL. */
export function substring(text: u32, length: u32, position: i32, count: i32, out: u32): i32 {
  if (count < 0) return NULL;
  let start: u32 = 0;
  if (position > 0) {
    start = skipCharacters(text, length, 0, (position - 1) as u32);
  } else if (position < 0) {
    const first = countCharacters(text, length) + position;
    if (first < 0) start = length;
    else start = skipCharacters(text, length, 0, first as u32);
  }
  const end = skipCharacters(text, length, start, count as u32);
  storeView(out, text + start, end - start);
  return VALUE;
}

/** RIGHT(text, count): the whole text when it is no longer than that. */
export function right(text: u32, length: u32, count: i32, out: u32): void {
  if (count <= 0) {
    storeView(out, text, 0);
    return;
  }
  const characters = countCharacters(text, length);
  const start = count >= characters ? 0 : skipCharacters(text, length, 0, (characters - count) as u32);
  storeView(out, text + start, length - start);
}

/** Cuts to `count` characters (CAST to VARCHAR(n)). Answers how many it has when they are fewer, -1 when it was cut. */
export function truncate(text: u32, length: u32, count: i32, out: u32): i32 {
  if (length <= (count as u32) && isAscii(text, length)) {
    storeView(out, text, length);
    return length as i32;
  }
  const end = skipCharacters(text, length, 0, count as u32);
  storeView(out, text, end);
  return end < length ? -1 : countCharacters(text, length);
}

export function trimSpaces(text: u32, length: u32, leading: bool, trailing: bool, out: u32): void {
  let start: u32 = 0;
  let end = length;
  if (leading) while (start < end && load<u8>(text + start) == SPACE) start++;
  if (trailing) while (end > start && load<u8>(text + end - 1) == SPACE) end--;
  storeView(out, text + start, end - start);
}

/** BinaryStringDataUtil.trim with a set of characters: a character is trimmed when `set` contains its bytes. */
export function trimSet(text: u32, length: u32, leading: bool, trailing: bool, set: u32, setLength: u32, out: u32): void {
  let start: u32 = 0;
  let end = length;
  while (leading && start < end) {
    const bytes = min(characterBytes(load<u8>(text + start)), end - start);
    if (findBytes(set, setLength, text + start, bytes, 0) < 0) break;
    start += bytes;
  }
  // Characters are found from the front, as Flink does: in malformed text that is not the same as going backwards.
  while (trailing && end > start) {
    const last = lastCharacter(text, start, end);
    if (findBytes(set, setLength, text + last, end - last, 0) < 0) break;
    end = last;
  }
  storeView(out, text + start, end - start);
}

function lastCharacter(text: u32, start: u32, end: u32): u32 {
  if (load<u8>(text + end - 1) < 0x80 && (end - start == 1 || load<u8>(text + end - 2) < 0x80)) return end - 1;
  let at = start;
  let next = at + characterBytes(load<u8>(text + at));
  while (next < end) {
    at = next;
    next = at + characterBytes(load<u8>(text + at));
  }
  return at;
}

/** Lower case of ASCII text, `length` bytes at `target`; SLOW when it is not ASCII. */
export function lowerAscii(text: u32, length: u32, target: u32, out: u32): i32 {
  return shiftCase(text, length, target, out, 0x41);
}

export function upperAscii(text: u32, length: u32, target: u32, out: u32): i32 {
  return shiftCase(text, length, target, out, 0x61);
}

/** Letters `first` to `first` + 25 get bit 5 flipped. Writes whole vectors: up to 15 bytes past the end. */
function shiftCase(text: u32, length: u32, target: u32, out: u32, first: i32): i32 {
  const low = i8x16.splat((first - 1) as i8);
  const high = i8x16.splat((first + 26) as i8);
  const bit = i8x16.splat(0x20);
  for (let i: u32 = 0; i < length; i += 16) {
    const bytes = v128.load(text + i);
    const beyond = i8x16.bitmask(bytes) as u32;
    if (beyond != 0 && (i + 16 <= length || (beyond & ((1 << (length - i)) - 1)) != 0)) return SLOW;
    const letters = v128.and(i8x16.gt_s(bytes, low), i8x16.lt_s(bytes, high));
    v128.store(target + i, v128.xor(bytes, v128.and(letters, bit)));
  }
  storeView(out, target, length);
  return VALUE;
}

/**
 * SPLIT_INDEX: token `index` between whole separators, empty tokens kept (StringUtils.splitByWholeSeparatorPreserveAllTokens).
 * SLOW for malformed text or separator and for the empty separator, which splits at white space.
 */
export function splitIndex(
  text: u32,
  length: u32,
  separator: u32,
  separatorLength: u32,
  index: i32,
  out: u32,
): i32 {
  if (index < 0) return NULL;
  if (separatorLength == 0 || !isValidUtf8(text, length) || !isValidUtf8(separator, separatorLength)) return SLOW;
  if (length == 0) return NULL;
  let start: u32 = 0;
  let found = findSeparator(text, length, separator, separatorLength, 0);
  for (let token: i32 = 0; token < index; token++) {
    if (found < 0) return NULL;
    start = (found as u32) + separatorLength;
    found = findSeparator(text, length, separator, separatorLength, start);
  }
  storeView(out, text + start, (found < 0 ? length : (found as u32)) - start);
  return VALUE;
}

// @ts-ignore: decorator
@inline
function findSeparator(text: u32, length: u32, separator: u32, separatorLength: u32, from: u32): i32 {
  return separatorLength == 1
    ? findByte(text, length, load<u8>(separator), from)
    : findBytes(text, length, separator, separatorLength, from);
}

function findByte(text: u32, length: u32, byte: u32, from: u32): i32 {
  const wanted = i8x16.splat(byte as i8);
  for (let at = from; at < length; at += 16) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(text + at), wanted)) as u32;
    if (hits != 0) {
      const found = at + (ctz(hits) as u32);
      return found < length ? (found as i32) : -1;
    }
  }
  return -1;
}

/** BinaryStringData.indexOf(needle, from - 1) + 1: characters, 1-based, 0 = not found; an empty needle is at 1. */
export function position(text: u32, length: u32, needle: u32, needleLength: u32, from: i32): i32 {
  if (needleLength == 0) return 1;
  let at: u32 = 0;
  let character: i32 = 0;
  while (at < length && character < from - 1) {
    at += characterBytes(load<u8>(text + at));
    character++;
  }
  while (at + needleLength <= length) {
    const found = findBytes(text, length, needle, needleLength, at);
    if (found < 0) return 0;
    // A match counts only where a character starts.
    while (at < (found as u32)) {
      at += characterBytes(load<u8>(text + at));
      character++;
    }
    if (at == (found as u32)) return character + 1;
  }
  return 0;
}

/** BinaryStringDataUtil.reverse, `length` bytes at `target`. False: a character is cut off at the end, where Flink fails. */
export function reverse(text: u32, length: u32, target: u32, out: u32): bool {
  let at: u32 = 0;
  while (at < length) {
    const bytes = characterBytes(load<u8>(text + at));
    if (at + bytes > length) return false;
    copyBytes(target + length - at - bytes, text + at, bytes);
    at += bytes;
  }
  storeView(out, target, length);
  return true;
}

/** Appends; answers the next free byte. */
export function append(target: u32, text: u32, length: u32): u32 {
  copyBytes(target, text, length);
  return target + length;
}

/** The same when the text is well-formed UTF-8, otherwise 0 and nothing written. */
export function appendValid(target: u32, text: u32, length: u32): u32 {
  if (!isValidUtf8(text, length)) return 0;
  copyBytes(target, text, length);
  return target + length;
}

export function fill(target: u32, byte: u32, length: u32): u32 {
  memory.fill(target, byte as u8, length);
  return target + length;
}

/** Bytes of `text` with every `search` (not empty) replaced; both valid UTF-8. SLOW for malformed text. */
export function replacedLength(text: u32, length: u32, search: u32, searchLength: u32, replacementLength: u32): i32 {
  if (!isValidUtf8(text, length)) return -1;
  let count: u32 = 0;
  let at: u32 = 0;
  for (;;) {
    const found = findBytes(text, length, search, searchLength, at);
    if (found < 0) break;
    count++;
    at = (found as u32) + searchLength;
  }
  return (length + count * (replacementLength - searchLength)) as i32;
}

/** Writes the result of REPLACE at `target`, as long as `replacedLength` said. */
export function replace(
  text: u32,
  length: u32,
  search: u32,
  searchLength: u32,
  replacement: u32,
  replacementLength: u32,
  target: u32,
): void {
  let at: u32 = 0;
  for (;;) {
    const found = findBytes(text, length, search, searchLength, at);
    const end = found < 0 ? length : (found as u32);
    copyBytes(target, text + at, end - at);
    target += end - at;
    if (found < 0) return;
    copyBytes(target, replacement, replacementLength);
    target += replacementLength;
    at = end + searchLength;
  }
}
