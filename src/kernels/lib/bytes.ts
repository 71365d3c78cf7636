// Runs of bytes: comparing, copying, searching. Vector loads read up to 15 bytes past the end of a run; every block of the
// worker's memory has that much to spare behind it.

/** Copies forward; `target` and `source` do not overlap, or are equal. */
// @ts-ignore: decorator
@inline
export function copyBytes(target: u32, source: u32, length: u32): void {
  memory.copy(target, source, length);
}

export function equalBytes(left: u32, right: u32, length: u32): bool {
  let i: u32 = 0;
  while (i + 16 <= length) {
    const same = i8x16.eq(v128.load(left + i), v128.load(right + i));
    if (!i8x16.all_true(same)) return false;
    i += 16;
  }
  if (i < length) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(left + i), v128.load(right + i))) as u32;
    const wanted = (1 << (length - i)) - 1;
    return (same & wanted) == wanted;
  }
  return true;
}

/** Offset of the first difference, or the shorter length. */
export function commonPrefix(left: u32, right: u32, length: u32): u32 {
  let i: u32 = 0;
  while (i < length) {
    const differs = ~(i8x16.bitmask(i8x16.eq(v128.load(left + i), v128.load(right + i))) as u32) & 0xffff;
    if (differs != 0) {
      const at = i + (ctz(differs) as u32);
      return at < length ? at : length;
    }
    i += 16;
  }
  return length;
}

/** Offset of the first `needle` at or after `from`, or -1. `needleLength` is at least 1. */
export function findBytes(text: u32, length: u32, needle: u32, needleLength: u32, from: u32): i32 {
  if (needleLength > length) return -1;
  const last = length - needleLength;
  const firstByte = i8x16.splat(load<u8>(needle) as i8);
  const lastByte = i8x16.splat(load<u8>(needle + needleLength - 1) as i8);
  const lastOffset = needleLength - 1;
  let at = from;
  // Candidates are where both the first and the last byte of the needle match.
  while (at <= last) {
    let candidates = i8x16.bitmask(
      v128.and(
        i8x16.eq(v128.load(text + at), firstByte),
        i8x16.eq(v128.load(text + at + lastOffset), lastByte),
      ),
    ) as u32;
    while (candidates != 0) {
      const found = at + (ctz(candidates) as u32);
      if (found > last) return -1;
      if (needleLength <= 2 || equalBytes(text + found + 1, needle + 1, needleLength - 2)) return found as i32;
      candidates &= candidates - 1;
    }
    at += 16;
  }
  return -1;
}

/** A string view (u32 pointer, u32 byteLength). */
// @ts-ignore: decorator
@inline
export function storeView(view: u32, pointer: u32, length: u32): void {
  store<u32>(view, pointer);
  store<u32>(view, length, 4);
}
