import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LockedPlugin } from '../../src/lockfile/lockfile.ts';
import { pluginNames, writePlugin } from './plugins.ts';

/** A project, the folders its plugins come from, and what its user did to it by hand. */
export interface World {
  /** Contains the project, its plugins, and a file that no command may change. */
  readonly folder: string;
  readonly root: string;
  /** Plugin → the version in its folder. */
  readonly versions: Map<string, number>;
  /** Paths the user had a hand in, once and for all. */
  readonly touched: Set<string>;
  /** Words that the user wrote and did not delete. Each word is on its own line. */
  readonly words: Set<string>;
  /** How often the user did something. */
  deeds: number;
}

/** One file: its permission bits, the digest of its bytes, and the bytes. */
export interface Held {
  readonly mode: number;
  readonly digest: string;
  readonly bytes: Buffer;
}
export type Snapshot = ReadonlyMap<string, Held>;

const config = {
  name: 'shop',
  database: 'file',
  entities: [
    {
      name: 'Customer',
      fields: [
        { name: 'name', type: 'String', required: true },
        { name: 'email', type: 'String', unique: true },
      ],
    },
  ],
  plugins: {},
};

/** A process that ends loses nothing the system has taken, so memory does as well as a disk. */
const fast = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder with a project in it that every sequence starts from. */
export async function newStart(init: (world: World, config: string) => Promise<void>): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(fast, 'genlock-laws-')));
  const start = join(folder, 'start');
  await init(worldIn(start), `${JSON.stringify(config, null, 2)}\n`);
  for (const name of pluginNames) writePlugin(join(start, 'plugins', name), { name, version: 1 });
  writeFileSync(join(start, 'beside.txt'), 'not ours\n');
  return folder;
}

let worlds = 0;

/** A copy of the start. */
export function newWorld(start: string): World {
  worlds += 1;
  const folder = join(start, String(worlds));
  cpSync(join(start, 'start'), folder, { recursive: true });
  return worldIn(folder);
}

function worldIn(folder: string): World {
  return {
    folder,
    root: join(folder, 'app'),
    versions: new Map(pluginNames.map((name) => [name, 1])),
    touched: new Set(),
    words: new Set(),
    deeds: 0,
  };
}

export function endWorld({ folder }: World): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns every file below a folder, except the files of git. */
export function snapshot(root: string, below = ''): Map<string, Held> {
  const found = new Map<string, Held>();
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (path === '.git') continue;
    if (entry.isDirectory()) for (const [name, held] of snapshot(root, path)) found.set(name, held);
    else {
      const bytes = readFileSync(join(root, path));
      const digest = `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
      found.set(path, { mode: statSync(join(root, path)).mode & 0o777, digest, bytes });
    }
  }
  return found;
}

/** Returns the files next to the project. */
export function surroundings({ folder }: World): string {
  return readdirSync(folder)
    .filter((name) => name !== 'app')
    .flatMap((name) =>
      statSync(join(folder, name)).isDirectory()
        ? [...snapshot(join(folder, name))].map(
            ([path, { digest, mode }]) => `${name}/${path} ${digest} ${String(mode)}`,
          )
        : [`${name} ${readFileSync(join(folder, name), 'utf8')}`],
    )
    .toSorted()
    .join('\n');
}

/** Returns the differences of two trees as lines. `without` excludes paths. */
export function differences(one: Snapshot, other: Snapshot, without: (path: string) => boolean = () => false) {
  const paths = [...new Set([...one.keys(), ...other.keys()])].filter((path) => !without(path)).toSorted();
  return paths.flatMap((path) => {
    const [left, right] = [one.get(path), other.get(path)];
    if (left?.digest === right?.digest && left?.mode === right?.mode) return [];
    return [
      `${path}: ${left === undefined ? 'absent' : left.digest} ≠ ${right === undefined ? 'absent' : right.digest}`,
    ];
  });
}

/** Writes a file of the project, folders and all. */
export function put({ root }: World, path: string, content: string | Uint8Array): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Returns the plugins of the lockfile. */
export function lockedPlugins({ root }: World): ReadonlyMap<string, LockedPlugin> {
  const text = readFileSync(join(root, 'genlock.lock.json'), 'utf8');
  const { plugins }: { readonly plugins: Readonly<Record<string, LockedPlugin>> } = JSON.parse(text);
  return new Map(Object.entries(plugins));
}
