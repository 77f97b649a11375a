/** Refusing an archive costs at most ten times as much as reading the largest valid archive, and writes no files. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inspectArchive } from '../../../registry-client/archive/inspect.ts';
import { archiveLimits } from '../../../registry-client/archive/limits.ts';
import { RegistryError } from '../../../registry-client/errors.ts';
import { entryBytes, tarOf, type ArchiveEntry } from '../../support/archives.ts';
import { repository } from '../../support/cli.ts';

const mebibyte = 1024 * 1024;

/** Creates an archive with the maximum number of entries, and nearly the maximum sizes. */
function largest(): Buffer {
  const content = Buffer.concat([randomBytes(4500), Buffer.alloc(27_500, 'abc')]);
  const files = Array.from({ length: archiveLimits.entries }, (_, at) => ({ path: `package/${at}`, content }));
  return gzipSync(tarOf(files), { level: 1 });
}

/** Compresses an archive badly, so that its growth is not a reason to refuse it. */
const roomy = (tar: Buffer): Buffer => gzipSync(tar, { level: 1, strategy: constants.Z_HUFFMAN_ONLY });
const times = (count: number, bytes: Buffer): Buffer => Buffer.concat(Array<Buffer>(count).fill(bytes));
const small = tarOf([{ path: 'package/package.json', content: '{}' }]);
/** Creates a header with a comment record that applies to all entries. */
function comment(bytes: number): Buffer {
  const record = ` comment=${'x'.repeat(bytes)}\n`;
  const content = `${record.length + String(record.length + 4).length}${record}`;
  return entryBytes({ path: 'PaxHeader', type: 'GlobalExtendedHeader', content });
}

const hostile: readonly (readonly [what: string, bytes: () => Buffer, reason: string])[] = [
  ['100,000 entries', () => roomy(Buffer.concat([times(100_000, folder), small])), 'more than 2000 entries'],
  ['a bomb', () => gzipSync(Buffer.alloc(128 * mebibyte), { level: 1 }), 'unpacks to more than'],
  [
    'a bomb that grows no more than it may',
    () => gzipSync(Buffer.concat([randomBytes(0.7 * mebibyte), Buffer.alloc(60 * mebibyte)]), { level: 1 }),
    'its tar is damaged',
  ],
  ['a file beyond the largest', () => roomy(tarOf([zeros(20)])), 'larger than'],
  ['20,000 extra headers', () => roomy(Buffer.concat([times(20_000, comment(450)), small])), 'extra headers'],
  ['a path of 10,000 folders', () => roomy(Buffer.concat([longPath(10_000), small])), 'header that is too long'],
  ['2000 paths of 100 folders', () => roomy(tarOf(deep(2000))), 'deeper than'],
  ['100,000 gzip members with nothing', () => times(100_000, gzipSync('')), 'its tar is damaged'],
  ['10,000 gzip members', () => times(10_000, gzipSync(small)), 'something follows its gzip stream'],
  ['damaged in the middle', () => damaged(roomy(tarOf([zeros(16)]))), 'its gzip stream is damaged'],
];

const folder = entryBytes({ path: 'package/folder/', type: 'Directory' });

function deep(count: number): readonly ArchiveEntry[] {
  return Array.from({ length: count }, (_, at) => ({ path: `package/${'d/'.repeat(100)}${at}` }));
}

function zeros(mebibytes: number): ArchiveEntry {
  return { path: 'package/zeros', content: Buffer.alloc(mebibytes * mebibyte) };
}

function longPath(folders: number): Buffer {
  return entryBytes({
    path: '././@LongLink',
    type: 'NextFileHasLongPath',
    content: `package/${'d/'.repeat(folders)}x`,
  });
}

function damaged(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.length / 2), randomBytes(1000), bytes.subarray(bytes.length / 2)]);
}

function refusal(bytes: Buffer): string {
  try {
    return `taken: ${inspectArchive(bytes).size} files`;
  } catch (error) {
    if (error instanceof RegistryError) return error.message;
    throw error;
  }
}

interface Look {
  readonly said: string;
  /** CPU time of this thread in microseconds. The median of three runs excludes pauses. */
  readonly cost: number;
}

function look(bytes: Buffer): Look {
  const looks = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    const said = refusal(bytes);
    const { user, system } = process.threadCpuUsage(before);
    return { said, cost: user + system };
  });
  const [, median] = looks.toSorted((one, other) => one.cost - other.cost);
  if (median === undefined) throw new Error('there are three');
  return median;
}

test('refuses an archive in at most ten times the CPU time of the largest valid archive', () => {
  const bytes = largest();
  expect(bytes.length).toBeGreaterThan(0.8 * archiveLimits.packed);
  const good = look(bytes);
  expect(good.said).toBe(`taken: ${archiveLimits.entries} files`);
  for (const [what, make, reason] of hostile) {
    const bad = look(make());
    expect([what, bad.said]).toEqual([what, expect.stringContaining(reason)]);
    expect.soft(bad.cost, what).toBeLessThan(10 * good.cost);
  }
}, 300_000);

test('the inspection imports no file system module and so writes no files', () => {
  const place = join(repository, 'registry-client/archive');
  const imported = readdirSync(place).flatMap((name) =>
    [...readFileSync(join(place, name), 'utf8').matchAll(/from '(node:[^']+|tar[^']*)'|import\(|process\./gu)].map(
      ([, module]) => module,
    ),
  );
  // Only the tar parser and its entries, not the modules that pack or unpack.
  expect(new Set(imported)).toEqual(new Set(['node:zlib', 'tar/parse', 'tar/read-entry']));
});
