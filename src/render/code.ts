import type { Doc } from 'prettier';
import { builders, printer } from 'prettier/doc';

/**
 * Source text that breaks its lines where the formatter would. No formatter runs at render, so whatever can grow with
 * a name (imports, calls, objects) is a document with its line breaks left open, printed at the project's line width.
 */
export type Code = Doc;

/** Line width of generated code; the same number stands in the project's formatter configuration. */
export const lineWidth = 100;

const { align, conditionalGroup, group, hardline, ifBreak, indent, indentIfBreak, join, line, softline } = builders;

/**
 * Template tag: text as it stands, values at their place. A value that breaks is indented like the line it starts in;
 * the first line is dropped if it is empty, and so is the common indentation of the text.
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

/** Values one below the other. */
export function lines(values: readonly Code[]): Code {
  return join(hardline, [...values]);
}

/** Values with an empty line between them. */
export function paragraphs(values: readonly Code[]): Code {
  return join([hardline, hardline], [...values]);
}

/** `(a, b)` or `[a, b]`: on one line if it fits, else an item a line with a trailing comma. */
export function list(open: string, items: readonly Code[], close: string): Code {
  if (items.length === 0) return open + close;
  return group([open, indent([softline, join([',', line], [...items])]), ifBreak(','), softline, close]);
}

/** `{ a, b }`: on one line if it fits, else an item a line with a trailing comma. */
export function braces(items: readonly Code[]): Code {
  if (items.length === 0) return '{}';
  return group(['{', indent([line, join([',', line], [...items])]), ifBreak(','), line, '}']);
}

/** `import { a, b } from 'm';` with the names sorted as given; a single name stays on the line however long it is. */
export function imports(names: readonly string[], from: string): Code {
  return ['import ', names.length === 1 ? `{ ${names[0]} }` : braces(names), ` from ${quote(from)};`];
}

/** `left = right`, broken after the sign where the two don't fit on one line. */
export function assign(left: Code, right: Code): Code {
  return group([left, ' =', group(indent(line)), indent(right)]);
}

/** `left =` or `key:` and a value with breaks of its own: a new line only if not even the value's first line fits. */
export function define(left: Code, right: Code): Code {
  const groupId = Symbol('define');
  return [left, group(indent(line), { id: groupId }), indentIfBreak(right, { groupId })];
}

/** `key: 'text'`, broken after the colon where the two don't fit on one line; after a key this short that wins nothing. */
export function property(key: string, value: Code): Code {
  if (key.length < 5) return [key, ': ', value];
  return group([key, ':', group(indent(line)), indent(value)]);
}

/** `{ a, b }` or `[a, b]` with an item a line, whether or not they would fit on one. */
export function rows(open: string, items: readonly Code[], close: string): Code {
  if (items.length === 0) return open + close;
  return [open, indent([hardline, join([',', hardline], [...items]), ',']), hardline, close];
}

/** `callee({ … })`: the brace stays beside the parenthesis as long as the line holds both. */
export function call(callee: string, object: { readonly flat: Code; readonly broken: Code }): Code {
  const apart = group(['(', indent([line, object.flat, ',']), line, ')'], { shouldBreak: true });
  return [callee, conditionalGroup([['(', object.flat, ')'], ['(', object.broken, ')'], apart])];
}

/** One call of a chain: `.min(3)`. */
export interface Call {
  readonly method: string;
  readonly options?: readonly string[];
  /** An argument the formatter takes for a long one, whatever its length: a regular expression or a function. */
  readonly bulky?: boolean;
}

/** `root.first().second()`: on one line if it fits; a call a line if not, or if there are three and one is bulky. */
export function chain(root: string, calls: readonly Call[]): Code {
  const parts = calls.map(({ method, options = [] }) => [`.${method}`, list('(', options, ')')]);
  const flat: Code = [root, ...parts];
  const broken: Code = [root, indent(parts.map((part) => [hardline, part]))];
  if (calls.length <= 1) return group(flat);
  return calls.length > 2 && calls.some(({ bulky }) => bulky === true) ? broken : conditionalGroup([flat, broken]);
}

/** An array of objects: the formatter gives every object a line as soon as there are two of them. */
export function objects(items: readonly Code[]): Code {
  return items.length > 1 ? rows('[', items, ']') : list('[', items, ']');
}

/** An array of arrays: the formatter gives every one a line as soon as there are two of two items or more. */
export function arrays(items: readonly (readonly string[])[]): Code {
  const all = items.map((item) => list('[', item, ']'));
  return items.length > 1 && items.every(({ length }) => length > 1) ? rows('[', all, ']') : list('[', all, ']');
}

/** A single-quoted string literal of any text; the formatter's choice of quotes included. */
export function quote(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const plain = json.replaceAll('\\"', '"');
  const singles = plain.split("'").length - 1;
  const doubles = plain.split('"').length - 1;
  return singles > doubles ? `"${json}"` : `'${plain.replaceAll("'", "\\'")}'`;
}

/** The text of a whole file: lines broken at `lineWidth`, one newline at the end. */
export function print(value: Code): string {
  const rows: Code[][] = [[]];
  collectRows(value, { rows, margin: 0 });
  return `${rows.map(printRow).join('\n').trimEnd()}\n`;
}

interface Rows {
  readonly rows: Code[][];
  /** Spaces a row that begins here begins with. */
  readonly margin: number;
}

/** What stands between two line breaks that are there in any case prints by itself, and most of it is plain text. */
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

/** A row that fits as a whole breaks nowhere, and most do: the printer takes thirty times as long to say so. */
function flatRow(row: readonly Code[]): string | undefined {
  const text = flat([...row], false);
  return text !== undefined && text.length <= lineWidth && /^[\u0020-\u007E]*$/u.test(text) ? text : undefined;
}

/** Nothing for what may break, or has to. @param isGrouped whether a group around it decides */
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

/** By place in the source: a template's text is the same however often it is filled in. */
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
