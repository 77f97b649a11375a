import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { integrityOf, packageLimits } from '../../../src/plugin/package-files.ts';
import { readPackageFolder } from '../../../src/plugin/package-folder.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { treeHash } from '../../support/tree-hash.ts';
import { codesOf } from '../../unit/plugin/problems.ts';

const refused = ['PLUGIN_PACKAGE_REFUSED'];
const read = (folder: string) =>
  Object.fromEntries([...readPackageFolder(folder)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

/** Creates a folder with these files. Tests can then read its entries without the guard. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const integrity = (files: Record<string, string>) => integrityOf(readPackageFolder(folderOf(files)));
const deep = (levels: number) => `${'d/'.repeat(levels - 1)}f`;
const long = (bytes: number) => `${'d'.repeat(119)}/${'f'.repeat(bytes - 120)}`;

describe('a sound folder', () => {
  test('is read completely and sorted, without files outside of a package', () => {
    const folder = folderOf({
      'templates/b.ts': 'b',
      'manifest.json': '{}',
      'Z.md': 'z',
      '.hidden': 'h',
      'node_modules/x/index.js': 'x',
      'templates/node_modules/y.js': 'y',
      '.git/config': 'c',
      '.DS_Store': 'd',
    });
    mkdirSync(join(folder, 'empty'));
    expect(Object.entries(read(folder))).toEqual([
      ['.hidden', 'h'],
      ['Z.md', 'z'],
      ['manifest.json', '{}'],
      ['templates/b.ts', 'b'],
    ]);
  });

  test('two links to one file within the folder are two files', () => {
    const folder = folderOf({ 'a.txt': 'a' });
    linkSync(join(folder, 'a.txt'), join(folder, 'b.txt'));
    expect(read(folder)).toEqual({ 'a.txt': 'a', 'b.txt': 'a' });
  });

  test('integrity depends on every path and byte, and only on them', () => {
    const one = integrity({ a: '1', b: '2' });
    expect(one).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/u);
    expect(integrity({ b: '2', a: '1' })).toBe(one);
    const others = [{ a: '1', b: '3' }, { a: '12', b: '' }, { a: '1', c: '2' }, { a: '1' }, { a: '1', b: '2', c: '' }];
    expect(new Set([one, ...others.map(integrity)]).size).toBe(others.length + 1);
  });
});

describe('links', () => {
  test('a link to a file outside is refused, although plain reading follows it', () => {
    const outside = folderOf({ 'secret.txt': 'hunter2' });
    const folder = folderOf({ 'manifest.json': '{}' });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'README.md'));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('hunter2');
    const before = treeHash(folder);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
    expect(treeHash(folder)).toEqual(before);
  });

  test('a link to a folder outside is refused, although plain listing follows it', () => {
    const outside = folderOf({ 'secret.txt': 'hunter2' });
    const folder = folderOf({ 'manifest.json': '{}' });
    symlinkSync(outside, join(folder, 'templates'));
    expect(readdirSync(join(folder, 'templates'))).toEqual(['secret.txt']);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test.each([
    ['within the package', 'manifest.json'],
    ['to nothing', 'nowhere'],
    ['to itself', 'link'],
    ['upwards', '..'],
  ])('%s', (_, target) => {
    const folder = folderOf({ 'manifest.json': '{}' });
    symlinkSync(target, join(folder, 'link'));
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test('the plugin folder itself may be a link that the user typed', () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folderOf({ a: 'a' }), link);
    expect(read(link)).toEqual({ a: 'a' });
  });
});

describe('native code', () => {
  test.each([
    'addon.node',
    'build/Release/Addon.NODE',
    'templates/shared/server/x.node',
    'binding.gyp',
    'lib/Binding.gyp',
    'Setup.EXE',
    'a.dll',
    'liba.so',
    'liba.so.1.2',
    'liba.dylib',
  ])('refuses %s, which plain reading accepts', (path) => {
    const folder = folderOf({ [path]: 'x', 'manifest.json': '{}' });
    expect(readFileSync(join(folder, path), 'utf8')).toBe('x');
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test.each([
    ['of Linux', Buffer.from('7f454c4602010100', 'hex')],
    ['of Windows', forWindows()],
    ['of macOS', Buffer.from('cffaedfe0c000001', 'hex')],
    ['of macOS, for several machines', Buffer.from('cafebabe00000002', 'hex')],
  ])('refuses a program %s under any name', (_, bytes) => {
    const folder = folderOf({ 'manifest.json': '{}' });
    writeFileSync(join(folder, 'README.md'), bytes);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test('a file with a similar name or start is accepted', () => {
    const named = { 'a.node.js': '', 'binding.gypsum': '', 'my-binding.gyp.md': '', 'x.node/a.md': '', 'a.so.md': '' };
    const files = { ...named, 'x.md': `MZ ${'x'.repeat(100)}`, 'y.md': 'MZ', 'z.md': 'ELF' };
    expect(Object.keys(read(folderOf(files)))).toEqual(Object.keys(files).toSorted());
  });
});

/** Creates the part of a Windows program that the check reads. */
function forWindows(): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write('MZ');
  bytes.writeUInt32LE(0x80, 0x3c);
  bytes.write('PE\0\0', 0x80);
  return bytes;
}

describe('entries that are not files', () => {
  test('refuses a pipe without waiting for it', () => {
    const folder = folderOf({});
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test('refuses a missing folder and a file instead of a folder', () => {
    const folder = folderOf({ a: 'a' });
    expect(codesOf(() => readPackageFolder(join(folder, 'missing')))).toEqual(['PLUGIN_UNREADABLE']);
    expect(codesOf(() => readPackageFolder(join(folder, 'a')))).toEqual(['PLUGIN_UNREADABLE']);
  });
});

describe('names', () => {
  test.each([
    'CON',
    'aux.ts',
    'lib/NUL.txt',
    'a:stream',
    'back\\slash',
    'end.',
    'end ',
    'a\nb',
    'a\u202ets.exe',
    'a\u200bb',
    '.GIT/config',
    'git~1/x',
    '~x',
    'what?',
  ])('refuses %j, which is another file on other systems', (name) => {
    const folder = folderOf({ [name]: 'x' });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('x');
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test('reports bytes that are not UTF-8 as a problem', () => {
    const folder = folderOf({});
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.of(0xff)]), 'x');
    expect(codesOf(() => readPackageFolder(folder))).toEqual(['PLUGIN_UNREADABLE']);
  });

  test.each([
    ['files by case', ['src/App.ts', 'src/app.ts']],
    ['files by composition', ['\u00e9.ts', 'e\u0301.ts']],
    ['folders by case', ['Src/a.ts', 'src/b.ts']],
    ['a folder and a file', ['Lib/a.ts', 'lib']],
  ])('refuses paths that are equal on some systems: %s', (_, paths) => {
    const folder = folderOf(Object.fromEntries(paths.map((path) => [path, 'x'])));
    for (const path of paths) expect(readFileSync(join(folder, path), 'utf8')).toBe('x');
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });
});

describe('caps', () => {
  test('depth', () => {
    expect(Object.keys(read(folderOf({ [deep(packageLimits.depth)]: 'x' })))).toHaveLength(1);
    expect(codesOf(() => readPackageFolder(folderOf({ [deep(packageLimits.depth + 1)]: 'x' })))).toEqual(refused);
  });

  test('path length in bytes', () => {
    expect(Object.keys(read(folderOf({ [long(packageLimits.pathBytes)]: 'x' })))).toHaveLength(1);
    expect(codesOf(() => readPackageFolder(folderOf({ [long(packageLimits.pathBytes + 1)]: 'x' })))).toEqual(refused);
    expect(codesOf(() => readPackageFolder(folderOf({ [`${'é'.repeat(119)}/ab`]: 'x' })))).toEqual(refused);
  });

  test('number of entries, including folders', () => {
    const folder = folderOf({});
    for (let at = 0; at < packageLimits.entries; at += 1) mkdirSync(join(folder, `d${at}`));
    expect(read(folder)).toEqual({});
    mkdirSync(join(folder, 'one-more'));
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });

  test('size of a file, and of all files', () => {
    const folder = folderOf({ a: '', b: '', c: '', d: '', e: '' });
    truncateSync(join(folder, 'a'), packageLimits.fileBytes + 1);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
    for (const name of ['a', 'b', 'c', 'd']) truncateSync(join(folder, name), packageLimits.fileBytes);
    expect(readPackageFolder(folder).size).toBe(5);
    truncateSync(join(folder, 'e'), 1);
    expect(codesOf(() => readPackageFolder(folder))).toEqual(refused);
  });
});
