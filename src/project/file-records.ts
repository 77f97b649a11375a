import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { GenlockError } from '../errors/error.ts';
import { foldPath, pathProblems } from '../core/paths.ts';
import type { BaselineFile, KeptEdit, KeptEdits, OpenConflict, OpenConflicts } from '../plan/plan.ts';
import { sortedMap, type Mode } from '../core/tree.ts';
import { digestPattern } from '../core/digest.ts';
import { readProjectFile } from './file-reader.ts';
import { splitGitMerge } from './git-merge-sides.ts';
import { conflictsPath, keptPath } from './records.ts';

/** Records with one sorted line per file, for merges and reviews in version control. */

const digest = z.string().regex(digestPattern);
const owner = z.string().max(214);
const mode = z.enum(['644', '755']).transform((octal): Mode => (octal === '755' ? 0o755 : 0o644));

const conflictSchema = z.strictObject({
  owner,
  reason: z.enum(['edited', 'exists', 'deleted']),
  origin: z.string().exactOptional(),
  yours: digest,
  mode,
  theirs: z.strictObject({ digest, mode, owner }).exactOptional(),
  marked: digest.exactOptional(),
});

const keptSchema = z.strictObject({
  owner,
  base: digest,
  yours: digest.exactOptional(),
  mode,
  movedTo: z.string().exactOptional(),
  stays: z.literal(true).exactOptional(),
});

/** Prints a record; `undefined` if it has no entries, so that the file is deleted. */
function printFiles(files: Iterable<readonly [string, object]>): string | undefined {
  const lines = [...sortedMap(files)].map(([path, file]) => `    ${JSON.stringify(path)}: ${printLine(file)}`);
  return lines.length === 0 ? undefined : `{\n  "version": 1,\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function printLine(value: object): string {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const texts = entries.map(([key, item]: [string, unknown]) => `${JSON.stringify(key)}: ${printValue(key, item)}`);
  return `{ ${texts.join(', ')} }`;
}

function printValue(key: string, value: unknown): string {
  if (key === 'mode' && typeof value === 'number') return JSON.stringify(value.toString(8));
  return typeof value === 'object' && value !== null ? printLine(value) : JSON.stringify(value);
}

/** Prints `.genlock/conflicts.json`. */
export function printConflicts(open: OpenConflicts): string | undefined {
  return printFiles(
    [...open].map(([path, { owner, reason, origin, yours, mode, theirs, marked }]) => [
      path,
      { owner, reason, origin, yours, mode, theirs: theirs && withoutPlace(theirs), marked },
    ]),
  );
}

function withoutPlace({ digest, mode, owner }: BaselineFile): BaselineFile {
  return { digest, mode, owner };
}

/** Prints `.genlock/kept.json`. */
export function printKept(kept: KeptEdits): string | undefined {
  return printFiles(
    [...kept].map(([path, { owner, base, yours, mode, movedTo, stays }]) => [
      path,
      { owner, base, yours, mode, movedTo, stays },
    ]),
  );
}

/**
 * Reads the open conflicts of a project.
 *
 * @throws GenlockError PROJECT_RECORD_INVALID
 */
export function readConflicts(root: string): OpenConflicts {
  const files: ReadonlyMap<string, OpenConflict> = readFiles(root, conflictsPath, conflictSchema);
  checkPaths(
    conflictsPath,
    [...files.values()].flatMap(({ origin }) => origin ?? []),
  );
  return files;
}

/**
 * Reads the user's edits of files that were removed with disabled plugins.
 *
 * @throws GenlockError PROJECT_RECORD_INVALID
 */
export function readKept(root: string): KeptEdits {
  const files: ReadonlyMap<string, KeptEdit> = readFiles(root, keptPath, keptSchema);
  // Checks each path alone, because several files can have been at one path at different times.
  for (const { movedTo } of files.values()) if (movedTo !== undefined) checkPlace(movedTo);
  return files;
}

/** Reads a record. After an unfinished git merge, combines both sides, and fails if they differ for a file. */
function readFiles<File>(root: string, record: string, schema: z.ZodType<File>): ReadonlyMap<string, File> {
  const bytes = readProjectFile({ root }, record);
  if (bytes === undefined) return new Map();
  const text = Buffer.from(bytes).toString('utf8');
  const sides = splitGitMerge(text);
  const texts = sides === undefined ? [text] : [sides.ours, sides.theirs];
  const [ours = new Map<string, File>(), theirs = ours] = texts.map((side) => parseFiles(side, record, schema));
  const rival = [...theirs].find(([path, file]) => !isDeepStrictEqual(file, ours.get(path) ?? file));
  if (rival !== undefined) throw invalid(record, `both sides of a merge contain ${JSON.stringify(rival[0])}`);
  const files = sortedMap([...theirs, ...ours]);
  checkPaths(record, [...files.keys()]);
  return files;
}

function parseFiles<File>(text: string, record: string, schema: z.ZodType<File>): ReadonlyMap<string, File> {
  const shape = z.strictObject({ version: z.literal(1), files: z.record(z.string(), schema) });
  const result = shape.safeParse(parseJson(text, record));
  if (result.success) return new Map(Object.entries(result.data.files));
  const [issue] = result.error.issues;
  throw invalid(record, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function checkPaths(record: string, paths: readonly string[]): void {
  const [wrong] = pathProblems(paths);
  if (wrong !== undefined) throw invalid(record, `the path ${JSON.stringify(wrong.path)} ${wrong.problem}`);
}

function checkPlace(place: string): void {
  checkPaths(keptPath, [place]);
  if (!/^(?:\.genlock\/|genlock\.[^/]*json$)/u.test(foldPath(place))) return;
  throw invalid(keptPath, `the path ${JSON.stringify(place)} belongs to Genlock`);
}

function parseJson(text: string, record: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(record, 'it is not JSON', cause);
  }
}

function invalid(record: string, reason: string, cause?: unknown): GenlockError {
  const message = `${record} cannot be used: ${reason}`;
  return new GenlockError({ code: 'PROJECT_RECORD_INVALID', message, where: { file: record } }, { cause });
}
