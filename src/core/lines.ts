/** Lines of source text, as JavaScript and editors count them. */

/** A line end. A program can use any of them to break its lines. */
export const lineEnd = /\r\n|[\n\r\u2028\u2029]/gu;

/** Returns the number of lines. A final line end begins no line. */
export function countLines(text: string): number {
  let [count, end] = [0, 0];
  for (const { 0: match, index } of text.matchAll(lineEnd)) [count, end] = [count + 1, index + match.length];
  return end < text.length ? count + 1 : count;
}

/** Returns the lines without their ends. A final line end begins no line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(lineEnd);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Returns a function that converts a position in a string to its line, from 1. It reads the source only once, so that
 * many positions take linear time.
 */
export function lineFinder(text: string): (position: number) => number {
  let starts: readonly number[] | undefined;
  return (position) => {
    starts ??= [...text.matchAll(lineEnd)].map(({ 0: end, index }) => index + end.length);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
