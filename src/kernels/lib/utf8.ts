// UTF-8 as Flink's BinaryStringData counts it: the first byte alone says how long a character is, also in malformed text.

/** BinaryStringData.numBytesForFirstByte: C0 and C1, continuation bytes and F8 to FF count as characters of one byte. */
// @ts-ignore: decorator
@inline
export function characterBytes(lead: u32): u32 {
  if (lead < 0xc2) return 1;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf8 ? 4 : 1;
}

/** True when no byte has its high bit set. */
export function isAscii(pointer: u32, length: u32): bool {
  let i: u32 = 0;
  while (i + 16 <= length) {
    if (i8x16.bitmask(v128.load(pointer + i)) != 0) return false;
    i += 16;
  }
  if (i < length) {
    const high = i8x16.bitmask(v128.load(pointer + i)) as u32;
    return (high & ((1 << (length - i)) - 1)) == 0;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function isContinuation(byte: u32): bool {
  return (byte & 0xc0) == 0x80;
}

/** Well-formed UTF-8, as StringUtf8Utils.decodeUTF8Strict accepts it: no surrogates, no overlong forms, nothing cut off. */
export function isValidUtf8(pointer: u32, length: u32): bool {
  let at = pointer;
  const end = pointer + length;
  while (at < end) {
    if (at + 16 <= end && i8x16.bitmask(v128.load(at)) == 0) {
      at += 16;
      continue;
    }
    const lead: u32 = load<u8>(at);
    if (lead < 0x80) {
      at++;
      continue;
    }
    const bytes = characterBytes(lead);
    if (bytes == 1 || at + bytes > end) return false;
    const second: u32 = load<u8>(at, 1);
    if (!isContinuation(second)) return false;
    if (bytes == 3) {
      if (!isContinuation(load<u8>(at, 2))) return false;
      if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0)) return false;
    } else if (bytes == 4) {
      if (!isContinuation(load<u8>(at, 2)) || !isContinuation(load<u8>(at, 3))) return false;
      if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90) || lead > 0xf4) return false;
    }
    at += bytes;
  }
  return true;
}

/** The byte offset after `count` characters from `at`, at most `length`. */
export function skipCharacters(pointer: u32, length: u32, at: u32, count: u32): u32 {
  let left = count;
  while (at < length && left > 0) {
    if (left >= 16 && at + 16 <= length && i8x16.bitmask(v128.load(pointer + at)) == 0) {
      at += 16;
      left -= 16;
      continue;
    }
    at += characterBytes(load<u8>(pointer + at));
    left--;
  }
  return at < length ? at : length;
}

/** BinaryStringData.numChars. */
export function countCharacters(pointer: u32, length: u32): i32 {
  let count: i32 = 0;
  let at: u32 = 0;
  while (at < length) {
    if (at + 16 <= length && i8x16.bitmask(v128.load(pointer + at)) == 0) {
      at += 16;
      count += 16;
      continue;
    }
    at += characterBytes(load<u8>(pointer + at));
    count++;
  }
  return count;
}
