import type { CodeAmount, CodePlace } from '../consent/code-files.ts';
import type { CodeAmounts } from '../consent/footprint.ts';
import { listed, type Row } from './rows.ts';

/** Places in the order of their rights: build time first. */
const places: readonly (readonly [place: CodePlace, label: string, words: string])[] = [
  ['build', 'Code: build', 'in the build'],
  ['everyPage', 'Code: every page', 'on every page'],
  ['server', 'Code: server', 'on the server'],
  ['onePage', 'Code: some pages', 'on some pages'],
  ['tests', 'Code: tests', 'in tests'],
  ['elsewhere', 'Code: elsewhere', 'elsewhere'],
];

/** Returns the label of a place, `Code: server`, and its words in a sentence: `on the server`. */
export function placeText(wanted: CodePlace): { readonly label: string; readonly words: string } {
  const [, label, words] = places.find(([place]) => place === wanted) ?? [wanted, wanted, wanted];
  return { label, words };
}

/** Returns one row per place with code. */
export function codeRows(code: CodeAmounts, before?: CodeAmounts): readonly Row[] {
  return places.map(([place, label]): Row => {
    if (isNone(code[place])) return [label, ''];
    return [label, before === undefined ? amountWords(code[place]) : grownWords(code[place], before[place])];
  });
}

/** Returns an amount with the earlier one. Two amounts that round to the same words have their exact bytes. */
function grownWords(now: CodeAmount, before: CodeAmount): string {
  const words = [now, before].map(amountWords);
  const [after, until] = words[0] === words[1] ? [now, before].map(exactWords) : words;
  return `${after} (until now: ${until})`;
}

/** Returns the code of each place: `141 lines, 4 kB on the server`. */
export function codeWords(code: CodeAmounts): readonly string[] {
  return places
    .filter(([place]) => !isNone(code[place]))
    .map(([place, , words]) => listed([`${amountWords(code[place])} ${words}`]));
}

/** Returns lines and bytes: `1 line, 240 kB`. Bytes are rounded up. */
export function amountWords({ lines, bytes }: CodeAmount): string {
  return bytes === 0 ? 'none' : `${linesWords(lines)}, ${sizeWords(bytes)}`;
}

const exactWords = ({ lines, bytes }: CodeAmount): string => `${linesWords(lines)}, ${bytes} B`;

const linesWords = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`;

const kilo = 1000;

/** Returns a size: `240 kB`. Bytes are rounded up. */
export function sizeWords(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo ** 2) return `${Math.ceil(bytes / kilo)} kB`;
  return `${(Math.ceil(bytes / (kilo * 100)) / 10).toFixed(1)} MB`;
}

const isNone = ({ lines, bytes }: CodeAmount): boolean => lines === 0 && bytes === 0;
