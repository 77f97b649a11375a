/** For any archive headers, the inspection refuses the archive or finds the same files that other programs unpack. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import * as tar from 'tar';
import { afterAll, expect, test } from 'vitest';
import { inspectArchive } from '../../../registry-client/archive/inspect.ts';
import { RegistryError } from '../../../registry-client/errors.ts';
import { entryBytes } from '../../support/archives.ts';
import { notVerified } from '../../support/not-verified.ts';

const scratch = mkdtempSync(join(tmpdir(), 'genlock-oracle-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Files = ReadonlyMap<string, string>;

/** Returns the files that the inspection finds, or `undefined` if it refuses the archive. */
function inspected(packed: Uint8Array): Files | undefined {
  try {
    return new Map([...inspectArchive(packed)].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'ARCHIVE_REFUSED') return undefined;
    throw error;
  }
}

/** Returns the files that a program unpacks, or `undefined` if it refuses the archive. */
function unpacked(packed: Uint8Array, unpack: Unpack): Files | undefined {
  const folder = join(scratch, 'unpacked');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = join(scratch, 'archive.tgz');
  writeFileSync(archive, packed);
  if (!unpack(archive, folder)) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(join(folder, 'package'), path), readFileSync(path, 'latin1')]),
  );
}

/** Unpacks an archive with a program. @returns whether the program succeeded */
type Unpack = (archive: string, cwd: string) => boolean;

const byNode: Unpack = (file, cwd) => {
  tar.x({ file, cwd, sync: true });
  return true;
};
const byGnu: Unpack = (file, cwd) => spawnSync('tar', ['-xzf', file, '--no-same-owner'], { cwd }).status === 0;

const segment = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('a', 'b', 'c') },
  fc.constantFrom('..', '.', '', 'D', 'ä', 'a b', '-rf', 'a\\b', 'C:', 'package', 'n'.repeat(99), 'é'.normalize('NFD')),
);
const path = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => ['package', ...parts].join('/')),
  },
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  fc.constantFrom('package', 'package/', '/package/a', '././@LongLink', 'PaxHeader/a'),
);
const type = fc.oneof(
  { weight: 30, arbitrary: fc.constant('File' as const) },
  { weight: 2, arbitrary: fc.constantFrom('Directory' as const, 'OldFile' as const) },
  fc.constantFrom('SymbolicLink', 'Link', 'FIFO', 'ContiguousFile', 'CharacterDevice', 'OldGnuLongPath', 'GNUDumpDir'),
);
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const header = fc.record({
  path,
  type,
  content: fc.oneof(
    { weight: 4, arbitrary: fc.string({ maxLength: 20 }) },
    fc.string({ minLength: 600, maxLength: 700 }),
  ),
  mode: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(0o644, 0o755) }, fc.constantFrom(0o4755, 0o1777)),
  uid: fc.nat(0o7777777),
  size: seldom(fc.nat(1100)),
  linkpath: seldom(path),
  extended: seldom(fc.tuple(fc.constantFrom('path', 'size', 'linkpath', 'comment', 'mtime', 'GNU.sparse.name'), path)),
  patch: seldom(fc.tuple(fc.nat(511), fc.nat(255))),
});

type Generated = typeof header extends fc.Arbitrary<infer Value> ? Value : never;

/** Entries with an optional extended header, and with one changed header byte. */
function bytesOf({ extended, patch, size, linkpath, type: kind, ...plain }: Generated): Buffer {
  const entry = entryBytes({
    ...plain,
    type: kind,
    ...(size !== undefined && { size }),
    ...(linkpath !== undefined && { linkpath }),
  });
  if (patch !== undefined) {
    const [at, value] = patch;
    entry[at] = value;
    mendChecksum(entry);
  }
  return extended === undefined ? entry : Buffer.concat([extendedHeader(extended), entry]);
}

function extendedHeader([key, value]: readonly [string, string]): Buffer {
  const record = Buffer.from(` ${key}=${value}\n`);
  const digits = String(record.length + 3).length;
  const content = `${record.length + digits}${record.toString()}`;
  return entryBytes({ path: 'PaxHeader', type: 'ExtendedHeader', content });
}

function mendChecksum(bytes: Buffer): void {
  bytes.fill(32, 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}

const archives = fc
  .array(header, { minLength: 1, maxLength: 4 })
  .map((headers) => gzipSync(Buffer.concat([...headers.map(bytesOf), Buffer.alloc(1024)])));

test('finds the same files as node-tar and GNU tar in every accepted archive', (context) => {
  const isGnu = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU tar') ?? false;
  const programs = isGnu ? [byNode, byGnu] : [byNode];
  let compared = 0;
  const property = fc.property(archives, (packed) => {
    const seen = inspected(packed);
    if (seen === undefined) return;
    for (const unpack of programs) {
      const files = unpacked(packed, unpack);
      // A program that refuses the archive cannot unpack other files.
      if (files === undefined) continue;
      compared += 1;
      expect(files).toEqual(seen);
    }
  });
  fc.assert(property, { numRuns: 300 });
  expect(compared).toBeGreaterThan(40 * programs.length);
  if (!isGnu) notVerified(context, { reason: 'no GNU tar', remedy: 'a system with GNU tar as `tar`' });
});
