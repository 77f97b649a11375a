import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codes, exitCodes, exitMeanings, type CodeEntry } from '../../../src/errors/codes.ts';

const file = join(import.meta.dirname, '../../../docs/COMMANDS.md');

test('the commands page contains the table of exit codes', () => {
  const numbers = new Map<string, number>(Object.entries(exitCodes));
  const rows = Object.entries(exitMeanings).map(([name, meaning]) => `| ${numbers.get(name)} | ${meaning} |`);
  const [, section = ''] = readFileSync(file, 'utf8').split('\n## Exit codes\n');
  const [table = ''] = section.split('\n## ');
  expect(table.split('\n').filter((line) => /^\| \d/u.test(line))).toEqual(rows);
});

test('every error code has one exit code, and exit codes have different numbers', () => {
  const numbers = Object.values(exitCodes);
  expect(new Set(numbers).size).toBe(numbers.length);
  const without = Object.entries<CodeEntry>(codes).filter(([, { exit }]) => !Object.hasOwn(exitCodes, exit));
  expect(without).toEqual([]);
});
