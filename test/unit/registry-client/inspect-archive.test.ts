import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import * as tar from 'tar';
import { describe, expect, test } from 'vitest';
import { inspectArchive } from '../../../registry-client/archive/inspect.ts';
import { archiveLimits } from '../../../registry-client/archive/limits.ts';
import { RegistryError } from '../../../registry-client/errors.ts';
import { entryBytes, packageOf, tarOf, tgzOf, type ArchiveEntry } from '../../support/archives.ts';

const good: readonly ArchiveEntry[] = [
  { path: 'package/package.json', content: '{}' },
  { path: 'package/templates/a.md', content: 'hello' },
];

function inspected(bytes: Uint8Array): unknown {
  try {
    return [...inspectArchive(bytes).keys()];
  } catch (error) {
    if (error instanceof RegistryError) return error.message.replace('the archive is invalid: ', '');
    throw error;
  }
}

test('returns the sorted files of a package, without the folder around them', () => {
  const files = inspectArchive(packageOf({ 'b.js': 'b', 'a/c.md': 'ü', 'a.bin': new Uint8Array([0, 255]) }));
  expect([...files].map(([path, bytes]) => [path, [...bytes]])).toEqual([
    ['a.bin', [0, 255]],
    ['a/c.md', [0xc3, 0xbc]],
    ['b.js', [98]],
  ]);
});

test('accepts archives from npm with folder entries and long paths in extended headers', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'genlock-archive-'));
  const long = `${'long/'.repeat(11)}${'name'.repeat(28)}ü.txt`;
  const entries = [
    { path: 'package', type: 'Directory' as const },
    { path: 'package/x/', type: 'Directory' as const },
  ];
  try {
    expect(inspected(tgzOf([...entries, ...good]))).toEqual(['package.json', 'templates/a.md']);
    const pax = new tar.Pax({ path: `package/${long}` }).encode();
    const bytes = gzipSync(Buffer.concat([pax, entryBytes({ path: 'package/short', content: 'x' }), tarOf(good)]));
    expect(inspected(bytes)).toEqual([long, 'package.json', 'templates/a.md']);
    mkdirSync(join(scratch, 'package'));
    writeFileSync(join(scratch, 'package/ünï.txt'), 'hello');
    const file = join(scratch, 'archive.tgz');
    tar.c({ file, gzip: true, portable: true, cwd: scratch, sync: true }, ['package']);
    expect(inspected(readFileSync(file))).toEqual(['ünï.txt']);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

const link = (type: 'SymbolicLink' | 'Link', linkpath: string) => ({ path: 'package/l', type, linkpath });
const named = (path: string): Buffer => tgzOf([...good, { path, content: 'x' }]);
const raw = tarOf(good);
const longName = entryBytes({ path: '././@LongLink', type: 'NextFileHasLongPath', content: '13 comment=x\n' });
const twice = entryBytes({
  path: 'PaxHeader',
  type: 'ExtendedHeader',
  content: '18 path=package/a\n18 path=package/b\n',
});
const hidden = Buffer.concat([tarOf([{ path: 'package/evil.js', content: 'evil' }]), Buffer.alloc(14 * 512)]);

describe('refuses a bad archive with one reason', () => {
  const cases: readonly (readonly [what: string, bytes: Uint8Array, reason: string])[] = [
    ['nothing', new Uint8Array(), 'it is not a gzip file'],
    ['a page', Buffer.from('<!doctype html>'), 'it is not a gzip file'],
    ['a tar that is not zipped', raw, 'it is not a gzip file'],
    ['text that is zipped', gzipSync('hello'), 'its tar is damaged'],
    ['no entry at all', gzipSync(Buffer.alloc(1024)), 'its tar is damaged'],
    ['a folder only', tgzOf([{ path: 'package/', type: 'Directory' }]), 'it is empty'],
    ['zipped twice', gzipSync(gzipSync(raw)), 'it is zipped twice'],
    ['cut short', gzipSync(raw).subarray(0, 100), 'its gzip stream is damaged'],
    ['a tar cut short', gzipSync(raw.subarray(0, 1500)), 'it breaks off'],
    ['a tar without an end', gzipSync(raw.subarray(0, raw.length - 1024)), 'it breaks off'],
    ['a second gzip member', Buffer.concat([gzipSync(raw), gzipSync(raw)]), 'something follows its gzip stream'],
    ['zeros behind it', Buffer.concat([gzipSync(raw), Buffer.alloc(100)]), 'something follows its gzip stream'],
    [
      'garbage behind a zero, and the length of what is unpacked',
      Buffer.concat([gzipSync(raw), Buffer.from('\0garbage'), gzipSync(raw).subarray(-4)]),
      'something follows its gzip stream',
    ],
    ['garbage behind it', Buffer.concat([gzipSync(raw), Buffer.from('garbage')]), 'its gzip stream is damaged'],
    ['a second tar in it', gzipSync(Buffer.concat([raw, raw])), 'something follows its end'],
    ['a checksum that is wrong', gzipSync(spoiled(raw)), 'its tar is damaged'],
    ['a symbolic link', tgzOf([...good, link('SymbolicLink', '/etc')]), '"package/l" is a link'],
    ['a hard link', tgzOf([...good, link('Link', 'package/package.json')]), '"package/l" is a link'],
    [
      'a device',
      tgzOf([{ path: 'package/d', type: 'CharacterDevice' }]),
      '"package/d" is a special file (CharacterDevice)',
    ],
    ['a pipe', tgzOf([{ path: 'package/d', type: 'FIFO' }]), '"package/d" is a special file (FIFO)'],
    [
      'a contiguous file',
      tgzOf([{ path: 'package/d', type: 'ContiguousFile' }]),
      '"package/d" is a special file (ContiguousFile)',
    ],
    ['setuid', tgzOf([{ path: 'package/d', mode: 0o4755 }]), '"package/d" has a setuid, setgid or sticky bit'],
    ['a way up', named('package/../x'), '"package/../x" has an empty segment, or one of dots'],
    ['a way up from the root', named('../package/x'), '"../package/x" is not below package/'],
    ['an absolute path', named('/package/x'), '"/package/x" is not below package/'],
    ['another root', named('zzz/manifest.json'), '"zzz/manifest.json" is not below package/'],
    ['a root of dots', named('./manifest.json'), '"./manifest.json" is not below package/'],
    ['no root', named('manifest.json'), '"manifest.json" is not below package/'],
    ['a drive', named('C:/x'), '"C:/x" is not below package/'],
    ['two slashes', named('package//x'), '"package//x" has an empty segment, or one of dots'],
    ['a name that is no UTF-8', gzipSync(latin(raw)), '"package/package.jso\uFFFD" is not valid UTF-8'],
    ['a NUL byte before a line break', named('package/a\0\n'), String.raw`"package/a\n" is followed by a NUL byte`],
    [
      'a sparse file',
      gzipSync(Buffer.concat([pax('GNU.sparse.name=package/other'), raw])),
      'a header has an invalid "GNU.sparse.name" record',
    ],
    [
      'a header of a link',
      gzipSync(Buffer.concat([pax('linkpath=/etc'), raw])),
      'a header has an invalid "linkpath" record',
    ],
    [
      'a size another program takes for the real one',
      gzipSync(Buffer.concat([pax('SCHILY.realsize=9'), raw])),
      'a header has an invalid "SCHILY.realsize" record',
    ],
    [
      'two headers for one entry',
      gzipSync(Buffer.concat([pax('path=package/a'), pax('path=package/b'), raw])),
      'two extended headers describe one entry',
    ],
    ['a path that is said twice', gzipSync(Buffer.concat([twice, raw])), 'a header has a duplicate key'],
    [
      'a long name of the old kind',
      gzipSync(Buffer.concat([longName, raw])),
      'it has an entry of an unknown kind, or a header that is too long',
    ],
    ['a size that is none', gzipSync(Buffer.concat([pax('size=big'), raw])), 'a header has an invalid "size" record'],
    ['a file twice', tgzOf([...good, ...good]), 'package/package.json is in it twice'],
    ['a file where a folder is', named('package/templates'), 'package/templates is a file and a folder'],
    [
      'a file where a folder of a folder is',
      tgzOf([{ path: 'package/b/a', type: 'Directory' }, { path: 'package/b' }]),
      'package/b is a file and a folder',
    ],
    [
      'a folder below a file',
      tgzOf([{ path: 'package/b' }, { path: 'package/b/a/', type: 'Directory' }]),
      'package/b is a file and a folder',
    ],
    ['a folder where a file is', named('package/package.json/x'), 'package/package.json is a file and a folder'],
    ['too deep', named(`package/${'d/'.repeat(17)}x`), `"package/${'d/'.repeat(17)}x" is deeper than 16 folders`],
    [
      'too many',
      tgzOf(Array.from({ length: 2001 }, (_, n) => ({ path: `package/${n}` }))),
      'it has more than 2000 entries',
    ],
    [
      'too large',
      roomy([{ path: 'package/x', content: new Uint8Array(17 << 20) }]),
      '"package/x" is larger than 16777216 bytes',
    ],
    [
      'a bomb',
      gzipSync(Buffer.alloc(32 << 20)),
      `it unpacks to more than ${100 * gzipSync(Buffer.alloc(32 << 20)).length} bytes`,
    ],
    ['huge as it comes', new Uint8Array(archiveLimits.packed + 1), `it is larger than ${archiveLimits.packed} bytes`],
    ['a name with a NUL', gzipSync(Buffer.concat([pax('path=package/a\0b'), raw])), 'a header holds a NUL'],
    [
      'a header that is longer as text, and a file behind the end',
      gzipSync(Buffer.concat([pax(Buffer.concat([Buffer.from('comment='), Buffer.alloc(3000, 0xff)])), raw, hidden])),
      'a header is not valid UTF-8',
    ],
    [
      'a record inside of another',
      gzipSync(Buffer.concat([pax('comment=x\n18 path=package/y'), raw])),
      'a header holds a record with a wrong length',
    ],
    [
      'a size in a header',
      gzipSync(Buffer.concat([pax('size=1'), raw])),
      "two headers don't agree on the size of package/package.json",
    ],
    [
      'a path for all',
      gzipSync(Buffer.concat([pax('path=package/y', 'g'), raw])),
      'a header renames or resizes more than one entry',
    ],
    [
      'a header that is too long',
      gzipSync(Buffer.concat([pax(`comment=${'x'.repeat(9000)}`), raw])),
      'it has an entry of an unknown kind, or a header that is too long',
    ],
  ];
  test.each(cases)('%s', (_, bytes, reason) => {
    expect(inspected(bytes)).toBe(reason);
  });

  test.each(
    cases.filter(([what]) =>
      ['another root', 'a second tar in it', 'a file twice', 'setuid', 'a record inside of another'].includes(what),
    ),
  )('tar itself unpacks %s', async (_, bytes) => {
    const cwd = mkdtempSync(join(tmpdir(), 'genlock-archive-'));
    try {
      await new Promise((resolve) => tar.x({ cwd }).on('close', resolve).end(Buffer.from(bytes)));
      expect(readdirSync(cwd).length).toBeGreaterThan(0);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});

/** Compresses an archive badly, so that its growth is not a reason to refuse it. */
function roomy(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(tarOf(entries), { level: 1, strategy: constants.Z_HUFFMAN_ONLY });
}

/** Creates an extended header with one record and its length. */
function pax(record: string | Buffer, type: 'x' | 'g' = 'x'): Buffer {
  const body = Buffer.concat([Buffer.from(' '), Buffer.from(record), Buffer.from('\n')]);
  const digits = String(body.length).length;
  const length = body.length + String(body.length + digits).length;
  const kind = type === 'x' ? 'ExtendedHeader' : 'GlobalExtendedHeader';
  return entryBytes({ path: 'PaxHeader', type: kind, content: Buffer.concat([Buffer.from(String(length)), body]) });
}

/** Changes the last letter of the first name to another encoding. */
function latin(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy['package/package.json'.length - 1] = 0xe4;
  mendChecksum(copy);
  return copy;
}

function spoiled(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[0] = 120;
  return copy;
}

test('accepts or refuses any header bytes, and accepted paths stay within the package', () => {
  let taken = 0;
  const property = fc.property(
    fc.array(fc.tuple(fc.nat(511), fc.nat(255)), { maxLength: 6 }),
    fc.boolean(),
    (changes, mend) => {
      const bytes = Buffer.from(raw);
      for (const [at, value] of changes) bytes[at] = value;
      if (mend) mendChecksum(bytes);
      const result = inspected(gzipSync(bytes));
      expect(Array.isArray(result) || typeof result === 'string').toBe(true);
      if (!Array.isArray(result)) return;
      taken += 1;
      for (const path of result) expect(join('/package', String(path))).toBe(`/package/${path}`);
    },
  );
  fc.assert(property, { numRuns: 5_000 });
  expect(taken).toBeGreaterThan(100);
});

function mendChecksum(bytes: Buffer): void {
  bytes.fill(32, 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}
