import { describe, expect, test } from 'vitest';
import type { Footprint } from '../../../src/consent/footprint.ts';
import {
  lockPlugin,
  parseLockfile,
  printLockfile,
  readLockfile,
  type Lockfile,
} from '../../../src/lockfile/lockfile.ts';
import { parseSource, printSource } from '../../../src/lockfile/source.ts';
import type { Manifest, PluginSource } from '../../../src/plugin/plugin.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const footprint: Footprint = {
  ...noFootprint,
  files: 2,
  code: codeOf({ server: 10, tests: 3 }),
  routes: [{ path: '/api/notes', methods: ['GET', 'POST'], access: 'public' }],
  models: ['Note'],
  providers: [],
  packages: ['zod@^4.0.0'],
  settings: ['title'],
  secrets: ['apiKey'],
};
const manifest: Manifest = { name: 'notes', version: '1.2.3', frameworks: ['express'], databases: ['file'], dependencies: {}, settings: {} }; // prettier-ignore
const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;

function lockfile(names: readonly string[] = ['zeta', 'base'], brings = footprint): Lockfile {
  const plugin = { manifest, source: { kind: 'bundled', name: 'base' }, integrity } as const;
  const entry = lockPlugin(
    { plugin, inputs: digestOf('inputs'), operations: digestOf('operations'), footprint: brings },
    '/project',
  );
  return { genlock: '0.1.0', renderer: 3, plugins: new Map(names.map((name) => [name, entry])) };
}

describe('the lockfile', () => {
  test('is sorted, has one fact per line and reads back', () => {
    const text = printLockfile(lockfile());
    expect(text).toBe(printLockfile(lockfile(['base', 'zeta'])));
    expect(text.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        '"lockfileVersion": 1,',
        '"renderer": 3',
        '"source": "bundled:base",',
        '"GET,POST /api/notes public"',
      ]),
    );
    const readBack = parseLockfile(text);
    expect([...readBack.plugins.keys()]).toEqual(['base', 'zeta']);
    expect(printLockfile(readBack)).toBe(text);
  });

  test('reads back the largest possible plugin data', () => {
    const longest: Footprint = {
      ...footprint,
      routes: Array.from({ length: 20_000 }, (_, index) => ({
        path: `/api/${String(index).padStart(299, 'a')}`,
        methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
        access: 'authenticated',
      })),
      packages: [`@${'a'.repeat(106)}/${'b'.repeat(106)}@${'^1.0.0 || '.repeat(25)}^2.0.0`],
    };
    const text = printLockfile(lockfile(['notes'], longest));
    expect(printLockfile(parseLockfile(text))).toBe(text);
  });

  test('contains no time and no local path', () => {
    expect(printLockfile(lockfile())).not.toMatch(/\d{4}-\d\d-\d\d|\/project/u);
  });

  test('may be missing', () => {
    expect(readLockfile(temporaryFolder())).toMatchObject({ lockfile: undefined, state: 'absent' });
  });

  const valid = printLockfile(lockfile());
  test.each([
    ['no JSON', '{', 'PROJECT_LOCKFILE_INVALID'],
    ['merge markers', `<<<<<<< ours\n${valid}=======\n${valid}>>>>>>> theirs\n`, 'PROJECT_LOCKFILE_INVALID'],
    ['a newer version', valid.replace('"lockfileVersion": 1', '"lockfileVersion": 2'), 'PROJECT_LOCKFILE_VERSION'],
    ['no version', valid.replace('"lockfileVersion": 1', '"version": 1'), 'PROJECT_LOCKFILE_INVALID'],
    ['a short integrity', valid.replaceAll(integrity, 'sha512-AA=='), 'PROJECT_LOCKFILE_INVALID'],
    ['an unknown source', valid.replaceAll('bundled:base', 'ftp://x'), 'PROJECT_LOCKFILE_INVALID'],
    ...['foo', 'data:x', 'http://host.example/', 'https://u:p@host.example/', 'https://host.example/?', ''].map(
      (address) => [
        `the registry ${address}`,
        valid.replaceAll('bundled:base', `registry:${address}`),
        'PROJECT_LOCKFILE_INVALID',
      ],
    ),
    ['an unknown key', valid.replace('"genlock"', '"more": 1, "genlock"'), 'PROJECT_LOCKFILE_INVALID'],
    ['a list', '[]', 'PROJECT_LOCKFILE_INVALID'],
  ])('%s: refused', (_, text, code) => {
    expect(() => parseLockfile(text)).toThrow(expect.objectContaining({ code }));
  });

  test('names the invalid key', () => {
    const wrong = valid.replace('"files": 2', '"files": -2');
    expect(() => parseLockfile(wrong)).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ where: { file: 'genlock.lock.json', key: 'plugins.base.footprint.files' } }),
        ],
      }),
    );
  });
});

describe('the source of a plugin', () => {
  const cases: readonly { readonly source: PluginSource; readonly text: string }[] = [
    { source: { kind: 'bundled', name: 'base' }, text: 'bundled:base' },
    { source: { kind: 'folder', path: '/srv/app/plugins/notes' }, text: 'folder:plugins/notes' },
    { source: { kind: 'folder', path: '/srv/notes' }, text: 'folder:../notes' },
    { source: { kind: 'folder', path: '/elsewhere/notes' }, text: 'folder:/elsewhere/notes' },
  ];
  test.each(cases)('$text', ({ source, text }) => {
    expect(printSource(source, '/srv/app')).toBe(text);
    expect(parseSource(text, '/srv/app')).toEqual(source);
  });

  test('is undefined for an unknown kind', () => {
    expect(parseSource('ftp:x', '/srv/app')).toBeUndefined();
  });
});
