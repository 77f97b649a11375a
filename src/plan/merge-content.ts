import { decodeUtf8 } from '../core/utf8.ts';
import type { Versions } from './diff3.ts';
import { lineKeys, textKind, withoutFormatting } from './formatting.ts';
import { hasMixedEnds, plainText, readLines, type Lines } from './lines.ts';
import { readJson } from './json-model.ts';
import { mergeJson } from './merge-json.ts';
import { markWhole, mergeLines, type MergedText } from './merge-lines.ts';
import { mergePrisma } from './merge-prisma.ts';
import { readUnits } from './prisma-units.ts';
import { renameUnedited } from './renamed-content.ts';
import type { Structured } from './structure.ts';

/** Merge of a file that both sides changed: by structure, line by line, or only conflict markers. */
export type MergeMode = 'structure' | 'lines' | 'none';

export interface ContentMerge {
  /** Absent if the base does not exist or its bytes are lost. Then the file can only be marked. */
  readonly base: Uint8Array | undefined;
  readonly yours: Uint8Array;
  readonly theirs: Uint8Array;
  readonly path: string;
  /** Owner of the file, for conflict markers. */
  readonly owner: string;
  readonly merge: MergeMode;
  /** Replaces the former names of a renamed entity in source text. */
  readonly translate?: (text: string) => string;
}

/** Size limit in bytes. Larger files are not merged. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Merges a file that both sides changed: JSON by key, Prisma schemas by model, other text line by line. If one side
 * equals the base, the result is the other side, byte for byte.
 *
 * @returns the merged text, or `undefined` for files that are not merged: binary or very large files
 */
export function mergeContent({ path, owner, merge, translate, ...bytes }: ContentMerge): MergedText | undefined {
  const [old, mine, theirs] = [textOf(bytes.base ?? new Uint8Array()), textOf(bytes.yours), textOf(bytes.theirs)];
  if (old === undefined || mine === undefined || theirs === undefined) return undefined;
  const sides = { base: old, yours: mine };
  const { base, yours } = translate === undefined ? sides : renameUnedited(sides, translate);
  const options = { kind: textKind(path), theirs: `genlock ${owner}` };
  const versions = { base, yours, theirs };
  if (bytes.base === undefined) {
    const isSame = merge !== 'none' && sameContent(path, yours, theirs);
    return isSame ? { text: yours, conflicts: 0 } : markWhole(versions, options);
  }
  if (yours === theirs || theirs === base) return { text: yours, conflicts: 0 };
  if (yours === base) return { text: theirs, conflicts: 0 };
  if (merge === 'none') return markWhole(versions, options);
  const format = merge === 'structure' ? formatOf(path) : undefined;
  const structured = format && mergeStructure(format, versions);
  if (format === undefined || structured === undefined) return mergeLines(versions, options);
  const form = readLines(yours);
  if (structured.kind === 'merged') return { text: inForm(structured.text, form), conflicts: 0 };
  const isReadable = ({ text }: MergedText): boolean => format.isReadable(plainText(readLines(text)));
  const asLines = mergeLines(versions, options);
  if (asLines.conflicts === 0 && isReadable(asLines)) return asLines;
  const marked = mergeLines({ ...structured.sides, yours: inForm(structured.sides.yours, form) }, options);
  return marked.conflicts > 0 || isReadable(marked) ? marked : markWhole(versions, options);
}

/**
 * Returns whether two files differ only in formatting: line ends, a byte order mark, white space in code, or trailing
 * commas.
 */
export function isReformatted(path: string, { base, yours }: Pick<Versions<Uint8Array>, 'base' | 'yours'>): boolean {
  const [one, other] = [textOf(base), textOf(yours)];
  return one !== undefined && other !== undefined && sameContent(path, one, other);
}

function sameContent(path: string, ...texts: readonly [string, string]): boolean {
  const kind = textKind(path);
  const [one, other] = texts.map((text) => {
    const lines = readLines(text).texts;
    return kind === 'code' ? withoutFormatting(lines.join('\n'), kind) : lineKeys(lines, kind).join('\n');
  });
  return one === other;
}

/** Decodes UTF-8 text without NUL; `undefined` for other bytes and large files. */
function textOf(bytes: Uint8Array): string | undefined {
  return bytes.length > maxBytes || bytes.includes(0) ? undefined : decodeUtf8(bytes);
}

interface Format {
  readonly merge: (texts: Versions<string>) => Structured | undefined;
  readonly isReadable: (text: string) => boolean;
}

const json: Format = { merge: mergeJson, isReadable: (text) => readJson(text) !== undefined };
const prisma: Format = { merge: mergePrisma, isReadable: (text) => readUnits(text) !== undefined };

function formatOf(path: string): Format | undefined {
  if (path.endsWith('.prisma')) return prisma;
  return /\.jsonc?$/u.test(path) ? json : undefined;
}

function mergeStructure({ merge }: Format, { base, yours, theirs }: Versions<string>): Structured | undefined {
  const form = readLines(yours);
  if (hasMixedEnds(form)) return undefined;
  return merge({ base: plainText(readLines(base)), yours: plainText(form), theirs: plainText(readLines(theirs)) });
}

/** Converts text with LF to the user's line ends and byte order mark. */
function inForm(text: string, { mark, end }: Lines): string {
  return mark + (end === '\n' ? text : text.replaceAll('\n', end));
}
