/** Proofs that no tool can run a file as a program, by the file's content. */
import { textOf } from './contents.ts';

/** First bytes of images, fonts, sound, video and PDF documents, as Latin-1. `RIFF` contains WebP, `ftyp` AVIF and MP4. */
const beginnings: readonly string[] = [
  ...['\u0089PNG\r\n', '\u00FF\u00D8\u00FF', 'GIF87a', 'GIF89a', 'BM', 'RIFF', '\0\0\u0001\0', '\0\0\u0002\0'],
  ...['wOFF', 'wOF2', 'OTTO', '\0\u0001\0\0', 'true\0', 'OggS', 'ID3', 'fLaC', '\u001AE\u00DF\u00A3', '%PDF-'],
];

/** Bytes that no script may contain outside strings, patterns and comments. */
// oxlint-disable-next-line no-control-regex -- These control characters are the subject.
const illegal = /[\0-\u0008\u000E-\u001F\u007F\uFFFD]/u;
/** Text that may begin a string, a pattern or a comment, where a script may contain any character. */
const opening = /["'`/]|<!--|-->|^#!/u;

/**
 * Returns whether a file is an image, a font, sound, video or a PDF document by its first bytes, and cannot be a script
 * too. `GIF89a=1;…` has the first bytes of an image and is a script. A real image has a byte that is illegal in scripts
 * before the first character that could begin a comment or a string.
 */
export function isMedia(content: string | Uint8Array): boolean {
  const head = typeof content === 'string' ? new TextEncoder().encode(content.slice(0, 4096)) : content.slice(0, 4096);
  const bytes = new TextDecoder('latin1').decode(head);
  if (!beginnings.some((beginning) => bytes.startsWith(beginning)) && bytes.slice(4, 8) !== 'ftyp') return false;
  const text = new TextDecoder().decode(head);
  const [stop, start] = [text.search(illegal), text.search(opening)];
  return stop !== -1 && (start === -1 || stop < start);
}

/** Elements that only draw. `a`, `use` of other documents, `foreignObject`, `image` and animations are missing. */
const drawing = new Set(
  (
    'svg g path circle rect ellipse line polyline polygon text tspan textPath title desc metadata defs symbol use marker ' +
    'linearGradient radialGradient stop pattern mask clipPath style filter feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight ' +
    'feTile feTurbulence'
  ).split(' '),
);

/**
 * Returns whether an SVG image only draws. It has only elements from a list, no event handlers, no references to other
 * documents, also in styles, and no document type, which could define elements.
 */
export function isDrawing(text: string): boolean {
  const start = text.replace(/^\uFEFF?\s*(?:<\?xml[^<>]*\?>\s*)?/u, '');
  if (!/^<svg[\s>]/u.test(start)) return false;
  const markup = start.replaceAll(/<!--(?:(?!--)[^])*-->/gu, '');
  if (/<[!?]/u.test(markup)) return false;
  const names = [...markup.matchAll(/<\/?([^\s/>]*)/gu)].map(([, name = '']) => name);
  if (!names.every((name) => drawing.has(name))) return false;
  const isActive = /[\s"'/]on\w+\s*=|(?:href|src)\s*=\s*(?!["']#)|javascript:|@import|url\(\s*["']?(?!["'\s]|#)/iu;
  // In styles, escapes and character references can hide an address.
  const isHidden = /<style\b|\sstyle\s*=/iu.test(markup) && /\\|&/u.test(markup);
  return !isActive.test(markup) && !isHidden;
}

/** Kinds of text that tools display or parse as data. A tool runs such a file only if a program names the file. */
const plainNames =
  /(?:\.(?:txt|md|csv|tsv|ya?ml|vtt|srt|ics|po)|(?:^|\/)(?:licen[cs]e|notice|readme|authors|changelog))$/iu;

/** Returns whether a file is plain text by its name, and no operating system runs it as a program. */
export function isPlainText(path: string, text: string): boolean {
  return plainNames.test(path) && !text.startsWith('#!');
}

/** Returns whether Node cannot run a style sheet as a script: it begins like a rule and not like a statement. */
export function isNoScript(text: string): boolean {
  return /^[.#:@*]/u.test(text.replace(/^\uFEFF?(?:\s|\/\*(?:(?!\*\/)[^])*\*\/)*/u, ''));
}

/** Returns the content as text if it can be a program that a tool reads as text. */
export function readableText(content: string | Uint8Array): string | undefined {
  return isMedia(content) ? undefined : textOf(content);
}
