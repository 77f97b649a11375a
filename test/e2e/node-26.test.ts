import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sandboxLayers } from '../../sandbox/index.ts';
import type { DoctorResult } from '../../src/flows/machine/doctor.ts';
import { genlock, repository, run, type Finished } from '../support/cli.ts';
import { findNode } from '../support/nodes.ts';
import { notVerified } from '../support/not-verified.ts';
import { done, installPackages } from '../support/shop.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

// The second Node version that `bin/run.js` supports. All other tests use the Node of `node_modules`.
const node = findNode('>=26.0.0 <27');
const choices = ['--config', join(repository, 'examples/shop/genlock.json'), '--yes'];
const contract = join(repository, 'test/fixtures/plugins/contract');

beforeEach((context) => {
  if (node === undefined) {
    const remedy = 'npm install --prefix <folder> node@26, and put <folder>/node_modules/.bin on the PATH';
    notVerified(context, { reason: 'no Node 26', remedy });
  }
});

/** Runs the built `genlock` with Node 26. */
function genlock26(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<Finished> {
  return run(['node', join(repository, 'bin/run.js'), ...args], { cwd, env: { PATH: node?.path } });
}

test('every layer of the sandbox is as live as here, and nothing reaches the network', async () => {
  const cwd = temporaryFolder();
  const [old, other] = [await genlock(['doctor', '--json'], { cwd }), await genlock26(['doctor', '--json'], { cwd })];
  expect(other).toMatchObject({ code: 0, stderr: '' });
  const here = new Set([...liveLayers(old), 'no-network']);
  expect(liveLayers(other)).toEqual(sandboxLayers.filter((layer) => here.has(layer)));
});

test('the same plugins give the same bytes', async () => {
  const init = ['init', 'shop', ...choices, '--plugins', contract];
  const [old, other] = [temporaryFolder(), temporaryFolder()];
  done(await genlock(init, { cwd: old }));
  expect(done(await genlock26(init, { cwd: other })).stderr).not.toMatch(/Warning/u);
  const [there, here] = [other, old].map((folder) => treeHash(join(folder, 'shop'), ['.env']));
  expect(there).toEqual(here);
});

test('a plugin that takes all memory is ended', async () => {
  const cwd = temporaryFolder();
  const hog = join(cwd, 'hog');
  mkdirSync(hog);
  writeFileSync(join(hog, 'package.json'), JSON.stringify({ name: 'hog', version: '1.0.0', type: 'module' }));
  writeFileSync(join(hog, 'manifest.json'), JSON.stringify({ name: 'hog', version: '1.0.0' }));
  const source = 'export default () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); };\n';
  writeFileSync(join(hog, 'generator.js'), source);
  const { code, stdout } = await genlock26(['init', 'taken', '--plugins', hog, '--json'], { cwd });
  expect([code, JSON.parse(stdout).error.code]).toEqual([6, 'SANDBOX_MEMORY']);
});

test('a generated project installs, migrates, and its client passes its tests', async () => {
  const cwd = temporaryFolder();
  done(await genlock26(['init', 'members', ...choices], { cwd }));
  const root = join(cwd, 'members');
  done(await genlock26(['add', 'auth-jwt'], { cwd: root }));
  await installPackages(root, { PATH: node?.path });
  done(await genlock26(['db', 'migrate', 'dev', '--name', 'init'], { cwd: root }));
  // Node has a storage of its own there, which hid the test browser's.
  const script = ['npm', 'test', '--', '--project', 'client', 'test/auth/client-session.test.tsx'];
  const tests = done(await run(script, { cwd: root, env: { PATH: node?.path, CI: '1', NODE_ENV: undefined } }));
  expect(tests.stderr).not.toMatch(/Warning/u);
});

function liveLayers({ stdout }: Finished): readonly string[] {
  const { sandbox }: DoctorResult = JSON.parse(stdout);
  return sandbox.layers.flatMap((probe) => (probe.live ? [probe.layer] : []));
}
