/** Length of a text in UTF-8 bytes, where there is no encoder: the isolate has none. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const [beyond] of text.matchAll(/[^\0-\u007f]+/gu)) {
    // One code unit is counted; a code point has two, three, or (as a pair of units) four bytes.
    for (const point of beyond) bytes += point < '\u0800' ? 1 : 2;
  }
  return bytes;
}
