import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar/header';
import { Pax } from 'tar/pax';
import { packageRoot } from './archive/entry.ts';
import type { PackageFiles } from './archive/inspect.ts';

/**
 * Paths npm would pack of a folder, by its rules: `files`, `.npmignore`, what is always or never packed. POSIX, sorted.
 *
 * @param folder absolute
 * @param manifest the folder's package.json; nothing it bundles is packed
 */
export async function packedPaths(folder: string, manifest: object): Promise<readonly string[]> {
  const own = { ...manifest, bundleDependencies: [], bundledDependencies: [] };
  const { default: packlist } = await import('npm-packlist');
  const paths = await packlist({ path: folder, package: own, isProjectRoot: true, edgesOut: new Map() });
  return paths.map((path) => path.replace(/^\.\//u, '')).toSorted((one, other) => (one < other ? -1 : 1));
}

/** The time every file gets: the one npm gives its own. */
const mtime = new Date('1985-10-26T08:15:00.000Z');
const block = 512;

/** The archive of a package. The same files are the same bytes, on every machine and at every time. */
export function packArchive(files: PackageFiles): Buffer {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const tar = Buffer.concat([...sorted.flatMap(([path, bytes]) => entry(path, bytes)), Buffer.alloc(2 * block)]);
  const packed = gzipSync(tar, { level: 9 });
  // The byte that names the system it was made on.
  packed[9] = 0xff;
  return packed;
}

function entry(path: string, bytes: Uint8Array): readonly Uint8Array[] {
  const place = `${packageRoot}/${path}`;
  const header: HeaderData = { path: place, mode: 0o644, size: bytes.length, mtime, type: 'File' };
  const head = Buffer.alloc(block);
  const isCut = new Header(header).encode(head, 0);
  const long = isCut ? [new Pax({ path: place }).encode()] : [];
  return [...long, head, bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
}
