// Murmur as Flink's MurmurHashUtils computes it for memory segments (seed 42).

// @ts-ignore: decorator
@inline
function mix(hash: u32, word: u32): u32 {
  const scrambled = rotl<u32>(word * 0xcc9e2d51, 15) * 0x1b873593;
  return rotl<u32>(hash ^ scrambled, 13) * 5 + 0xe6546b64;
}

/** MurmurHashUtils.hashBytes: bytes behind the last whole word count signed. The hash of a BinaryStringData. */
export function hashBytes(pointer: u32, length: u32): u32 {
  let hash: u32 = 42;
  const aligned = length & ~3;
  for (let i: u32 = 0; i < aligned; i += 4) hash = mix(hash, load<u32>(pointer + i));
  for (let i = aligned; i < length; i++) hash = mix(hash, load<i8>(pointer + i) as u32);
  return finish(hash ^ length);
}

/** MurmurHashUtils.hashBytesByWords; the length is a multiple of 4. The hash of a BinaryRowData. */
export function hashBytesByWords(pointer: u32, length: u32): u32 {
  let hash: u32 = 42;
  for (let i: u32 = 0; i < length; i += 4) hash = mix(hash, load<u32>(pointer + i));
  return finish(hash ^ length);
}

/** MathUtils.murmurHash: never negative. */
// @ts-ignore: decorator
@inline
export function hashInt(code: u32): u32 {
  const hash = <i32>finish(mix(0, code) ^ 4);
  return hash >= 0 ? hash : hash != i32.MIN_VALUE ? -hash : 0;
}

// @ts-ignore: decorator
@inline
function finish(code: u32): u32 {
  let hash = code;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}

/** `mix` of four hashes at once. */
// @ts-ignore: decorator
@inline
export function mixFour(hash: v128, word: v128): v128 {
  const first = i32x4.mul(word, i32x4.splat(0xcc9e2d51));
  const scrambled = i32x4.mul(v128.or(i32x4.shl(first, 15), i32x4.shr_u(first, 17)), i32x4.splat(0x1b873593));
  const mixed = v128.xor(hash, scrambled);
  const turned = v128.or(i32x4.shl(mixed, 13), i32x4.shr_u(mixed, 19));
  return i32x4.add(i32x4.add(turned, i32x4.shl(turned, 2)), i32x4.splat(0xe6546b64));
}

// @ts-ignore: decorator
@inline
export function finishFour(code: v128): v128 {
  let hash = i32x4.mul(v128.xor(code, i32x4.shr_u(code, 16)), i32x4.splat(0x85ebca6b));
  hash = i32x4.mul(v128.xor(hash, i32x4.shr_u(hash, 13)), i32x4.splat(0xc2b2ae35));
  return v128.xor(hash, i32x4.shr_u(hash, 16));
}
