/** Archives byte by byte, good ones and bad ones. */
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';

/** One entry of an archive: its header, and what follows it. */
export interface ArchiveEntry extends HeaderData {
  readonly content?: string | Uint8Array;
}

/** A tar with these entries and its end. */
export function tarOf(entries: readonly ArchiveEntry[]): Buffer {
  return Buffer.concat([...entries.map(entryBytes), Buffer.alloc(1024)]);
}

export function tgzOf(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(tarOf(entries));
}

/** `{ 'a.txt': 'hello' }` as npm would pack it, below `package/`. */
export function packageOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return tgzOf(Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content })));
}

export function entryBytes({ content = '', ...header }: ArchiveEntry): Buffer {
  const bytes = Buffer.from(content);
  const block = Buffer.alloc(512);
  const full = { mode: 0o644, type: 'File', size: bytes.length, mtime: new Date(0), ...header } as const;
  new Header(full).encode(block, 0);
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
