import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineFile } from '../../plan/plan.ts';
import type { Digest } from '../../core/digest.ts';
import { integrityOf } from '../../plugin/package-files.ts';
import { readPackageFolder } from '../../plugin/package-folder.ts';
import { compareWithDisk, type Drift } from '../../project/compare-with-disk.ts';
import { baselinePath, stagedRootPath, objectsFolder, ownRecords, recordsFolder } from '../../project/records.ts';
import { changeMark } from '../../project/change-mark.ts';
import { openIndex, type Found, type Settled, type StatusIndex } from '../../project/status-index.ts';
import { thisGenlock } from '../../project/user-index.ts';
import { findOverrides } from '../../project/overrides.ts';
import { nearestRoot } from '../../project/open.ts';
import { readWorking, type Sight } from '../../project/working.ts';
import { sortedMap, type Mode } from '../../core/tree.ts';
import type { StatusResult } from './result.ts';

/** Cache of status results, for faster repeated calls. */
export interface StatusMemory {
  /** The user's cache folder, absolute. */
  readonly cache: string;
  /** Default: the system clock. */
  readonly clock?: () => Date;
}

/**
 * Opens the status cache of the project that contains a folder; `undefined` outside a project. @throws GenlockError
 * PROJECT_…
 */
export function indexAt(cwd: string, { cache, clock = () => new Date() }: StatusMemory): StatusIndex | undefined {
  const root = nearestRoot(cwd);
  return root === undefined ? undefined : openIndex({ cache, root, genlock: thisGenlock(), opened: clock().getTime() });
}

/**
 * Returns the status by checking only the files, if the cache shows that `genlock sync` has no changes.
 *
 * @returns `undefined` if this is unknown or the project is in an unusual state
 */
export function quickStatus(index: StatusIndex): StatusResult | undefined {
  try {
    const { root, sight, save } = index;
    const mark = changeMark(root);
    const { settled, edited: before } = index.known;
    if (settled === undefined || !isQuiet(index) || !areInstalled(settled)) return undefined;
    if (before !== undefined && index.isUnchanged()) return resultOf(root, settled, { edited: before });
    if (!isSettled(index, settled)) return undefined;
    const standing = compareWithDisk({ root, baseline: knownBaseline(root), sight });
    // The full status waits for the command that is writing.
    if (changeMark(root) !== mark) return undefined;
    save({ settled, ...editedOf(standing) });
    return resultOf(root, settled, { ...standing, edited: [...standing.edited.keys()] });
  } catch {
    // The full status reports the error.
    return undefined;
  }
}

type Files = Pick<StatusResult['files'], 'edited'> & Partial<StatusResult['files']>;

function resultOf(
  root: string,
  { open }: Settled,
  { edited, missing = [], moved = [], blocked = [] }: Files,
): StatusResult {
  const files = { edited, missing, moved, blocked, conflicts: [] };
  const pending = { changes: [], plugins: [] };
  return {
    healed: 'none',
    damaged: [],
    project: { root },
    files,
    ...(open !== undefined && { open }),
    ...overridesIn(root),
    pending,
  };
}

/** Returns the overrides, if the project has any. */
export function overridesIn(root: string): Pick<StatusResult, 'overrides'> {
  const overrides = findOverrides(root);
  return overrides.length > 0 ? { overrides } : {};
}

/** Returns the edited files, if no other difference exists. */
function editedOf({ edited, missing, moved, blocked }: Drift): Pick<Found, 'edited'> {
  return missing.length + moved.length + blocked.length > 0 ? {} : { edited: [...edited.keys()] };
}

/** Returns the digests of existing project records, by path. */
export function digestsOfRecords(
  { root, sight }: { readonly root: string; readonly sight: Sight },
  paths: readonly string[],
): ReadonlyMap<string, Digest> {
  const found = [...readWorking(root, paths, sight)];
  return new Map(found.flatMap(([path, file]) => (file.kind === 'file' ? [[path, file.digest] as const] : [])));
}

/** Checks that no command is unfinished, no conflict is open, no edit is kept, and every object is a file. */
function isQuiet({ root, isSameFolder }: StatusIndex): boolean {
  const folder = join(root, recordsFolder);
  if (!lstatSync(folder).isDirectory() || lstatSync(stagedRootPath(root), { throwIfNoEntry: false })) return false;
  return (
    readdirSync(folder, { withFileTypes: true }).every((entry) =>
      entry.isDirectory() ? entry.name === 'objects' : ownRecords.includes(`${recordsFolder}/${entry.name}`),
    ) &&
    (isSameFolder(objectsFolder) ||
      readdirSync(join(root, objectsFolder), { withFileTypes: true }).every((entry) => entry.isFile()))
  );
}

function isSettled(index: StatusIndex, { records }: Settled): boolean {
  const found = digestsOfRecords(index, Object.keys(records));
  return Object.entries(records).every(([path, digest]) => found.get(path) === digest);
}

/** Checks that every plugin folder matches the installed plugin. */
function areInstalled({ folders }: Settled): boolean {
  return Object.entries(folders).every(([folder, integrity]) => integrityOf(readPackageFolder(folder)) === integrity);
}

/** Reads the baseline without checks: its digest equals that of a checked one. */
function knownBaseline(root: string): ReadonlyMap<string, BaselineFile> {
  type Printed = Omit<BaselineFile, 'mode'> & { readonly mode: string };
  const { files }: { files: Record<string, Printed> } = JSON.parse(readFileSync(join(root, baselinePath), 'utf8'));
  return sortedMap(Object.entries(files).map(([path, file]) => [path, { ...file, mode: modeOf(file.mode) }] as const));
}

function modeOf(octal: string): Mode {
  return octal === '755' ? 0o755 : 0o644;
}
