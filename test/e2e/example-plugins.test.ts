/** The life of the example plugins in another project: published to a team registry, added together, updated, removed. */
import type { ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFile } from '../../src/plugin/test-report.ts';
import { genlock, type Finished } from '../support/cli.ts';
import { examplePlugin } from '../support/life.ts';
import { endRegistry, newFolder, registry, startRegistry } from '../support/team-registry.ts';
import { treeHash } from '../support/tree-hash.ts';

let server: ChildProcess;
beforeAll(async () => {
  server = await startRegistry();
});
afterAll(() => endRegistry(server));

const names = ['blog', 'search', 'uploads'];

/** A user with the token of the registry, and a command that must succeed. */
function userOf(token: string) {
  const home = newFolder();
  const host = new URL(registry.url).host;
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n//${host}/:_authToken=${token}\n`);
  const env = { HOME: home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined };
  return async (cwd: string, ...args: string[]): Promise<Finished> => {
    const finished = await genlock(args, { cwd, env });
    expect([args[0], finished.code, finished.code === 0 ? '' : finished.stdout + finished.stderr]).toEqual([
      args[0],
      0,
      '',
    ]);
    return finished;
  };
}

/** Copies an example into a folder of its author. */
function authorFolder(name: string): string {
  const folder = join(newFolder(), name);
  cpSync(examplePlugin(name), folder, { recursive: true });
  return folder;
}

/** Replaces a string that must be in a file. */
function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

test('three examples are published with their reports, added together, updated over an edit, and removed', async () => {
  const [author, user] = [userOf(registry.ada), userOf(registry.bob)];
  const folders = new Map(names.map((name) => [name, authorFolder(name)]));
  for (const folder of folders.values()) {
    await author(folder, 'plugin', 'publish', '--registry', registry.url, '--yes');
  }
  const info = await user(newFolder(), 'plugin', 'info', 'blog', '--json');
  expect(JSON.parse(info.stdout)).toMatchObject({ tests: { state: 'current' } });

  const parent = newFolder();
  const init = ['init', 'desk', '--starter', 'helpdesk', '--auth', 'jwt', '--database', 'file', '--yes'];
  await user(parent, ...init);
  const project = join(parent, 'desk');
  const before = treeHash(project);
  await user(project, 'add', ...names, '--yes');
  const lockfile = () => JSON.parse(readFileSync(join(project, 'genlock.lock.json'), 'utf8')).plugins;
  const versions = () => names.map((name) => lockfile()[name]?.version);
  expect(versions()).toEqual(['1.0.0', '1.0.0', '1.0.0']);
  const added = treeHash(project);
  await user(project, 'sync', '--yes');
  expect(treeHash(project)).toEqual(added);

  // The user changes the page of the blog, and the author another line of it.
  const page = 'client/pages/blog/index.tsx';
  edit(join(project, page), 'max-w-3xl space-y-8', 'max-w-4xl space-y-8');
  const blog = folders.get('blog') ?? '';
  edit(join(blog, 'templates/express', page), '<article key={post.slug}', '<article key={post.slug} id={post.slug}');
  for (const file of ['manifest.json', 'package.json']) edit(join(blog, file), '"1.0.0"', '"1.1.0"');
  // The report is about the former version.
  await author(blog, 'plugin', 'test', '--report');
  expect(JSON.parse(readFileSync(join(blog, reportFile), 'utf8'))).toMatchObject({ plugin: { version: '1.1.0' } });
  await author(blog, 'plugin', 'publish', '--registry', registry.url, '--yes');
  await user(project, 'update', 'blog', '--yes');
  expect(versions()).toEqual(['1.1.0', '1.0.0', '1.0.0']);
  const merged = readFileSync(join(project, page), 'utf8');
  expect(merged).toContain('max-w-4xl space-y-8');
  expect(merged).toContain('id={post.slug}');

  // Files with edits remain after a removal, so the edit is undone first.
  edit(join(project, page), 'max-w-4xl space-y-8', 'max-w-3xl space-y-8');
  await user(project, 'remove', ...names, '--yes');
  expect(treeHash(project)).toEqual(before);
});
