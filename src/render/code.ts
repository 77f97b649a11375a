import type { Doc } from 'prettier';
import { builders, printer } from 'prettier/doc';

/**
 * Source text with the same line breaks as formatter output. No formatter runs during rendering. Parts whose length
 * depends on names (imports, calls, objects) are documents with open line breaks, printed at the project's line width.
 */
export type Code = Doc;

/** The line width of generated code. The project's formatter configuration uses the same value. */
export const lineWidth = 100;

const { align, conditionalGroup, group, hardline, ifBreak, indent, indentIfBreak, join, line, softline } = builders;

/**
 * Template tag for source text with embedded values. A multi-line value is indented like its first line. An empty first
 * line and the common indentation are removed.
 */
export function code(strings: TemplateStringsArray, ...values: readonly Code[]): Code {
  const parts: Code[] = [];
  let margin = 0;
  for (const [index, text] of dedent(strings).entries()) {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    if (lines.length === 1 && index === 0) margin = leading(lines[0]);
    for (const next of lines.slice(1)) parts.push(hardline, next);
    if (lines.length > 1 || index === 0) margin = leading(lines.at(-1));
    const value = values[index];
    if (value !== undefined) parts.push(align(margin, value));
  }
  return parts;
}

/** Prints values on separate lines. */
export function lines(values: readonly Code[]): Code {
  return join(hardline, [...values]);
}

/** Prints values with an empty line between them. */
export function paragraphs(values: readonly Code[]): Code {
  return join([hardline, hardline], [...values]);
}

/** Prints `(a, b)` or `[a, b]` on one line, or with one item per line and a trailing comma if too long. */
export function list(open: string, items: readonly Code[], close: string): Code {
  if (items.length === 0) return open + close;
  return group([open, indent([softline, join([',', line], [...items])]), ifBreak(','), softline, close]);
}

/** Prints `{ a, b }` on one line, or with one item per line and a trailing comma if too long. */
export function braces(items: readonly Code[]): Code {
  if (items.length === 0) return '{}';
  return group(['{', indent([line, join([',', line], [...items])]), ifBreak(','), line, '}']);
}

/** Prints `{ a, ...rest }` on one line, or with one item per line if too long. A comma after the rest is not valid. */
export function pattern(items: readonly Code[], rest: Code): Code {
  return group(['{', indent([line, join([',', line], [...items, rest])]), line, '}']);
}

/** Prints `import { a, b } from 'm';` with the names in the given order. A single name always stays on the line. */
export function imports(names: readonly string[], from: string): Code {
  return ['import ', importedNames(names), ` from ${quote(from)};`];
}

/** Prints `import type { A, B } from 'm';` like `imports`. */
export function typeImports(names: readonly string[], from: string): Code {
  return ['import type ', importedNames(names), ` from ${quote(from)};`];
}

function importedNames(names: readonly string[]): Code {
  return names.length === 1 ? `{ ${names[0]} }` : braces(names);
}

/** Compares imported names without case, like the formatter. */
export function byName(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

/** Prints `left = right`, with a line break after the sign if too long. */
export function assign(left: Code, right: Code): Code {
  return group([left, ' =', group(indent(line)), indent(right)]);
}

/**
 * Prints `left =` or `key:` and a multi-line value. The value starts on a new line only if its first line does not fit.
 */
export function define(left: Code, right: Code): Code {
  const groupId = Symbol('define');
  return [left, group(indent(line), { id: groupId }), indentIfBreak(right, { groupId })];
}

/** Prints `key: 'text'`, with a line break after the colon if too long, except for very short keys. */
export function property(key: string, value: Code): Code {
  if (key.length < 5) return [key, ': ', value];
  return group([key, ':', group(indent(line)), indent(value)]);
}

/** Prints `key: value`. The formatter breaks the line after the colon only before a long calculation. */
export function entry(key: string, value: Code): Code {
  const isCalculation = typeof value === 'string' && /^-?[\w.]+ [+*%-] /u.test(value);
  return isCalculation ? property(key, value) : [key, ': ', value];
}

/** Prints `{ a, b }` or `[a, b]` with one item per line, even if they fit on one line. */
export function rows(open: string, items: readonly Code[], close: string): Code {
  if (items.length === 0) return open + close;
  return [open, indent([hardline, join([',', hardline], [...items]), ',']), hardline, close];
}

/** Returns `callee({ … })`. The brace stays on the parenthesis line if both fit. */
export function call(callee: string, object: { readonly flat: Code; readonly broken: Code }): Code {
  const apart = group(['(', indent([line, object.flat, ',']), line, ')'], { shouldBreak: true });
  return [callee, conditionalGroup([['(', object.flat, ')'], ['(', object.broken, ')'], apart])];
}

/** Prints `(await import('m')).name`, on two or three lines if too long. */
export function lazyMember(path: string, name: string): Code {
  const load = `await import(${quote(path)})`;
  return conditionalGroup([
    `(${load}).${name}`,
    [`(${load})`, indent([hardline, `.${name}`])],
    ['(', indent([hardline, load]), hardline, `).${name}`],
  ]);
}

/** A call in a chain: `.min(3)`. */
export interface Call {
  readonly method: string;
  readonly options?: readonly string[];
  /** Whether the formatter always treats the argument as long: a regular expression or a function. */
  readonly bulky?: boolean;
}

/**
 * Prints `root.first().second()` on one line. One call per line if too long, or if there are three calls and one is
 * bulky.
 */
export function chain(root: string, calls: readonly Call[]): Code {
  const parts = calls.map(({ method, options = [] }) => [`.${method}`, list('(', options, ')')]);
  const flat: Code = [root, ...parts];
  const broken: Code = [root, indent(parts.map((part) => [hardline, part]))];
  if (calls.length <= 1) return group(flat);
  return calls.length > 2 && calls.some(({ bulky }) => bulky === true) ? broken : conditionalGroup([flat, broken]);
}

/** Prints an array of objects. The formatter puts two or more objects on separate lines. */
export function objects(items: readonly Code[]): Code {
  return items.length > 1 ? rows('[', items, ']') : list('[', items, ']');
}

/** Prints an array of arrays. The formatter uses separate lines for two or more arrays with two or more items. */
export function arrays(items: readonly (readonly string[])[]): Code {
  const all = items.map((item) => list('[', item, ']'));
  return items.length > 1 && items.every(({ length }) => length > 1) ? rows('[', all, ']') : list('[', all, ']');
}

/** Returns a string literal with the quotes that the formatter chooses. */
export function quote(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const plain = json.replaceAll('\\"', '"');
  const singles = plain.split("'").length - 1;
  const doubles = plain.split('"').length - 1;
  return singles > doubles ? `"${json}"` : `'${plain.replaceAll("'", "\\'")}'`;
}

/** Returns the text of a file, with lines broken at `lineWidth` and one newline at the end. */
export function print(value: Code): string {
  const rows: Code[][] = [[]];
  collectRows(value, { rows, margin: 0 });
  return `${rows.map(printRow).join('\n').trimEnd()}\n`;
}

interface Rows {
  readonly rows: Code[][];
  /** The indentation of rows that start here. */
  readonly margin: number;
}

/** Splits a document at its fixed line breaks. Each part can be printed alone, and most parts are plain text. */
function collectRows(part: Code, { rows, margin }: Rows): void {
  if (part === hardline) rows.push([' '.repeat(margin)]);
  else if (typeof part === 'string') rows.at(-1)?.push(part);
  else if (Array.isArray(part)) for (const one of part) collectRows(one, { rows, margin });
  else if (part.type === 'indent') collectRows(part.contents, { rows, margin: margin + widths.tabWidth });
  else if (part.type === 'align' && typeof part.n === 'number' && part.n >= 0)
    collectRows(part.contents, { rows, margin: margin + part.n });
  else rows.at(-1)?.push(align(margin, part));
}

function printRow(row: readonly Code[]): string {
  const isPlain = row.every((part) => typeof part === 'string');
  const text = isPlain ? row.join('') : (flatRow(row) ?? printer.printDocToString([...row], widths).formatted);
  return /[ \t]/u.test(text.at(-1) ?? '') ? text.replace(/[ \t]+$/u, '') : text;
}

/**
 * Returns a row that fits on one line; `undefined` otherwise. Most rows fit, and the printer takes thirty times as
 * long.
 */
function flatRow(row: readonly Code[]): string | undefined {
  const text = flat([...row], false);
  return text !== undefined && text.length <= lineWidth && /^[\u0020-\u007E]*$/u.test(text) ? text : undefined;
}

/** Returns the flat text; `undefined` if the part can break. @param isGrouped whether an outer group decides */
function flat(part: Code, isGrouped: boolean): string | undefined {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return flatParts(part, isGrouped);
  if (part.type === 'group') return part.break ? undefined : flat(part.contents, true);
  if (part.type === 'indent' || part.type === 'align') return flat(part.contents, isGrouped);
  if (!isGrouped) return undefined;
  if (part.type === 'if-break') return flat(part.flatContents, true);
  if (part.type !== 'line' || 'hard' in part) return undefined;
  return 'soft' in part ? '' : ' ';
}

function flatParts(parts: readonly Code[], isGrouped: boolean): string | undefined {
  let text = '';
  for (const part of parts) {
    const next = flat(part, isGrouped);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

const widths = { printWidth: lineWidth, tabWidth: 2, useTabs: false };

export { conditionalGroup, group, ifBreak, indent, line, softline, hardline, join };

function leading(text: string | undefined): number {
  return /^ */.exec(text ?? '')?.[0].length ?? 0;
}

/** Cache by template: the text of a template is always the same. */
const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();

function dedent(strings: TemplateStringsArray): readonly string[] {
  const texts = dedented.get(strings) ?? withoutMargin([...strings]);
  dedented.set(strings, texts);
  return texts;
}

function withoutMargin(texts: readonly string[]): readonly string[] {
  if (!texts[0]?.startsWith('\n')) return texts;
  const all = texts.join('\u0000').slice(1).split('\n');
  const margins = all.filter((text, index) => index === 0 || text.trim() !== '').filter((text) => text.trim() !== '');
  const margin = Math.min(...margins.map((text) => leading(text)));
  const trimmed = all.map((text) => text.slice(Math.min(margin, leading(text)))).join('\n');
  return trimmed.trimEnd() === '' ? texts : trimmed.replace(/\n *$/, '').split('\u0000');
}
