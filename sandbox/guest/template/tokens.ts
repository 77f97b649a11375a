/**
 * Splits a template into text and tags. A tag contains a dotted path, `json` and a path, or a block. Any other `{{` is
 * text, so JSX, Vue and Liquid syntax is unchanged. `\{{` is a literal `{{`. In JSX and Vue files, a `{{` directly
 * after `=` is also literal.
 */
import { TemplateError } from './error.ts';

const blockKinds = ['if', 'unless', 'each'] as const;
export type BlockKind = (typeof blockKinds)[number];
/** A path as written, with its steps: `settings.key` is `['settings', 'key']`. */
export interface Path {
  readonly text: string;
  readonly steps: readonly string[];
}
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: Path; readonly json: boolean; readonly offset: number }
  | { readonly kind: 'open'; readonly block: BlockKind; readonly path: Path; readonly offset: number }
  | { readonly kind: 'else'; readonly offset: number }
  | { readonly kind: 'close'; readonly block: BlockKind; readonly offset: number };

const name = String.raw`[A-Za-z_$][\w$]*`;
const path = String.raw`@index|@first|@last|@key|${name}(?:\.(?:${name}|\d+))*`;
const tag = new RegExp(
  String.raw`\{\{[ \t]*(?:(?<else>else)|#(?<open>if|unless|each)[ \t]+(?<subject>${path})|/(?<close>if|unless|each)` +
    String.raw`|json[ \t]+(?<json>${path})|(?<value>${path}))[ \t]*\}\}`,
  'y',
);
/** Pattern for invalid block tags, which are errors instead of text. */
const brokenBlock = /\{\{[ \t]*(?:[#/][ \t]*(?<kind>[A-Za-z]\w*)|else[ \t]+if\b)/y;

const braces = '{{';

/**
 * Splits a template into tokens.
 *
 * @param file the template's path; its extension decides whether `={{` is text
 * @throws {TemplateError} for a block tag with an unknown kind or without exactly one path
 */
export function tokenize(source: string, file: string): Token[] {
  const spareAttributes = /\.(?:tsx|jsx|vue)$/.test(file);
  const tokens: Token[] = [];
  let text = '';
  let at = 0;
  for (let open = source.indexOf(braces); open !== -1; open = source.indexOf(braces, at)) {
    const before = open > at ? source[open - 1] : undefined;
    if (before === '\\' || (before === '=' && spareAttributes)) {
      text += source.slice(at, before === '\\' ? open - 1 : open) + braces;
      at = open + braces.length;
      continue;
    }
    const token = readTag(source, open);
    if (token === undefined) {
      text += source.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    const [start, end] = token.kind === 'value' ? [open, tag.lastIndex] : wholeLine(source, open, tag.lastIndex);
    text += source.slice(at, start);
    if (text !== '') tokens.push({ kind: 'text', text });
    tokens.push(token);
    text = '';
    at = end;
  }
  text += source.slice(at);
  if (text !== '') tokens.push({ kind: 'text', text });
  return tokens;
}

type Tag = Exclude<Token, { kind: 'text' }>;

/** Reads the tag at an offset and moves `tag.lastIndex` to its end; `undefined` if the braces are text. */
function readTag(source: string, offset: number): Tag | undefined {
  tag.lastIndex = offset;
  const groups = tag.exec(source)?.groups;
  if (groups === undefined) {
    brokenBlock.lastIndex = offset;
    const broken = brokenBlock.exec(source);
    if (broken !== null) throw new TemplateError(reasonOf(broken), offset);
    return undefined;
  }
  if (groups['else'] !== undefined) return { kind: 'else', offset };
  const closes = blockKind(groups['close']);
  if (closes !== undefined) return { kind: 'close', block: closes, offset };
  const opens = blockKind(groups['open']);
  if (opens !== undefined) return { kind: 'open', block: opens, path: pathOf(groups['subject'] ?? ''), offset };
  const json = groups['json'] !== undefined;
  return { kind: 'value', path: pathOf(groups['json'] ?? groups['value'] ?? ''), json, offset };
}

function reasonOf(broken: RegExpExecArray): string {
  const kind = broken.groups?.['kind'];
  if (kind === undefined) return '{{else if}} is not part of the template language: nest an {{#if}} inside {{else}}';
  const slash = broken[0].includes('/');
  if (blockKind(kind) === undefined) {
    return `{{${slash ? '/' : '#'}${kind}}} is not a block of the template language (if, unless, each); write \\{{ for literal braces`;
  }
  return slash ? `{{/${kind}}} takes no argument` : `{{#${kind}}} takes one dotted path, like settings.key`;
}

function blockKind(word: string | undefined): BlockKind | undefined {
  return blockKinds.find((kind) => kind === word);
}

function pathOf(text: string): Path {
  return { text, steps: text.split('.') };
}

/** Extends a block tag to its whole line, including the line ending, if the tag is alone on the line. */
function wholeLine(source: string, start: number, end: number): readonly [number, number] {
  let from = start;
  while (from > 0 && isBlank(source[from - 1])) from -= 1;
  if (from > 0 && source[from - 1] !== '\n') return [start, end];
  let to = end;
  while (isBlank(source[to])) to += 1;
  if (to === source.length) return [from, to];
  if (source.startsWith('\r\n', to)) return [from, to + 2];
  return source[to] === '\n' ? [from, to + 1] : [start, end];
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
