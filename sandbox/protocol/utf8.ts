/** Returns the length of a string in UTF-8 bytes. Isolates have no encoder. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const [beyond] of text.matchAll(/[^\0-\u007f]+/gu)) {
    // One byte is already counted. A code point needs two, three or (as a surrogate pair) four bytes.
    for (const point of beyond) bytes += point < '\u0800' ? 1 : 2;
  }
  return bytes;
}
