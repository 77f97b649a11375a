import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePlugins } from '../../../src/flows/plugins/update.ts';
import { genlock, repository } from '../../support/cli.ts';
import { quietPorts } from '../../support/ports.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { treeHash } from '../../support/tree-hash.ts';
import { gitMerger } from '../../unit/plan/git.ts';
import { lostLines, lostParts } from '../../unit/plan/texts.ts';
import { inCode } from './code.ts';
import { inData } from './data.ts';
import { folderAt, type History } from './folder.ts';

/** A shop with the first version of the help desk, as every history finds it: `shop` and `helpdesk`. */
let start = '';

beforeAll(async () => {
  start = mkdtempSync(join(tmpdir(), 'genlock-test-'));
  cpSync(join(repository, 'test/fixtures/plugins/helpdesk'), join(start, 'helpdesk'), { recursive: true });
  const config = join(repository, 'examples/shop/genlock.json');
  const made = await genlock(['init', 'shop', '--config', config, '--yes'], { cwd: start });
  const added = await genlock(['add', '../helpdesk', '--yes'], { cwd: join(start, 'shop') });
  if (made.code !== 0 || added.code !== 0) throw new Error(made.stderr + added.stderr);
});

afterAll(() => rmSync(start, { recursive: true, force: true }));

/** File that both sides changed: number of conflicts by Genlock and by git for the same three versions. */
interface Compared {
  readonly path: string;
  readonly ours: number;
  readonly diff3: number;
  readonly plain: number;
}

const compared: Compared[] = [];
const records = ['.env', 'genlock.json', 'genlock.lock.json'];
const isText = (text: string | undefined): text is string => text !== undefined && !text.includes('\0');
const isTold = (path: string): boolean => path === 'package.json' || path.endsWith('.prisma');

/** Every file of the application. */
function filesOf(root: string): ReadonlyMap<string, string> {
  const paths = [...treeHash(root, records).keys()].filter((path) => !path.startsWith('.genlock/'));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Updates all plugins. Returns whether files are in conflict. */
async function update(root: string): Promise<boolean> {
  const request = { cwd: root, plugins: [], yes: true, dryRun: false, install: false };
  return (await updatePlugins(request, quietPorts)).plan.conflicts.length > 0;
}

/** Runs a history: updates an edited and an unedited project to the plugin's next version. */
async function live({ edit, release, configure = [] }: History) {
  const cwd = temporaryFolder();
  const [mine, twin] = ['mine', 'twin'].map((side) => {
    cpSync(start, join(cwd, side), { recursive: true });
    release(folderAt(join(cwd, side, 'helpdesk')));
    return folderAt(join(cwd, side, 'shop'));
  });
  if (mine === undefined || twin === undefined) throw new Error('no folders');
  const base = filesOf(mine.root);
  edit(mine);
  const yours = filesOf(mine.root);
  for (const { change } of [mine, twin]) change('genlock.json', ...configure);
  expect(await update(twin.root)).toBe(false);
  const hasConflict = await update(mine.root);
  return { root: mine.root, hasConflict, base, yours, theirs: filesOf(twin.root), again: () => update(mine.root) };
}

/** Conflicts in all. */
function sum(files: readonly Compared[], by: 'ours' | 'diff3' | 'plain'): number {
  return files.reduce((total, file) => total + file[by], 0);
}

const markers = /^<{7} yours\r?$/gmu;

test.each([...inCode, ...inData])('$name', async (history) => {
  const { root, hasConflict, base, yours, theirs, again } = await live(history);
  const result = filesOf(root);
  const mergeByGit = gitMerger();
  const inConflict: string[] = [];
  for (const [path, written] of base) {
    const versions = { base: written, yours: yours.get(path) ?? '', theirs: theirs.get(path) ?? '' };
    const found = result.get(path) ?? '';
    const lost = isTold(path) || path.endsWith('.json') || history.reformats === true ? lostParts : lostLines;
    expect([path, lost(versions, found)]).toEqual([path, []]);
    expect([path, !yours.has(path) && result.has(path)]).toEqual([path, false]);
    const isTouched = ![written, versions.theirs].includes(versions.yours) && versions.theirs !== written;
    if (!isTouched || !yours.has(path)) continue;
    const conflicts = found.match(markers)?.length ?? 0;
    if (conflicts > 0 || !isText(found)) inConflict.push(path);
    if (!isText(found)) continue;
    const git = { diff3: mergeByGit(versions, ['--diff3']).conflicts, plain: mergeByGit(versions).conflicts };
    expect([path, conflicts <= git.diff3, conflicts <= git.plain]).toEqual([path, true, true]);
    compared.push({ path, ours: conflicts, ...git });
  }
  expect(inConflict).toEqual(history.conflicts ?? []);
  expect(hasConflict).toBe(inConflict.length > 0);
  const before = treeHash(root);
  expect(await again()).toBe(hasConflict);
  expect(treeHash(root)).toEqual(before);
});

test('fewer conflicts than git in all, and far fewer in package.json and schemas', () => {
  const told = compared.filter(({ path }) => isTold(path));
  expect(told).not.toEqual([]);
  expect(sum(compared, 'ours')).toBeLessThan(sum(compared, 'plain') / 2);
  expect(sum(told, 'ours')).toBeLessThan(sum(told, 'plain') / 3);
  expect(told.filter(({ ours, plain }) => plain > 0 && ours >= plain).length).toBeLessThanOrEqual(2);
});
