import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { isMissing } from './file-reader.ts';
import { baselinePath, configPath, lockfilePath, policyPath, recordsFolder, isTransient } from './records.ts';

/**
 * State of a project folder. `interrupted`: a transaction is unfinished or running, so the state is unknown until
 * `recover` has run. `configured`: the folder contains only `genlock.json`. `occupied`: the folder contains files, but
 * not a Genlock project.
 */
export type ProjectState = 'absent' | 'empty' | 'configured' | 'project' | 'interrupted' | 'occupied';

export interface OpenedProject {
  /** Absolute, without links. */
  readonly root: string;
  readonly state: ProjectState;
}

/** Files that do not count as project content. */
const insignificant: ReadonlySet<string> = new Set(['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini', policyPath]);

/**
 * Returns the state of a project folder. Read-only.
 *
 * @throws GenlockError PROJECT_NOT_A_FOLDER if it is a file, PROJECT_LINK if it is a dangling link or its `.genlock`
 * is a link, PROJECT_BLOCKED if its `.genlock` is a file.
 */
export function openProject(path: string): OpenedProject {
  const root = realRoot(path);
  const names = namesIn(root);
  if (names === undefined) return { root, state: 'absent' };
  const records = recordsIn(root, names);
  if (records.some(isTransient)) return { root, state: 'interrupted' };
  const content = names.filter((name) => !insignificant.has(name) && !(name === recordsFolder && records.length === 0));
  return { root, state: stateOf(content, records) };
}

function stateOf(names: readonly string[], records: readonly string[]): ProjectState {
  if (names.length === 0) return 'empty';
  if (!names.includes(configPath)) return 'occupied';
  if (names.includes(lockfilePath) || records.includes(basename(baselinePath))) return 'project';
  return names.length === 1 ? 'configured' : 'occupied';
}

/** Resolves the real path of a folder, so that links above the project are followed only once. */
export function realRoot(path: string): string {
  const absolute = resolve(path);
  try {
    const root = realpathSync(absolute);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    if (!isMissing(cause)) throw notAFolder(absolute, cause);
    if (isLink(absolute)) {
      throw new GenlockError({ code: 'PROJECT_LINK', message: `${absolute} is a link to nothing` }, { cause });
    }
    return dirname(absolute) === absolute ? absolute : join(realRoot(dirname(absolute)), basename(absolute));
  }
  throw notAFolder(absolute);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function notAFolder(path: string, cause?: unknown): GenlockError {
  return new GenlockError({ code: 'PROJECT_NOT_A_FOLDER', message: `${path} is not a folder` }, { cause });
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const message = `cannot read the folder ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenlockError({ code: 'PROJECT_UNREADABLE', message }, { cause });
  }
}

function recordsIn(root: string, names: readonly string[]): readonly string[] {
  if (!names.includes(recordsFolder)) return [];
  const stats = lstatSync(join(root, recordsFolder));
  if (stats.isDirectory()) return namesIn(join(root, recordsFolder)) ?? [];
  throw new GenlockError({
    code: stats.isSymbolicLink() ? 'PROJECT_LINK' : 'PROJECT_BLOCKED',
    message: `${recordsFolder} is ${stats.isSymbolicLink() ? 'a symbolic link' : 'not a folder'}`,
    where: { file: recordsFolder },
  });
}

/**
 * Returns the root of the nearest project: the first folder, going up, with a `genlock.json`.
 *
 * @throws GenlockError PROJECT_NOT_FOUND
 */
export function findRoot(cwd: string): string {
  const root = nearestRoot(cwd);
  if (root !== undefined) return root;
  const message = `there is no ${configPath} in ${realRoot(cwd)} or above it`;
  throw new GenlockError({ code: 'PROJECT_NOT_FOUND', message });
}

/** Returns the root of the nearest project; `undefined` if the folder is not in a project. */
export function nearestRoot(cwd: string): string | undefined {
  for (let folder = realRoot(cwd); ; folder = dirname(folder)) {
    if (isRoot(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Returns whether a folder is a project root. A folder with an interrupted transaction is one too, because the
 * transaction can have removed `genlock.json`.
 */
function isRoot(folder: string): boolean {
  const isThere = (name: string, is: 'isFile' | 'isDirectory'): boolean =>
    lstatSync(join(folder, name), { throwIfNoEntry: false })?.[is]() === true;
  if (isThere(configPath, 'isFile')) return true;
  return isThere(recordsFolder, 'isDirectory') && (namesIn(join(folder, recordsFolder)) ?? []).some(isTransient);
}
