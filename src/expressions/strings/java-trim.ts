/** java.lang.String.trim: everything up to U+0020 at both ends. */
export function trimJava(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** BinaryStringData.trim: U+0020 alone. */
export function trimSpaces(text: string): string {
  return text.replace(/^ +| +$/g, '');
}
