import { createHash } from 'node:crypto';
import { archiveLimits } from '../../registry-client/archive/limits.ts';
import { GenlockError } from '../errors/error.ts';
import { foldPath, parentsOf, pathProblem } from '../core/paths.ts';
import { isNative } from './native-code.ts';

/** Package path (POSIX, e.g. `templates/express/server/app.ts`) → bytes, sorted by path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** Size limits of a package, for folders and archives. */
export const packageLimits = archiveLimits;

/**
 * Checks the paths of a package, files and folders: each path must be valid on every file system and must not equal an
 * earlier path there.
 */
export class PackagePaths {
  readonly #place: string;
  readonly #seen = new Map<string, string>();

  /** @param place the package's folder or archive, as errors name it */
  constructor(place: string) {
    this.#place = place;
  }

  /** @throws GenlockError PLUGIN_PACKAGE_REFUSED */
  add(path: string): void {
    const problem = this.#problemOf(path);
    if (problem !== undefined) throw refused(this.#place, problem);
    this.#seen.set(foldPath(path), path);
  }

  #problemOf(path: string): string | undefined {
    const problem = pathProblem(path);
    if (problem !== undefined) return `the path ${JSON.stringify(path)} ${problem}`;
    if (path.split('/').length > packageLimits.depth || Buffer.byteLength(path) > packageLimits.pathBytes) {
      return `the path ${JSON.stringify(path)} is too deep or too long`;
    }
    const twin = this.#seen.get(foldPath(path));
    if (twin !== undefined) return `${path} and ${twin} are one file on some file systems`;
    return this.#seen.size < packageLimits.entries ? undefined : `it has more than ${packageLimits.entries} entries`;
  }
}

/** @throws GenlockError PLUGIN_PACKAGE_REFUSED */
export function refuseNative(path: string, { bytes, place }: { bytes: Uint8Array; place: string }): void {
  if (isNative(path, bytes)) throw refused(place, `${path} is native code, which is not allowed in a plugin`);
}

/** sha512 over the sorted paths, lengths and bytes, in npm's form: `sha512-<base64>`. */
export function integrityOf(files: PackageFiles): string {
  const hash = createHash('sha512');
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `sha512-${hash.digest('base64')}`;
}

/** @param reason the end of the sentence */
export function refused(place: string, reason: string): GenlockError {
  const message = `the plugin was refused: ${reason}`;
  return new GenlockError({ code: 'PLUGIN_PACKAGE_REFUSED', message, where: { file: place } });
}

/** Files that npm reads when it unpacks a package. A plugin folder can contain them, because npm does not pack them. */
const npmFiles = /^(?:\.npmrc|npm-shrinkwrap\.json)$|(?:^|\/)node_modules(?:\/|$)/u;

/**
 * Checks the files of an archive by the rules for folders, and refuses files that only folders can contain.
 *
 * @throws GenlockError PLUGIN_PACKAGE_REFUSED
 */
export function requireSoundFiles(files: PackageFiles, place: string): PackageFiles {
  const paths = new PackagePaths(place);
  for (const folder of foldersOf(files.keys())) paths.add(folder);
  for (const [path, bytes] of files) {
    paths.add(path);
    if (npmFiles.test(foldPath(path))) throw refused(place, `${path} is an npm file and not allowed in a plugin`);
    refuseNative(path, { bytes, place });
  }
  return files;
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap(parentsOf));
}
