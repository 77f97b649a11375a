/** Pipes and endless devices at the path of a file. A link in a clone can lead to them. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadArchive } from '../../../src/plugin/load-archive.ts';
import { changeNpmrc } from '../../../registry-client/index.ts';
import { readPlainFile } from '../../../registry-client/plain-file.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codesOf } from '../../unit/plugin/problems.ts';
import { codeOf, get } from '../../unit/registry-client/asking.ts';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'chat-1.0.0.tgz');
});

const places: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to what has no end', (path) => symlinkSync('/dev/zero', path)],
];

test.each(places)('refuses %s as a plugin archive', (_, make) => {
  make(file);
  expect(codesOf(() => loadArchive(file))).toEqual(['PLUGIN_PACKAGE_REFUSED']);
});

test.each(places)('refuses %s as an archive of a mirror', async (_, make) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'chat'));
  make(join(folder, 'chat/chat-1.0.0.tgz'));
  expect(await get('chat', '', { mirror: { mode: 'only', place: { folder } } })).toBe('REGISTRY_UNREACHABLE');
});

test('a token does not replace a pipe or device', async () => {
  execFileSync('mkfifo', [file]);
  const change = async () => {
    changeNpmrc(file, { '//host/:_authToken': 'canary' });
    return 'changed';
  };
  expect(await codeOf(change)).toBe('REGISTRY_CONFIG_INVALID');
  expect(lstatSync(file).isFIFO()).toBe(true);
});

test('reads a file completely, and at most one byte more than allowed', () => {
  writeFileSync(file, 'abcd');
  expect(String(readPlainFile(file, 4))).toBe('abcd');
  expect(readPlainFile(file, 3)).toHaveLength(4);
  expect(String(readPlainFile(file, 1_000_000))).toBe(readFileSync(file, 'utf8'));
});
