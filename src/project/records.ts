import { basename, dirname, join } from 'node:path';

/** Where Genlock keeps what, from the project's root. */
export const configPath = 'genlock.json';
export const lockfilePath = 'genlock.lock.json';
export const policyPath = 'genlock.policy.json';
export const recordsFolder = '.genlock';
export const baselinePath = '.genlock/baseline.json';
/** Conflicts that wait to be resolved; absent if none does. */
export const conflictsPath = '.genlock/conflicts.json';
/** Edits of files that went away with a disabled plugin; absent if there are none. */
export const keptPath = '.genlock/kept.json';
export const objectsFolder = '.genlock/objects';
export const schemaPath = '.genlock/genlock.schema.json';
export const policySchemaPath = '.genlock/policy.schema.json';

/** What is kept of a project in which nothing is open or unfinished, beside its objects. */
export const ownRecords: readonly string[] = [
  configPath,
  lockfilePath,
  baselinePath,
  schemaPath,
  policySchemaPath,
  '.genlock/.gitattributes',
  '.genlock/.gitignore',
];

/** Only there while a command writes, or after one was stopped. */
export const journalFolder = '.genlock/journal';
export const endedJournalFolder = '.genlock/journal.done';
export const lockPath = '.genlock/lock';

/** Whether a name in `.genlock` says that a transaction is or was running. */
export function isTransient(name: string): boolean {
  return /^(?:journal(?:\.done)?|lock(?:\.[0-9a-f]+)*)$/u.test(name);
}

/**
 * A project that doesn't exist yet is prepared in a folder beside it and appears by one rename, its transaction
 * already committed. So a crash never leaves an empty folder that nobody knows the maker of.
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
