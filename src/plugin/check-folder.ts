import { join } from 'node:path';
import { GenlockError, type Problem } from '../errors/error.ts';
import { manifestFile } from './bundled.ts';
import { dataMigrations } from './data-migrations.ts';
import { requireInert } from './inert-package.ts';
import { manifestText, requireEntry } from './load.ts';
import { readManifest } from './manifest.ts';
import { integrityOf, type PackageFiles } from './package-files.ts';
import { readPackageFolder } from './package-folder.ts';
import { checkPackageJson, descriptionWarnings, requirePackageJson } from './package-json.ts';
import type { Manifest, Plugin } from './plugin.ts';
import { withoutTypes } from './typescript.ts';

/** Result of the static checks of a plugin's folder. */
export interface CheckedFolder {
  /** Absent if the plugin cannot run. Present if its problems do not prevent a run. */
  readonly plugin?: Plugin;
  readonly problems: readonly Problem[];
}

/**
 * Checks a plugin's folder as strictly as its users' installations do: package rules, manifest (an unknown key is a
 * problem), entry, package.json. Unlike loading, it continues after a problem and reports all problems.
 *
 * @param folder absolute
 * @param only paths of the files that count; all if absent
 */
export function checkFolder(folder: string, only?: ReadonlySet<string>): CheckedFolder {
  const problems: Problem[] = [];
  const all = attempt(() => readPackageFolder(folder), problems);
  const read = all && new Map([...all].filter(([path]) => only?.has(path) !== false));
  const files = read && attempt(() => withoutTypes(read, folder), problems);
  if (files === undefined) return { problems };
  const place = { files, folder };
  const text = attempt(() => manifestText(files, folder), problems);
  const manifest = text === undefined ? undefined : manifestIn(text, { file: join(folder, manifestFile), problems });
  const entry = attempt(() => requireEntry(files, folder), problems);
  attempt(() => requirePackageJson(place), problems);
  if (manifest === undefined) return { problems };
  attempt(() => dataMigrations(files, { manifest, place: folder }), problems);
  const isRead = attempt(() => checkPackageJson(manifest, place), problems) !== undefined;
  if (isRead) attempt(() => requireInert(place), problems);
  const warnings = isRead ? descriptionWarnings(manifest, place) : [];
  return entry === undefined ? { problems } : { plugin: pluginOf(manifest, { ...place, warnings }), problems };
}

/** Reads a manifest in strict mode. If it has only unknown keys as problems, returns it without them. */
function manifestIn(text: string, { file, problems }: { file: string; problems: Problem[] }): Manifest | undefined {
  const strict = attempt(() => readManifest(text, { file, strict: true }), problems);
  return (strict ?? attempt(() => readManifest(text, { file }), []))?.manifest;
}

/** A package and the warnings about it. */
interface Checked {
  readonly files: PackageFiles;
  readonly folder: string;
  readonly warnings: readonly string[];
}

function pluginOf(manifest: Manifest, { files, folder, warnings }: Checked): Plugin {
  const readme = files.has('README.md') ? [] : ['README.md is missing, so users see no description'];
  const all = [...warnings, ...readme];
  return { manifest, source: { kind: 'folder', path: folder }, files, integrity: integrityOf(files), warnings: all };
}

function attempt<Value>(read: () => Value, problems: Problem[]): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
