/** Which files of npm's are read, and how much of them. */
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

test.each(['project', 'user'] as const)('what of a %s is no plain file, or has no end, is refused', (level) => {
  symlinkSync('/dev/zero', fileOf[level]());
  expect(() => textsOf()).toThrow(refusal);
});

test('nobody waits for a pipe', () => {
  execFileSync('mkfifo', [fileOf.project()]);
  expect(() => textsOf()).toThrow(refusal);
});

test.each([
  ['project', 64],
  ['user', 1024],
] as const)('a %s’s file has a largest size', (level, kibibytes) => {
  writeFileSync(fileOf[level](), ';'.repeat(kibibytes * 1024));
  expect(textsOf()).toEqual([[level, ';'.repeat(kibibytes * 1024)]]);
  truncateSync(fileOf[level](), kibibytes * 1024 + 1);
  expect(() => textsOf()).toThrow(refusal);
});

test('a file in UTF-16 is refused: who bound a scope in it would get a twin', () => {
  const text = '@acme:registry=https://acme.example/\n';
  writeFileSync(fileOf.user(), `\uFEFF${text}`, 'utf16le');
  expect(() => textsOf()).toThrow(refusal);
  writeFileSync(fileOf.user(), text);
  expect(textsOf()).toEqual([['user', text]]);
});

test('a file that isn’t there is none, and so is the one that is nothing', () => {
  expect(textsOf({ npm_config_userconfig: devNull })).toEqual([]);
});
