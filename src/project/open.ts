import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { isMissing } from './file-reader.ts';
import { baselinePath, configPath, lockfilePath, policyPath, recordsFolder, isTransient } from './records.ts';

/**
 * What is at a path. `interrupted`: a transaction is unfinished or running, so nothing else can be said until
 * `recover` has healed it. `configured`: a `genlock.json` alone. `occupied`: files, but no Genlock project.
 */
export type ProjectState = 'absent' | 'empty' | 'configured' | 'project' | 'interrupted' | 'occupied';

export interface OpenedProject {
  /** Absolute, without links. */
  readonly root: string;
  readonly state: ProjectState;
}

/** What an otherwise empty folder may hold: nothing of a project's content. */
const insignificant: ReadonlySet<string> = new Set(['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini', policyPath]);

/**
 * Says what is at a path; read-only.
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

/** The same folder by its real path, so that a link above the project is followed once and never again. */
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
 * The root of the project a folder lies in: the nearest one, going up, that has a `genlock.json`.
 *
 * @throws GenlockError PROJECT_NOT_FOUND
 */
export function findRoot(cwd: string): string {
  const root = nearestRoot(cwd);
  if (root !== undefined) return root;
  const message = `there is no ${configPath} in ${realRoot(cwd)} or above it`;
  throw new GenlockError({ code: 'PROJECT_NOT_FOUND', message });
}

/** The same; nothing if the folder lies in no project. */
export function nearestRoot(cwd: string): string | undefined {
  for (let folder = realRoot(cwd); ; folder = dirname(folder)) {
    if (isRoot(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A transaction that takes `genlock.json` away and was stopped is still one of this folder. */
function isRoot(folder: string): boolean {
  const isThere = (name: string, is: 'isFile' | 'isDirectory'): boolean =>
    lstatSync(join(folder, name), { throwIfNoEntry: false })?.[is]() === true;
  if (isThere(configPath, 'isFile')) return true;
  return isThere(recordsFolder, 'isDirectory') && (namesIn(join(folder, recordsFolder)) ?? []).some(isTransient);
}
