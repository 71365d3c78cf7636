/**
 * BinaryRowData, BinaryArrayData and BinaryMapData to columns and back, one loop per physical form. The recursion over nested
 * types is in TypeScript (src/formats/binary-row), once per batch; the slow reference is src/formats/binary-row/reference.ts.
 *
 *   row    u8 kind, null bits from bit 8 on, rounded up to 8 bytes · 8 bytes a field · variable-length part
 *   array  i32 count, null bits rounded up to 4 bytes · elements of their own width, rounded up to 8 bytes · variable-length part
 *   map    i32 byteLength of the keys · array of keys · array of values
 *   field  fixed width: the value · otherwise (u32 byteLength, u32 offset from the container's start), or, for at most 7 bytes,
 *          the bytes themselves with 0x80 | byteLength in the last one
 *
 * Words used below: a *slot* is where a field or an element has its fixed part, a *base* is where its container starts, a *limit*
 * where that ends, and a *cursor* where its next variable-length value goes. A reading function returns the index of the first
 * value that leaves its container, or -1.
 */
export * from './lib/binary-row-read';
export * from './lib/binary-row-write';
