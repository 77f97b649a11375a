import { basename, dirname, join } from 'node:path';

/** Paths of Genlock's files, relative to the project's root. */
export const configPath = 'genlock.json';
export const lockfilePath = 'genlock.lock.json';
export const policyPath = 'genlock.policy.json';
export const recordsFolder = '.genlock';
export const baselinePath = '.genlock/baseline.json';
/** Open conflicts. The file exists only if there are conflicts. */
export const conflictsPath = '.genlock/conflicts.json';
/** Edits of files that were removed with a disabled plugin. The file exists only with such edits. */
export const keptPath = '.genlock/kept.json';
export const objectsFolder = '.genlock/objects';
export const schemaPath = '.genlock/genlock.schema.json';
export const policySchemaPath = '.genlock/policy.schema.json';

/** Records of a project without open conflicts or a transaction, other than its objects. */
export const ownRecords: readonly string[] = [
  configPath,
  lockfilePath,
  baselinePath,
  schemaPath,
  policySchemaPath,
  '.genlock/.gitattributes',
  '.genlock/.gitignore',
];

/** Files that exist only while a command writes, or after it was interrupted. */
export const journalFolder = '.genlock/journal';
export const endedJournalFolder = '.genlock/journal.done';
export const lockPath = '.genlock/lock';

/** Returns whether a name in `.genlock` belongs to a running or interrupted transaction. */
export function isTransient(name: string): boolean {
  return /^(?:journal(?:\.done)?|lock(?:\.[0-9a-f]+)*)$/u.test(name);
}

/**
 * Returns the folder in which a new project is prepared. One rename moves it to the root, with the transaction already
 * committed, so a crash never leaves an empty folder of unknown origin.
 */
export function stagedRootPath(root: string): string {
  return join(dirname(root), `.${basename(root)}.genlock-new`);
}

/**
 * Files of `.genlock` that configure git. The journal is not committed. Records have no lines in a diff, because people review
 * the project's files instead. `-diff` does not change how git merges. An object is named by the digest of its bytes, so git
 * must not convert its line ends.
 */
export const gitFiles: ReadonlyMap<string, string> = new Map([
  ['.genlock/.gitattributes', '* linguist-generated -diff\nobjects/* -text\n'],
  ['.genlock/.gitignore', 'journal*/\nlock*\n'],
]);
