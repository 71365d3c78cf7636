/** Which parts of a row are read: everything, or per field index the part of that field; a field that is absent is not read. */
export type FieldMask = 'all' | ReadonlyMap<number, FieldMask>;

/** What either of two readers needs. */
export function unionOfMasks(left: FieldMask, right: FieldMask): FieldMask {
  if (left === 'all' || right === 'all') return 'all';
  const merged = new Map(left);
  for (const [index, mask] of right) {
    const known = merged.get(index);
    merged.set(index, known === undefined ? mask : unionOfMasks(known, mask));
  }
  return merged;
}

/** The mask of one path of field indexes, e.g. [2, 0] for the first field of the third column. */
export function maskOfPath(path: readonly number[]): FieldMask {
  return path.reduceRight<FieldMask>((inner, index) => new Map([[index, inner]]), 'all');
}

/** What is read of field `index`; `undefined`: nothing. */
export function maskOfField(mask: FieldMask, index: number): FieldMask | undefined {
  return mask === 'all' ? 'all' : mask.get(index);
}
