import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compiledFolder } from '../../src/user-cache.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'genlock-user-cache-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the folder for compiled code', () => {
  test.skipIf(process.platform === 'win32')("is this user's alone, whatever else is let in", () => {
    const before = process.umask(0);
    try {
      vi.stubEnv('GENLOCK_CACHE', join(folder, 'cache'));
      expect(compiledFolder()).toBe(join(folder, 'cache/compiled'));
      expect(statSync(join(folder, 'cache/compiled')).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  test('is none where there can be no cache', () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('GENLOCK_CACHE', join(folder, 'file'));
    expect(compiledFolder()).toBeUndefined();
    expect(existsSync(join(folder, 'file/compiled'))).toBe(false);
  });
});
