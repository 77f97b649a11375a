import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { commandWord } from '../../../src/core/command-word.ts';
import { startingEnvironment } from '../../../src/engine/environment.ts';

const contentWith = (invocation: string | undefined): string =>
  startingEnvironment({ plugins: [], database: 'file', invocation }, (bytes) => new Uint8Array(bytes)).file.content;

describe('the .env of a new project', () => {
  test.each([undefined, 'genlock'])('does not name Genlock if it starts with %s', (invocation) => {
    expect(contentWith(invocation)).not.toMatch(/genlock/iu);
  });

  test.each([
    ['a path', 'node /opt/genlock/bin/run.js'],
    ['spaces and a dollar sign', "node '/my tools/$5 #1/run.js'"],
    ['an apostrophe', `node '/it'\\''s/run.js'`],
    ['Windows', '"C:\\Program Files\\nodejs\\node.exe" C:\\npm\\new\\run.js'],
  ])('keeps the invocation: %s', (_name, invocation) => {
    expect(parseEnv(contentWith(invocation))['GENLOCK_COMMAND']).toBe(invocation);
  });

  test('omits an invocation that the format cannot contain', () => {
    expect(contentWith("node 'a`b\"c'")).not.toContain('GENLOCK_COMMAND');
  });
});

test.each(['plain', 'two words', "it's", '$HOME', 'a"b', '`id`', 'Ünï', '=ls', '*', 'a\\b', '!x', '~'])(
  'a shell reads %s as one unchanged word',
  (word) => {
    expect(execFileSync('sh', ['-c', `printf %s ${commandWord(word)}`], { encoding: 'utf8' })).toBe(word);
  },
);
