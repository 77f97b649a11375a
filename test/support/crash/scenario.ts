import { lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan, type ApplyRequest, type Receipt } from '../../../src/apply/apply.ts';
import type { FileSystem } from '../../../src/apply/file-system.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { prepareChanges, type DesiredProject } from '../../../src/project/prepare.ts';
import type { Mode, Tree } from '../../../src/core/tree.ts';

/** One transaction to interrupt: its initial state and its changes. */
export interface Scenario {
  readonly name: string;
  /** Writes the initial state into a folder. The project is its `app`. */
  readonly setUp: (folder: string) => Promise<void>;
  /** Returns the request to apply, based on the files on disk. */
  readonly request: (folder: string) => ApplyRequest;
  /** Does the transaction. */
  readonly run: (folder: string, fs?: FileSystem) => Promise<Receipt>;
}

function scenario(parts: Omit<Scenario, 'run'>): Scenario {
  return { ...parts, run: (folder, fs) => applyPlan({ ...parts.request(folder), ...(fs && { fs }) }) };
}

/** 24 files: 9 of the application, their objects, the records, a secret. `genlock init` into a folder that doesn't exist, with a secret. */
export const creation = scenario({
  name: 'a new project',
  setUp: async () => {},
  request: (folder) => requestFor(wanted(folder, treeOf(9)), { secrets: [{ path: '.env', content: 'SECRET=one\n' }] }),
});

/** Files created in new folders, replaced and deleted, a folder emptied, a mode changed, a secret file extended. */
export const change = scenario({
  name: 'a changed project',
  setUp: async (folder) => {
    await creation.run(folder);
    const app = join(folder, 'app');
    writeFileSync(join(app, 'server/file-01.ts'), 'the user’s own\n');
    mkdirSync(join(app, 'notes'));
    writeFileSync(join(app, 'notes/todo.txt'), 'remember\n');
  },
  request: (folder) => {
    const secret = { path: '.env', content: 'SECRET=one\nMORE=two\n', before: digestOf('SECRET=one\n') };
    return requestFor(wanted(folder, changedTree()), { secrets: [secret] });
  },
});

/** Removes a plugin's files, folders and objects: `genlock remove`. */
const removal = scenario({
  name: 'a removal',
  setUp: async (folder) => {
    await applyPlan(requestFor(wanted(folder, treeOf(20))));
    writeFileSync(join(folder, 'app/server/file-05.ts'), 'the user’s own\n');
  },
  request: (folder) => requestFor(wanted(folder, treeOf(7))),
});

/** Files both sides changed: one is merged, two get markers. */
const conflicted = scenario({
  name: 'an update with conflicts',
  setUp: async (folder) => {
    await applyPlan(requestFor(wanted(folder, treeOf(20))));
    for (const path of ['server/file-05.ts', 'client/pages/file-07.ts'])
      writeFileSync(join(folder, 'app', path), 'mine\n');
    const merged = join(folder, 'app/server/file-10.ts');
    writeFileSync(merged, `// mine\n${readFileSync(merged, 'utf8')}`);
  },
  request: (folder) => {
    const tree = treeOf(20);
    for (const path of [...tree.keys()].filter((name) => /0[057]|1[0-4]/u.test(name))) {
      const content = `${String(tree.get(path)?.content)}export const more = 1;\n`;
      tree.set(path, { content, mode: 0o644, owner: 'core' });
    }
    return requestFor({ ...wanted(folder, tree), conflicts: 'mark' });
  },
});

/** All scenarios except the large project. */
export const scenarios: readonly Scenario[] = [creation, change, removal, conflicted];

/** 200 files at once. */
export const large = scenario({
  name: 'a large new project',
  setUp: async () => {},
  request: (folder) => requestFor(wanted(folder, treeOf(200))),
});

function wanted(folder: string, desired: Tree): DesiredProject {
  const records = new Map([
    ['genlock.json', `{ "name": "app" }\n`],
    ['genlock.lock.json', `{ "files": ${String(desired.size)} }\n`],
  ]);
  return { root: join(folder, 'app'), desired, records, objects: new Map() };
}

function requestFor(want: DesiredProject, { secrets = [] }: Pick<ApplyRequest, 'secrets'> = {}): ApplyRequest {
  return { root: want.root, command: 'genlock test', ...prepareChanges(want), secrets };
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
