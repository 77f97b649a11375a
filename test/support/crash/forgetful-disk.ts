import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileStatus, FileSystem } from '../../../src/apply/file-system.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { systemError } from './faulty-file-system.ts';

/** Decides, for each unflushed change, whether the disk keeps it in a power failure. */
export type Forgetting = () => number;

interface Inode {
  readonly kind: 'file' | 'folder';
  readonly mode: number;
  bytes: Buffer;
  /** Bytes that survive a power failure, or `undefined` before the first flush. */
  flushed: Buffer | undefined;
}

type Entries = Map<string, number>;
type Folders = Map<number, Entries>;

/** A change of entries that no folder it touches was flushed after. */
interface Pending {
  readonly folders: readonly number[];
  readonly apply: (folders: Folders) => void;
}

/**
 * A disk in memory that keeps flushed data and may lose the rest. The bytes of an unflushed file may be lost or torn. A
 * new, renamed or removed entry may be lost if its folder was not flushed, in any combination with other entries. A
 * rename is atomic.
 */
export class ForgetfulDisk {
  /** Whether flushing does anything. */
  flushes = true;
  private readonly inodes = new Map<number, Inode>([[0, folderInode()]]);
  private now: Folders = new Map([[0, new Map()]]);
  private kept: Folders = new Map([[0, new Map()]]);
  private pending: Pending[] = [];

  /** Takes over a folder of the real disk, at the same path. */
  static of(folder: string): ForgetfulDisk {
    const disk = new ForgetfulDisk();
    for (const part of ancestorsOf(folder)) disk.makeFolder(part);
    disk.load(folder);
    disk.settle(() => 1);
    return disk;
  }

  /** The power goes, and comes back. */
  settle(forgetting: Forgetting): void {
    for (const { apply } of this.pending) if (forgetting() > 0.5) apply(this.kept);
    this.pending = [];
    for (const inode of this.inodes.values()) {
      if (inode.flushed === inode.bytes) continue;
      const torn = [inode.flushed ?? Buffer.alloc(0), inode.bytes.subarray(0, inode.bytes.length / 2), inode.bytes];
      inode.bytes = torn[Math.min(2, Math.floor(forgetting() * 3))] ?? inode.bytes;
      inode.flushed = inode.bytes;
    }
    this.now = new Map([...this.kept].map(([id, entries]) => [id, new Map(entries)]));
  }

  /** Copies the disk with its current and flushed state. */
  copy(): ForgetfulDisk {
    const disk = new ForgetfulDisk();
    disk.flushes = this.flushes;
    disk.inodes.clear();
    for (const [id, inode] of this.inodes) disk.inodes.set(id, { ...inode });
    disk.now = copyOf(this.now);
    disk.kept = copyOf(this.kept);
    disk.pending = [...this.pending];
    return disk;
  }

  /** Everything below a folder, as `snapshot` of the real disk writes it. */
  snapshot(folder: string): string {
    const lines: string[] = [];
    const walk = (id: number, path: string): void => {
      for (const [name, child] of this.now.get(id) ?? []) {
        const [inode, at] = [this.inode(child), path === '' ? name : `${path}/${name}`];
        if (inode.kind === 'folder') {
          lines.push(`${at} folder`);
          walk(child, at);
        } else lines.push(`${at} ${inode.mode.toString(8)} ${digestOf(inode.bytes)}`);
      }
    };
    walk(this.idOf(folder) ?? 0, '');
    return lines.sort().join('\n');
  }

  get fileSystem(): FileSystem {
    return {
      status: async (path) => this.status(path),
      list: async (path) => [...this.folder(path).keys()],
      read: async (path) => this.inode(this.mustFind(path)).bytes,
      create: async (path, { content, mode }) =>
        this.create(path, { kind: 'file', mode, bytes: Buffer.from(content), flushed: undefined }),
      sync: async (path) => this.sync(path),
      makeFolder: async (path) => this.makeFolder(path),
      rename: async (from, to) => this.rename(from, to),
      remove: async (path) => this.unlink(path),
      removeFolder: async (path) => {
        if (this.folder(path).size > 0) throw systemError('ENOTEMPTY');
        this.unlink(path);
      },
    };
  }

  private load(folder: string): void {
    this.makeFolder(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.load(path);
      else {
        const bytes = readFileSync(path);
        this.create(path, { kind: 'file', mode: lstatSync(path).mode & 0o777, bytes, flushed: bytes });
      }
    }
  }

  private status(path: string): FileStatus | undefined {
    const id = this.idOf(path);
    if (id === undefined) return undefined;
    const { kind, mode } = this.inode(id);
    return { kind, mode };
  }

  private create(path: string, inode: Inode): void {
    const [parent, name] = this.place(path);
    if (this.now.get(parent)?.has(name) === true) throw systemError('EEXIST');
    const id = this.inodes.size;
    this.inodes.set(id, inode);
    if (inode.kind === 'folder') for (const folders of [this.now, this.kept]) folders.set(id, new Map());
    this.change([parent], (folders) => folders.get(parent)?.set(name, id));
  }

  private makeFolder(path: string): void {
    this.create(path, folderInode());
  }

  private rename(from: string, to: string): void {
    const id = this.mustFind(from);
    const [[source, name], [target, newName]] = [this.place(from), this.place(to)];
    const there = this.idOf(to);
    if (there !== undefined && (this.now.get(there)?.size ?? 0) > 0) throw systemError('ENOTEMPTY');
    this.change([source, target], (folders) => {
      if (folders.get(source)?.get(name) === id) folders.get(source)?.delete(name);
      folders.get(target)?.set(newName, id);
    });
  }

  private unlink(path: string): void {
    const id = this.mustFind(path);
    const [parent, name] = this.place(path);
    this.change([parent], (folders) => {
      if (folders.get(parent)?.get(name) === id) folders.get(parent)?.delete(name);
    });
  }

  private change(folders: readonly number[], apply: Pending['apply']): void {
    apply(this.now);
    this.pending.push({ folders, apply });
  }

  private sync(path: string): void {
    const id = this.mustFind(path);
    if (!this.flushes) return;
    const inode = this.inode(id);
    inode.flushed = inode.bytes;
    for (const { folders, apply } of this.pending) if (folders.includes(id)) apply(this.kept);
    this.pending = this.pending.filter(({ folders }) => !folders.includes(id));
  }

  private inode(id: number): Inode {
    const inode = this.inodes.get(id);
    if (inode === undefined) throw new Error(`there is no inode ${id}`);
    return inode;
  }

  private idOf(path: string): number | undefined {
    if (dirname(path) === path) return 0;
    const parent = this.idOf(dirname(path));
    return parent === undefined ? undefined : this.now.get(parent)?.get(basename(path));
  }

  private mustFind(path: string): number {
    const id = this.idOf(path);
    if (id === undefined) throw systemError('ENOENT');
    return id;
  }

  private folder(path: string): Entries {
    const entries = this.now.get(this.mustFind(path));
    if (entries === undefined) throw systemError('ENOTDIR');
    return entries;
  }

  private place(path: string): readonly [parent: number, name: string] {
    return [this.mustFind(dirname(path)), basename(path)];
  }
}

function folderInode(): Inode {
  const bytes = Buffer.alloc(0);
  return { kind: 'folder', mode: 0o755, bytes, flushed: bytes };
}

function ancestorsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path || dirname(parent) === parent ? [] : [...ancestorsOf(parent), parent];
}

function copyOf(folders: Folders): Folders {
  return new Map([...folders].map(([id, entries]) => [id, new Map(entries)]));
}
