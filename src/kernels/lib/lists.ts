/** A list of u32 in memory, or 0 for the identity: element i is i. */
// @ts-ignore: decorator
@inline
export function at(list: usize, index: u32): u32 {
  return list != 0 ? load<u32>(list + ((<usize>index) << 2)) : index;
}

// @ts-ignore: decorator
@inline
export function get(list: usize, index: u32): u32 {
  return load<u32>(list + ((<usize>index) << 2));
}

// @ts-ignore: decorator
@inline
export function put(list: usize, index: u32, value: u32): void {
  store<u32>(list + ((<usize>index) << 2), value);
}

/** BinaryRowData and BinaryArrayData place each variable-length value on a multiple of 8 bytes. */
// @ts-ignore: decorator
@inline
export function roundToWord(byteLength: u32): u32 {
  return (byteLength + 7) & ~7;
}
