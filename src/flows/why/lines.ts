import { diffArrays } from 'diff';
import type { Tree } from '../../core/tree.ts';

/** Range of consecutive lines, counted from 1, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Splits a file's content into lines without line ends. */
export function linesOf(content: string | Uint8Array | undefined): readonly string[] {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content ?? new Uint8Array());
  const lines = text.split(/\r?\n/u);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Maps the indices of lines in `from` to the indices of equal lines in `to`. Differences in whitespace are ignored,
 * because neighbours can change the width of a column.
 */
export function survivors(from: readonly string[], to: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let [one, other] = [0, 0];
  for (const { count = 0, added, removed } of diffArrays(from.map(words), to.map(words))) {
    if (removed) one += count;
    else if (added) other += count;
    else for (let step = 0; step < count; step += 1) found.set(one++, other++);
  }
  return found;
}

const words = (line: string): string => line.replace(/\s+/gu, ' ').trim();

/** Lines of one file: on disk, in a rendering, and in a second rendering. */
export interface ThreeTexts {
  readonly now: readonly string[];
  readonly rendered: readonly string[];
  readonly rest: readonly string[];
}

/** Returns the lines on disk that come from the first rendering and are not in the second. */
export function goingLines({ now, rendered, rest }: ThreeTexts): readonly LineRange[] {
  const standing = survivors(now, rendered);
  const staying = survivors(rendered, rest);
  const going = [...standing].flatMap(([index, at]) => (staying.has(at) ? [] : [index + 1]));
  const ranges: { from: number; to: number }[] = [];
  for (const line of going) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

/** Checks whether two trees have the same bytes at a path. */
export function sameContent(one: Tree, other: Tree, path: string): boolean {
  const [left, right] = [one.get(path)?.content ?? '', other.get(path)?.content ?? ''];
  return left === right || Buffer.compare(Buffer.from(left), Buffer.from(right)) === 0;
}
