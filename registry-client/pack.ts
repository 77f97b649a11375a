import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar/header';
import { Pax } from 'tar/pax';
import { packageRoot } from './archive/entry.ts';
import type { PackageFiles } from './archive/inspect.ts';

/**
 * Lists the paths that npm would pack from a folder, based on `files`, `.npmignore` and npm's fixed rules. POSIX,
 * sorted.
 *
 * @param folder absolute
 * @param manifest the folder's package.json; bundled dependencies are ignored
 */
export async function packedPaths(folder: string, manifest: object): Promise<readonly string[]> {
  const own = { ...manifest, bundleDependencies: [], bundledDependencies: [] };
  const { default: packlist } = await import('npm-packlist');
  const paths = await packlist({ path: folder, package: own, isProjectRoot: true, edgesOut: new Map() });
  return paths.map((path) => path.replace(/^\.\//u, '')).toSorted((one, other) => (one < other ? -1 : 1));
}

/** File time in archives; the same fixed time as in npm. */
const mtime = new Date('1985-10-26T08:15:00.000Z');
const block = 512;

/** Creates a package archive. Equal files produce equal bytes on every machine. */
export function packArchive(files: PackageFiles): Buffer {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const tar = Buffer.concat([...sorted.flatMap(([path, bytes]) => entry(path, bytes)), Buffer.alloc(2 * block)]);
  const packed = gzipSync(tar, { level: 9 });
  // Header byte for the operating system.
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
