import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codes, exitCodes, exitMeanings, type CodeEntry } from '../../../src/errors/codes.ts';

const file = join(import.meta.dirname, '../../../docs/ERRORS.md');

/** Returns the expected page of all codes. `GENLOCK_WRITE_DOCS=1` writes the page. */
function page(): string {
  const rows = Object.entries<CodeEntry>(codes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { exit, hint }]) => `| \`${code}\` | ${exitCodes[exit]} | ${hint.replaceAll('|', '\\|')} |`);
  const exits = Object.entries(exitCodes).map(([name, code]) => `| ${code} | ${name} |`);
  return [
    '# Errors',
    '',
    'Every error has a stable code, a message, a location and a hint. With `--json`, errors are printed as data.',
    '',
    '| exit code | meaning |',
    '|---|---|',
    ...exits,
    '',
    '| code | exit | what to do |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

test('the commands page contains the table of exit codes', () => {
  const numbers = new Map<string, number>(Object.entries(exitCodes));
  const rows = Object.entries(exitMeanings).map(([name, meaning]) => `| ${numbers.get(name)} | ${meaning} |`);
  const [, section = ''] = readFileSync(join(file, '../COMMANDS.md'), 'utf8').split('\n## Exit codes\n');
  const [table = ''] = section.split('\n## ');
  expect(table.split('\n').filter((line) => /^\| \d/u.test(line))).toEqual(rows);
});

test('every error code has one exit code, and exit codes have different numbers', () => {
  const numbers = Object.values(exitCodes);
  expect(new Set(numbers).size).toBe(numbers.length);
  const without = Object.entries<CodeEntry>(codes).filter(([, { exit }]) => !Object.hasOwn(exitCodes, exit));
  expect(without).toEqual([]);
});

test('the page of error codes matches the code table', () => {
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, page());
  expect(readFileSync(file, 'utf8')).toBe(page());
});
