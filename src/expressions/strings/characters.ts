/** Characters of UTF-8 text as BinaryStringData counts them; for reference versions. */

/** BinaryStringData.numBytesForFirstByte. */
export function bytesForFirstByte(lead: number): number {
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf8 ? 4 : 1;
}

/** Byte offsets at which characters start. */
export function characterStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += bytesForFirstByte(bytes[at] ?? 0)) starts.push(at);
  return starts;
}

/** Characters `begin` to `end` (exclusive), cut to what there is. */
export function sliceCharacters(bytes: Uint8Array, begin: number, end: number): Uint8Array {
  const starts = characterStarts(bytes);
  if (end <= begin || begin >= starts.length) return new Uint8Array(0);
  return bytes.slice(starts[begin], starts[end] ?? bytes.length);
}
