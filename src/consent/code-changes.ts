import { diffLines } from 'diff';
import { lineEnd } from '../core/lines.ts';
import { compareText } from '../core/tree.ts';
import { codePlaces, type CodePlace } from '../plugin/code-places.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { codeFiles, type CodeFile } from './code-files.ts';
import { contentsOf } from './contents.ts';

/** Change of one code file of a plugin since consent. */
export interface CodeChange {
  /** Path in the project. */
  readonly path: string;
  /** Where the code runs; for a removed file, where it ran. */
  readonly place: CodePlace;
  /** Where the approved version of the file runs, if that is another place. */
  readonly from?: CodePlace;
  /** Number of new lines. */
  readonly added: number;
  /** Number of removed lines. */
  readonly removed: number;
  /** Size in bytes; 0 for a version of the file that is not code. */
  readonly before: number;
  readonly after: number;
}

/** Time limit for counting the lines of all files of a plugin, in milliseconds. Crafted files take a diff very long. */
const wholeTime = 2000;

/**
 * Compares the code files of two versions of a plugin. A file that becomes code, or whose code runs in another place,
 * is a change, too. If the time limit is reached, all lines of the remaining files count as changed.
 *
 * @param before `undefined` if the approved version cannot be read; then all code counts as changed
 * @returns by place, then by path
 */
export function codeChanges(before: Contribution | undefined, after: Contribution): readonly CodeChange[] {
  const ends = performance.now() + wholeTime;
  const [old, now] = [codeOf(before), codeOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .flatMap((path) => changeOf(path, { old: old.get(path), now: now.get(path), ends }))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || compareText(one.path, other.path));
}

const orderOf = ({ place }: CodeChange): number => codePlaces.indexOf(place);

interface Code extends CodeFile {
  readonly content: Buffer;
}

function codeOf(contribution: Contribution | undefined): ReadonlyMap<string, Code> {
  if (contribution === undefined) return new Map();
  const contents = contentsOf(contribution);
  return new Map(
    codeFiles(contribution).map((file) => [
      file.path,
      { ...file, content: Buffer.from(contents.get(file.path) ?? '') },
    ]),
  );
}

interface Versions {
  readonly old: Code | undefined;
  readonly now: Code | undefined;
  readonly ends: number;
}

function changeOf(path: string, { old, now, ends }: Versions): readonly CodeChange[] {
  const place = (now ?? old)?.place;
  if (place === undefined) return [];
  const from = old === undefined || old.place === place ? {} : { from: old.place };
  if (old !== undefined && now?.content.equals(old.content) === true && old.place === place) return [];
  const sizes = { before: old?.bytes ?? 0, after: now?.bytes ?? 0 };
  return [{ path, place, ...from, ...linesOf({ old, now, ends }), ...sizes }];
}

/** Returns the text with one kind of line breaks: code can break lines with other characters than a terminal. */
const textOf = ({ content }: Code): string => content.toString('utf8').replaceAll(lineEnd, '\n');

function linesOf({ old, now, ends }: Versions): Pick<CodeChange, 'added' | 'removed'> {
  const all = { added: now?.lines ?? 0, removed: old?.lines ?? 0 };
  if (old === undefined || now === undefined) return all;
  const timeout = Math.max(1, ends - performance.now());
  const parts = diffLines(textOf(old), textOf(now), { timeout });
  if (parts === undefined) return all;
  const count = (kind: 'added' | 'removed'): number =>
    parts.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  return { added: count('added'), removed: count('removed') };
}
