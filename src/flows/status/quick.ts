import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineFile } from '../../plan/plan.ts';
import type { Digest } from '../../core/digest.ts';
import { integrityOf } from '../../plugin/package-files.ts';
import { readPackageFolder } from '../../plugin/package-folder.ts';
import { compareWithDisk, type Drift } from '../../project/compare-with-disk.ts';
import { baselinePath, stagedRootPath, objectsFolder, ownRecords, recordsFolder } from '../../project/records.ts';
import { openIndex, type Found, type Settled, type StatusIndex } from '../../project/status-index.ts';
import { nearestRoot } from '../../project/open.ts';
import { ownPackage } from '../../core/own-package.ts';
import { readWorking, type Sight } from '../../project/working.ts';
import { sortedMap, type Mode } from '../../core/tree.ts';
import type { StatusResult } from './result.ts';

/** Where it may be remembered what was seen, so that the next answer comes sooner. */
export interface StatusMemory {
  /** The user's folder for caches, absolute. */
  readonly cache: string;
  /** The system's if absent. */
  readonly clock?: () => Date;
}

/** What is remembered of the project a folder lies in; nothing if it lies in none. @throws GenlockError PROJECT_… */
export function indexAt(cwd: string, { cache, clock = () => new Date() }: StatusMemory): StatusIndex | undefined {
  const root = nearestRoot(cwd);
  return root === undefined ? undefined : openIndex({ cache, root, genlock: thisGenlock(), opened: clock().getTime() });
}

/** The version and when it was installed: a Genlock that is worked on has many of the same. */
function thisGenlock(): string {
  const { version } = ownPackage();
  return `${version} ${String(lstatSync(import.meta.filename).ctimeMs)}`;
}

/**
 * The status of a project of which it is known that `genlock sync` has nothing to do: only its files are looked at.
 *
 * @returns nothing if that isn't known, or anything is unusual.
 */
export function quickStatus(index: StatusIndex): StatusResult | undefined {
  try {
    const { root, sight, save } = index;
    const { settled, edited: before } = index.known;
    if (settled === undefined || !isQuiet(index) || !areInstalled(settled)) return undefined;
    if (before !== undefined && index.isUnchanged()) return resultOf(root, { edited: before });
    if (!isSettled(index, settled)) return undefined;
    const standing = compareWithDisk({ root, baseline: knownBaseline(root), sight });
    save({ settled, ...editedOf(standing) });
    return resultOf(root, { ...standing, edited: [...standing.edited.keys()] });
  } catch {
    // Whatever it is, it is said by who looks at everything.
    return undefined;
  }
}

type Files = Pick<StatusResult['files'], 'edited'> & Partial<StatusResult['files']>;

function resultOf(root: string, { edited, missing = [], moved = [], blocked = [] }: Files): StatusResult {
  const files = { edited, missing, moved, blocked, conflicts: [] };
  return { healed: 'none', damaged: [], project: { root }, files, pending: { changes: [], plugins: [] } };
}

/** The edited files, if that is all there is to say. */
function editedOf({ edited, missing, moved, blocked }: Drift): Pick<Found, 'edited'> {
  return missing.length + moved.length + blocked.length > 0 ? {} : { edited: [...edited.keys()] };
}

/** Digests of Genlock's own records, by path; those that aren't there are left out. */
export function digestsOfRecords(
  { root, sight }: { readonly root: string; readonly sight: Sight },
  paths: readonly string[],
): ReadonlyMap<string, Digest> {
  const found = [...readWorking(root, paths, sight)];
  return new Map(found.flatMap(([path, file]) => (file.kind === 'file' ? [[path, file.digest] as const] : [])));
}

/** Nothing is unfinished, no conflict is open, no edit is kept, and every object is a file. */
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

/** Every folder a plugin was installed from holds what is installed. */
function areInstalled({ folders }: Settled): boolean {
  return Object.entries(folders).every(([folder, integrity]) => integrityOf(readPackageFolder(folder)) === integrity);
}

/** The baseline was checked when its digest was taken. */
function knownBaseline(root: string): ReadonlyMap<string, BaselineFile> {
  type Printed = Omit<BaselineFile, 'mode'> & { readonly mode: string };
  const { files }: { files: Record<string, Printed> } = JSON.parse(readFileSync(join(root, baselinePath), 'utf8'));
  return sortedMap(Object.entries(files).map(([path, file]) => [path, { ...file, mode: modeOf(file.mode) }] as const));
}

function modeOf(octal: string): Mode {
  return octal === '755' ? 0o755 : 0o644;
}
