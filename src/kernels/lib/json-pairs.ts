// The pairs of JSON objects that become maps, in the order of a java.util.HashMap.
import { equalBytes } from './bytes';
import { NAME_BYTES_MAX, parsedLength, parsedStart, parseString, REFUSED, skipSpace, skipValue } from './json-text';
import { hashBytes } from './murmur';

/** Pairs of the maps that are open, 16 bytes each: u32 key · u32 keyLength · u32 value · u32 bucket. */
export const PAIR_BYTES: u32 = 16;
const PAIRS_MAX: u32 = 512;
export const pairs = memory.data(8192, 16);
export let pairsOpen: u32 = 0;

export function closePairs(first: u32): void {
  pairsOpen = first;
}

/** `at` is behind the brace; returns behind the closing one. */
export function collectPairs(at: u32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 125) return at + 1;
  while (true) {
    if (load<u8>(at) != 34 || pairsOpen == PAIRS_MAX) return REFUSED;
    at = parseString(at + 1);
    if (at == REFUSED || parsedLength > NAME_BYTES_MAX) return REFUSED;
    at = skipSpace(at);
    if (load<u8>(at) != 58) return REFUSED;
    at = skipSpace(at + 1);
    const pair = (pairs as u32) + pairsOpen * PAIR_BYTES;
    store<u32>(pair, parsedStart);
    store<u32>(pair, parsedLength, 4);
    store<u32>(pair, at, 8);
    pairsOpen++;
    at = skipValue(at, 0);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 125) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

/** Keys by the lowest four bits of their bucket: in no table of any size a bucket has more. */
const binCounts = memory.data(16, 16);
/** With one more a bucket becomes a tree, or the table grows before its time (HashMap.TREEIFY_THRESHOLD). */
const BIN_MAX: u32 = 8;

/** By bucket, keeping the order within one. False: a key came twice, or too many share a bucket. */
export function sortPairs(first: u32, count: u32): bool {
  v128.store(binCounts as u32, i64x2.splat(0));
  let capacity: u32 = 16;
  while (count > (capacity >> 2) * 3) capacity <<= 1;
  const start = (pairs as u32) + first * PAIR_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const pair = start + i * PAIR_BYTES;
    const key = load<u32>(pair);
    const keyLength = load<u32>(pair, 4);
    const hash = hashBytes(key, keyLength);
    const bucket = (hash ^ (hash >> 16)) & (capacity - 1);
    const bin = (binCounts as u32) + (bucket & 15);
    const inBin: u32 = (load<u8>(bin) as u32) + 1;
    if (inBin > BIN_MAX) return false;
    store<u8>(bin, inBin);
    store<u32>(pair, bucket, 12);
    const moved = v128.load(pair);
    let place = pair;
    while (place > start && load<u32>(place - PAIR_BYTES, 12) > bucket) {
      v128.store(place, v128.load(place - PAIR_BYTES));
      place -= PAIR_BYTES;
    }
    for (let other = place; other > start && load<u32>(other - PAIR_BYTES, 12) == bucket; other -= PAIR_BYTES) {
      const otherKey = load<u32>(other - PAIR_BYTES);
      if (load<u32>(other - PAIR_BYTES, 4) == keyLength && equalBytes(otherKey, key, keyLength)) return false;
    }
    v128.store(place, moved);
  }
  return true;
}
