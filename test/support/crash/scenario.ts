import { lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan, type Receipt } from '../../../src/apply/apply.ts';
import type { FileSystem } from '../../../src/apply/file-system.ts';
import { digestOf } from '../../../src/project/digest.ts';
import { prepareChanges, type Wanted } from '../../../src/project/prepare.ts';
import type { Mode, Tree } from '../../../src/render/tree.ts';

/** One transaction to interrupt: what is there before, and what it does. */
export interface Scenario {
  readonly name: string;
  /** Writes what is there before into a folder; the project is its `app`. */
  readonly setUp: (folder: string) => Promise<void>;
  /** Does the transaction. */
  readonly run: (folder: string, fs?: FileSystem) => Promise<Receipt>;
}

/** 24 files: 9 of the application, their objects, the records, a secret. `genlock init` into a folder that doesn't exist, with a secret. */
export const creation: Scenario = {
  name: 'a new project',
  setUp: async () => {},
  run: (folder, fs) =>
    applyWanted(wanted(folder, treeOf(9)), {
      secrets: [{ path: '.env', content: 'SECRET=one\n' }],
      ...(fs && { fs }),
    }),
};

/** Files created in new folders, replaced and deleted, a folder emptied, a mode changed, a secret file extended. */
export const change: Scenario = {
  name: 'a changed project',
  setUp: async (folder) => {
    await creation.run(folder);
    const app = join(folder, 'app');
    writeFileSync(join(app, 'server/file-01.ts'), 'the user’s own\n');
    mkdirSync(join(app, 'notes'));
    writeFileSync(join(app, 'notes/todo.txt'), 'remember\n');
  },
  run: (folder, fs) => {
    const secret = { path: '.env', content: 'SECRET=one\nMORE=two\n', before: digestOf('SECRET=one\n') };
    return applyWanted(wanted(folder, changedTree()), { secrets: [secret], ...(fs && { fs }) });
  },
};

/** 200 files at once. */
export const large: Scenario = {
  name: 'a large new project',
  setUp: async () => {},
  run: (folder, fs) => applyWanted(wanted(folder, treeOf(200)), fs && { fs }),
};

function wanted(folder: string, desired: Tree): Wanted {
  const records = new Map([
    ['genlock.json', `{ "name": "app" }\n`],
    ['genlock.lock.json', `{ "files": ${String(desired.size)} }\n`],
  ]);
  return { root: join(folder, 'app'), desired, records, objects: new Map() };
}

function applyWanted(want: Wanted, options: Partial<Parameters<typeof applyPlan>[0]> = {}): Promise<Receipt> {
  return applyPlan({ root: want.root, command: 'genlock test', ...prepareChanges(want), ...options });
}

function treeOf(count: number): Map<string, { content: string | Uint8Array; mode: Mode; owner: string }> {
  const places = ['server', 'server/lib/deep', 'client/pages', 'client/components', '.'];
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const number = String(index).padStart(2, '0');
      const place = places[index % places.length];
      const path = place === '.' ? `file-${number}.md` : `${String(place)}/file-${number}.ts`;
      return [path, { content: `export const file = ${number};\n`.repeat(index + 1), mode: 0o644, owner: 'core' }];
    }),
  );
}

function changedTree(): Tree {
  const tree = treeOf(9);
  for (const path of [...tree.keys()].filter((path) => path.startsWith('client/pages/'))) tree.delete(path);
  tree.delete('server/file-05.ts');
  tree.set('server/file-00.ts', { content: 'changed\n', mode: 0o644, owner: 'core' });
  tree.set('client/components/file-03.ts', { content: 'changed too\n', mode: 0o755, owner: 'core' });
  tree.set('file-04.md', { content: new Uint8Array([0, 255, 10, 13]), mode: 0o644, owner: 'core' });
  tree.set('server/new/place/one.ts', { content: 'one\n', mode: 0o644, owner: 'auth' });
  tree.set('server/new/place/two.sh', { content: 'two\n', mode: 0o755, owner: 'auth' });
  tree.set('aaa.ts', { content: 'first\n', mode: 0o644, owner: 'auth' });
  return tree;
}

/** Everything below a folder: files with mode and digest, links, and folders, empty ones too. */
export function snapshot(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!entry.isFile()) return `${name} ${entry.isDirectory() ? 'folder' : 'no file'}`;
    return `${name} ${(lstatSync(path).mode & 0o777).toString(8)} ${digestOf(readFileSync(path))}`;
  });
  return lines.sort().join('\n');
}
