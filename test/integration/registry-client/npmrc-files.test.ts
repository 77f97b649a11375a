/** The npm settings files that are read, and their maximum size. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { npmrcFiles } from '../../../registry-client/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let root: string;
let home: string;
beforeEach(() => {
  root = temporaryFolder();
  home = temporaryFolder();
});

const refusal = expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }) as Error;
const textsOf = (env: Record<string, string> = {}) =>
  npmrcFiles({ root, home, execPath: join(home, 'bin/node'), env }).map(({ level, text }) => [level, text]);
const fileOf = { project: () => join(root, '.npmrc'), user: () => join(home, '.npmrc') };

test.each(['project', 'user'] as const)('refuses a %s file that is not a regular file or has no end', (level) => {
  symlinkSync('/dev/zero', fileOf[level]());
  expect(() => textsOf()).toThrow(refusal);
});

test('refuses a pipe without waiting for it', () => {
  execFileSync('mkfifo', [fileOf.project()]);
  expect(() => textsOf()).toThrow(refusal);
});

test.each([
  ['project', 64],
  ['user', 1024],
] as const)('a %s file has a maximum size', (level, kibibytes) => {
  writeFileSync(fileOf[level](), ';'.repeat(kibibytes * 1024));
  expect(textsOf()).toEqual([[level, ';'.repeat(kibibytes * 1024)]]);
  truncateSync(fileOf[level](), kibibytes * 1024 + 1);
  expect(() => textsOf()).toThrow(refusal);
});

test('refuses a file in UTF-16, because its scope lines would be lost', () => {
  const text = '@acme:registry=https://acme.example/\n';
  writeFileSync(fileOf.user(), `\uFEFF${text}`, 'utf16le');
  expect(() => textsOf()).toThrow(refusal);
  writeFileSync(fileOf.user(), text);
  expect(textsOf()).toEqual([['user', text]]);
});

test('ignores a missing file and the null device', () => {
  expect(textsOf({ npm_config_userconfig: devNull })).toEqual([]);
});
