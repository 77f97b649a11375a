import type * as fs from 'node:fs';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { appendLines } from '../../../src/apply/append-lines.ts';
import { writeNewFile } from '../../../src/apply/write-file.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const disk = vi.hoisted(() => ({ room: Infinity }));

/** The real file system. A nearly full disk writes only part of the data, without an error. */
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const writeSync = (handle: number, bytes: Uint8Array) => real.writeSync(handle, bytes.subarray(0, disk.room));
  return { ...real, writeSync };
});

afterEach(() => {
  disk.room = Infinity;
});

function codeOf(work: () => void): string {
  try {
    work();
    return 'written';
  } catch (error) {
    if (error instanceof GenlockError) return error.code;
    throw error;
  }
}

test('appends lines to an existing file', () => {
  const file = join(temporaryFolder(), 'log');
  appendLines(file, ['a', 'b']);
  appendLines(file, ['c']);
  expect(readFileSync(file, 'utf8')).toBe('a\nb\nc\n');
});

test('refuses a relative log path', () => {
  const file = relative(process.cwd(), join(temporaryFolder(), 'log'));
  expect(codeOf(() => appendLines(file, ['a']))).toBe('POLICY_LOG');
  expect(existsSync(file)).toBe(false);
});

test('refuses a partially written line', () => {
  const file = join(temporaryFolder(), 'log');
  disk.room = 3;
  expect(codeOf(() => appendLines(file, ['long']))).toBe('POLICY_LOG');
  expect(codeOf(() => appendLines(file, ['ab']))).toBe('written');
});

test.skipIf(process.platform === 'win32')(
  'creates a private file, does not follow links and writes only to files',
  () => {
    const folder = temporaryFolder();
    const [target, link, inner] = ['target', 'link', 'inner'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(target, 'mine\n');
    const log = join(folder, 'log');
    appendLines(log, ['x']);
    expect(statSync(log).mode & 0o777).toBe(0o600);
    symlinkSync(target, link);
    mkdirSync(inner);
    expect([link, inner, join(folder, 'no/such')].map((file) => codeOf(() => appendLines(file, ['x'])))).toEqual([
      'POLICY_LOG',
      'POLICY_LOG',
      'POLICY_LOG',
    ]);
    expect(readFileSync(target, 'utf8')).toBe('mine\n');
    // Control: the target itself is writable.
    expect(codeOf(() => appendLines(target, ['x']))).toBe('written');
  },
);

test('does not overwrite an existing file with a new one', async () => {
  const file = join(temporaryFolder(), 'file');
  expect(await writeNewFile(file, 'a')).toBe(true);
  expect(await writeNewFile(file, 'b')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('a');
  await expect(writeNewFile(join(file, 'x'), 'a')).rejects.toMatchObject({ code: 'PROJECT_WRITE_FAILED' });
});
