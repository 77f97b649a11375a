import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlugins, loadPlugin } from '../../../src/plugin/load.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codesOf } from './problems.ts';

/** A sound plugin in a folder of that name; `files` replace or add, an empty text leaves one out. */
function plugin(
  parent: string,
  { name = 'mail', files = {} }: { name?: string; files?: Record<string, string> } = {},
): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const identity = JSON.stringify({ name, version: '1.0.0' });
  const all = {
    'manifest.json': identity,
    'package.json': identity,
    'generator.js': 'export default () => {};',
    ...files,
  };
  for (const [path, content] of Object.entries(all)) if (content !== '') writeFileSync(join(folder, path), content);
  return folder;
}

const load = (path: string) => loadPlugin({ kind: 'folder', path });

describe('which plugins a path means', () => {
  test('the folder itself, even if there are others in it', () => {
    const folder = plugin(temporaryFolder());
    plugin(folder, { name: 'inner' });
    expect(findPlugins(folder)).toEqual([folder]);
  });

  test('the folders in it that hold a manifest, sorted', () => {
    const parent = temporaryFolder();
    const folders = ['b', 'a', 'c'].map((name) => plugin(parent, { name }));
    mkdirSync(join(parent, 'docs'));
    writeFileSync(join(parent, 'README.md'), 'x');
    expect(findPlugins(parent)).toEqual(folders.toSorted());
  });

  test.each(['nowhere', 'a-file', 'empty', 'circle', 'manifest-is-a-folder'])('%s means none', (name) => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'a-file'), 'x');
    mkdirSync(join(parent, 'empty'));
    symlinkSync('circle', join(parent, 'circle'));
    mkdirSync(join(parent, 'manifest-is-a-folder/manifest.json'), { recursive: true });
    expect(codesOf(() => findPlugins(join(parent, name)))).toEqual(['PLUGIN_FOLDER_INVALID']);
  });
});

describe('a plugin’s folder', () => {
  test('becomes a plugin', () => {
    const path = plugin(temporaryFolder());
    const loaded = load(path);
    expect(loaded).toMatchObject({
      manifest: { name: 'mail', version: '1.0.0' },
      source: { kind: 'folder', path },
      warnings: [],
    });
    expect([...loaded.files.keys()]).toEqual(['generator.js', 'manifest.json', 'package.json']);
    expect(loaded.integrity).toMatch(/^sha512-/u);
  });

  test('tells what stops nothing', () => {
    const manifest = '{ "name": "mail", "version": "1.0.0", "framework": [] }';
    const path = plugin(temporaryFolder(), { files: { 'manifest.json': manifest, 'package.json': '' } });
    expect(load(path).warnings).toHaveLength(2);
  });

  test('needs an entry that is a file in it', () => {
    const parent = temporaryFolder();
    expect(codesOf(() => load(plugin(parent, { name: 'none', files: { 'generator.js': '' } })))).toEqual([
      'PLUGIN_ENTRY_MISSING',
    ]);
    const elsewhere = plugin(parent, { name: 'elsewhere', files: { 'generator.js': '' } });
    mkdirSync(join(elsewhere, 'generator.js'));
    writeFileSync(join(elsewhere, 'generator.js/index.js'), 'export default () => {};');
    expect(codesOf(() => load(elsewhere))).toEqual(['PLUGIN_ENTRY_MISSING']);
    const linked = plugin(parent, { name: 'linked', files: { 'generator.js': '' } });
    symlinkSync('../none/package.json', join(linked, 'generator.js'));
    expect(codesOf(() => load(linked))).toEqual(['PLUGIN_PACKAGE_REFUSED']);
  });

  test('can not have its manifest elsewhere', () => {
    const parent = temporaryFolder();
    const real = plugin(parent, { name: 'real' });
    const linked = plugin(parent, { name: 'linked', files: { 'manifest.json': '' } });
    symlinkSync(join(real, 'manifest.json'), join(linked, 'manifest.json'));
    expect(findPlugins(linked)).toEqual([linked]);
    expect(codesOf(() => load(linked))).toEqual(['PLUGIN_PACKAGE_REFUSED']);
  });

  test('without a manifest, or with one that is no UTF-8, is refused', () => {
    const folder = plugin(temporaryFolder());
    writeFileSync(
      join(folder, 'manifest.json'),
      Buffer.from('{ "name": "mail", "version": "1.0.0", "author": "\xe9" }', 'latin1'),
    );
    expect(codesOf(() => load(folder))).toEqual(['PLUGIN_MANIFEST_SYNTAX']);
    rmSync(join(folder, 'manifest.json'));
    expect(codesOf(() => load(folder))).toEqual(['PLUGIN_FOLDER_INVALID']);
  });

  test('whose package.json says something else is refused', () => {
    const files = { 'package.json': '{ "name": "mail", "version": "2.0.0" }' };
    expect(codesOf(() => load(plugin(temporaryFolder(), { files })))).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
  });
});

describe('bundled plugins', () => {
  test('base is one, and has nothing to complain of', () => {
    const { manifest, warnings } = loadPlugin({ kind: 'bundled', name: 'base' });
    expect(manifest.name).toBe('base');
    expect(warnings).toEqual([]);
  });

  test.each(['no-such-plugin', '../plugins/base', 'base/', '.', '', '/etc', 'base\0'])('%j is none', (name) => {
    expect(codesOf(() => loadPlugin({ kind: 'bundled', name }))).toEqual(['PLUGIN_NOT_FOUND']);
  });
});
