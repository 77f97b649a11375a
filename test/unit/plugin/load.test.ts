import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlugins, loadPlugin } from '../../../src/plugin/load.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codesOf } from './problems.ts';

/** Creates a valid plugin folder with this name. `files` replaces or adds files, and an empty string omits one. */
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

describe('plugins at a path', () => {
  test('the folder itself, even if it contains other plugins', () => {
    const folder = plugin(temporaryFolder());
    plugin(folder, { name: 'inner' });
    expect(findPlugins(folder)).toEqual([folder]);
  });

  test('all folders in it with a manifest, sorted', () => {
    const parent = temporaryFolder();
    const folders = ['b', 'a', 'c'].map((name) => plugin(parent, { name }));
    mkdirSync(join(parent, 'docs'));
    writeFileSync(join(parent, 'README.md'), 'x');
    expect(findPlugins(parent)).toEqual(folders.toSorted());
  });

  test.each(['nowhere', 'a-file', 'empty', 'circle', 'manifest-is-a-folder'])('are missing for %s', (name) => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'a-file'), 'x');
    mkdirSync(join(parent, 'empty'));
    symlinkSync('circle', join(parent, 'circle'));
    mkdirSync(join(parent, 'manifest-is-a-folder/manifest.json'), { recursive: true });
    expect(codesOf(() => findPlugins(join(parent, name)))).toEqual(['PLUGIN_FOLDER_INVALID']);
  });

  test.each([
    ['auth-jwt', 'init --auth jwt'],
    ['mail-smtp', 'genlock add mail-smtp'],
  ])('are missing for the name %s of a bundled plugin, with a hint', (name, hint) => {
    expect(() => findPlugins(join(temporaryFolder(), name))).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ hint: expect.stringContaining(hint) })] }),
    );
  });
});

describe('a plugin’s folder', () => {
  test('is loaded as a plugin', () => {
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

  test('reports problems that do not block it as warnings', () => {
    const manifest = '{ "name": "mail", "version": "1.0.0", "framework": [] }';
    const path = plugin(temporaryFolder(), { files: { 'manifest.json': manifest, 'package.json': '' } });
    expect(load(path).warnings).toHaveLength(2);
  });

  test('needs an entry file within the folder', () => {
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

  test('is refused if the manifest is a link to another folder', () => {
    const parent = temporaryFolder();
    const real = plugin(parent, { name: 'real' });
    const linked = plugin(parent, { name: 'linked', files: { 'manifest.json': '' } });
    symlinkSync(join(real, 'manifest.json'), join(linked, 'manifest.json'));
    expect(findPlugins(linked)).toEqual([linked]);
    expect(codesOf(() => load(linked))).toEqual(['PLUGIN_PACKAGE_REFUSED']);
  });

  test('is refused without a manifest, or if the manifest is not UTF-8', () => {
    const folder = plugin(temporaryFolder());
    writeFileSync(
      join(folder, 'manifest.json'),
      Buffer.from('{ "name": "mail", "version": "1.0.0", "author": "\xe9" }', 'latin1'),
    );
    expect(codesOf(() => load(folder))).toEqual(['PLUGIN_MANIFEST_SYNTAX']);
    rmSync(join(folder, 'manifest.json'));
    expect(codesOf(() => load(folder))).toEqual(['PLUGIN_FOLDER_INVALID']);
  });

  test('is refused if package.json has another name or version', () => {
    const files = { 'package.json': '{ "name": "mail", "version": "2.0.0" }' };
    expect(codesOf(() => load(plugin(temporaryFolder(), { files })))).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
  });
});

describe('bundled plugins', () => {
  test('base is valid and has no warnings', () => {
    const { manifest, warnings } = loadPlugin({ kind: 'bundled', name: 'base' });
    expect(manifest.name).toBe('base');
    expect(warnings).toEqual([]);
  });

  test.each(['no-such-plugin', '../plugins/base', 'base/', '.', '', '/etc', 'base\0'])('refuses %j', (name) => {
    expect(codesOf(() => loadPlugin({ kind: 'bundled', name }))).toEqual(['PLUGIN_NOT_FOUND']);
  });
});
