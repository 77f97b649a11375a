import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectArchive } from '../../../registry-client/archive/inspect.ts';
import { packArchive, packedPaths } from '../../../registry-client/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const segment = fc.stringMatching(/^[a-z][a-z0-9é-]{0,40}$/u);
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => `${segments.join('/')}.txt`);
const bytes = fc.uint8Array({ maxLength: 1500 });

test('unpacks to the packed files, in any order and with paths of any length', () => {
  fc.assert(
    fc.property(fc.dictionary(path, bytes, { minKeys: 1, maxKeys: 8 }), (files) => {
      const entries = Object.entries(files);
      const archive = packArchive(new Map(entries));
      expect(packArchive(new Map(entries.toReversed())).equals(archive)).toBe(true);
      const unpacked = [...inspectArchive(archive)].map(([name, content]) => [name, Buffer.from(content)] as const);
      expect(new Map(unpacked)).toEqual(new Map(entries.map(([name, content]) => [name, Buffer.from(content)])));
    }),
    { numRuns: 50 },
  );
});

test.each<[what: string, manifest: object, ignore: string, packed: readonly string[]]>([
  ['everything', {}, '', ['README.md', 'a.js', 'lib/b.js', 'package.json']],
  ['what files says', { files: ['lib'] }, '', ['README.md', 'lib/b.js', 'package.json']],
  ['what .npmignore leaves', {}, 'lib\n', ['README.md', 'a.js', 'package.json']],
  ['nothing that is bundled', { bundleDependencies: ['c'] }, '', ['README.md', 'a.js', 'lib/b.js', 'package.json']],
])('packs %s', async (...[, manifest, ignore, packed]) => {
  const folder = temporaryFolder();
  for (const name of [
    'README.md',
    'a.js',
    'lib/b.js',
    '.npmrc',
    '.git/config',
    'node_modules/c/index.js',
    'old.orig',
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', ...manifest }));
  if (ignore !== '') writeFileSync(join(folder, '.npmignore'), ignore);
  const paths = await packedPaths(folder, { name: 'x', version: '1.0.0', ...manifest });
  expect(paths).toEqual(packed);
});
