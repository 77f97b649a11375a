import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { homeOf } from '../../src/engine/packages/machine-settings.ts';
import { compiledFolder, userCache } from '../../src/user-cache.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'genlock-user-cache-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('the folder for compiled code', () => {
  test.skipIf(process.platform === 'win32')('is private to this user, with any umask', () => {
    const before = process.umask(0);
    try {
      vi.stubEnv('GENLOCK_CACHE', join(folder, 'cache'));
      expect(compiledFolder()).toBe(join(folder, 'cache/compiled'));
      expect(statSync(join(folder, 'cache/compiled')).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  test('is undefined without a usable cache folder', () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('GENLOCK_CACHE', join(folder, 'file'));
    expect(compiledFolder()).toBeUndefined();
    expect(existsSync(join(folder, 'file/compiled'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32').each([
    ['cache', 0o720],
    ['cache', 0o702],
    ['cache/compiled', 0o770],
    ['cache/compiled', 0o777],
  ])('is undefined if other users can write to %s (%o)', (path, mode) => {
    vi.stubEnv('GENLOCK_CACHE', join(folder, 'cache'));
    expect(compiledFolder()).toBe(join(folder, 'cache/compiled'));
    chmodSync(join(folder, path), mode);
    expect(compiledFolder()).toBeUndefined();
  });

  test.each(['cache', 'cache/compiled'])('is undefined if %s is a link', (path) => {
    vi.stubEnv('GENLOCK_CACHE', join(folder, 'cache'));
    for (const made of ['cache', 'elsewhere']) mkdirSync(join(folder, made), { mode: 0o700 });
    if (path === 'cache') rmSync(join(folder, path), { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), join(folder, path), 'junction');
    expect(compiledFolder()).toBeUndefined();
  });

  test.skipIf(process.getuid === undefined)('is undefined and not created in the folder of another user', () => {
    vi.stubEnv('GENLOCK_CACHE', join(folder, 'cache'));
    if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345);
    else vi.spyOn(process, 'getuid').mockReturnValue(statSync(folder).uid + 1);
    expect(compiledFolder()).toBeUndefined();
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });
});

describe('a variable that is empty or relative', () => {
  test.each(['', '.cache', './x'])('%j counts as unset', (value) => {
    const home = join(folder, 'home');
    for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home);
    const variables = ['GENLOCK_CACHE', 'XDG_CACHE_HOME', 'LOCALAPPDATA'];
    for (const name of variables) vi.stubEnv(name, undefined);
    const platforms = userCache();
    expect(platforms?.startsWith(home)).toBe(true);
    for (const name of variables) vi.stubEnv(name, value);
    expect(userCache()).toBe(platforms);
  });

  test.skipIf(process.platform === 'win32').each(['', 'home'])('ignores HOME=%s', (value) => {
    for (const name of ['GENLOCK_CACHE', 'XDG_CACHE_HOME', 'USERPROFILE']) vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', value);
    expect(userCache()).toBeUndefined();
    expect(compiledFolder()).toBeUndefined();
    expect(() => homeOf({ HOME: value })).toThrow(expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }));
    // The hint does not mention an .npmrc, because without a home folder there is no such file.
    expect(() => homeOf({ HOME: value })).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ hint: expect.not.stringContaining('npmrc') })] }),
    );
    expect(homeOf({ HOME: value, USERPROFILE: folder })).toBe(folder);
  });
});
