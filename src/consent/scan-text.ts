/** Findings in text of any language: characters and lines that hide code, and scripts in markup. */
import { lineFinder, linesOf } from '../core/lines.ts';
import { hostSigns } from './code-patterns.ts';
import type { Finding } from './findings.ts';

/** Characters that editors do not show, or that reorder text. Joiners are part of words in some languages. */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- These characters are the subject.
  /[\0-\u0008\u000B\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]{2}/gu;

/** Longer lines are not formatted, and no reader reads them. */
const longestLine = 2000;
/** Text behind so many spaces is outside most windows. */
const farText = /\S[ \t]{100,}(?=\S)/gu;

/** Returns hidden characters and very long lines. Reports equal characters on one line once. */
export function textFindings(file: string, text: string): readonly Finding[] {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return linesOf(text.slice(start)).flatMap((content, at) => {
    const characters = new Set([...content.matchAll(invisible)].map(([character]) => codePoint(character)));
    const far = content.search(farText) === -1 ? [] : ['text behind spaces'];
    const hidden = [...characters, ...far].map((what): Finding => ({ kind: 'hidden', what, file, line: at + 1 }));
    if (content.length <= longestLine) return hidden;
    return [...hidden, { kind: 'long', what: `${content.length} characters`, file, line: at + 1 } as const];
  });
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Script in markup, with the line where its code begins. */
export interface InlineScript {
  readonly code: string;
  readonly line: number;
}

const handler = /<[a-z][^<>]*?[\s"'/](on[a-z]{3,})\s*=/giu;
const scriptAddress =
  /\b(?:href|src|action|formaction|data|to|values|from)\s*=\s*(?:["']\s*)?(javascript|data:text\/html)/giu;

/** Returns the scripts in markup. A script without an end extends to the end of the text. */
export function inlineScripts(text: string): readonly InlineScript[] {
  const lineAt = lineFinder(text);
  const scripts: InlineScript[] = [];
  // Each part of the text is read once: a pattern for whole elements takes quadratic time for tags without an end.
  for (let at = nextIndex(text, /<script\b/giu, 0); at < text.length;) {
    const start = nextIndex(text, />/gu, at) + 1;
    const end = nextIndex(text, /<\/script\s*>/giu, start);
    const code = text.slice(start, end);
    if (code.trim() !== '') scripts.push({ code, line: lineAt(start) });
    at = nextIndex(text, /<script\b/giu, end);
  }
  return scripts;
}

/** Returns the position of the next match of a global pattern; the length of the text without a match. */
function nextIndex(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Returns scripts, event handlers, script addresses and foreign hosts in markup. */
export function markupFindings(file: string, text: string): readonly Finding[] {
  const lineAt = lineFinder(text);
  const found = (pattern: RegExp, whatOf: (match: RegExpExecArray) => string): readonly Finding[] =>
    [...text.matchAll(pattern)].map((match) => ({
      kind: 'inline',
      what: whatOf(match),
      file,
      line: lineAt(match.index + match[0].length - 1),
    }));
  const hosts = text
    .split('\n')
    .flatMap((line, at) => hostSigns(line).map((sign): Finding => ({ ...sign, file, line: at + 1 })));
  return [
    ...found(
      /<(script|iframe|object|embed|foreignObject|meta\s+http-equiv)\b/giu,
      ([, name = '']) => `<${name.toLowerCase()}>`,
    ),
    ...found(handler, ([, name = '']) => name.toLowerCase()),
    ...found(scriptAddress, ([, scheme = '']) => `${scheme.toLowerCase()}:`),
    ...hosts,
  ];
}
