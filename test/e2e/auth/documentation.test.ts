import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgeries } from '../../support/auth-forgeries.ts';
import { repository } from '../../support/cli.ts';

/** The ids that the names of tests start with. */
function idsOf(titles: readonly string[]): ReadonlySet<string> {
  const ids = titles.flatMap((title) => /^(?:[RG]\d\d(?:, |(?= )))+/u.exec(title)?.[0].split(/, ?/u) ?? []);
  return new Set(ids.map((id) => id.trim()));
}

const titles = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    return [...source.matchAll(/['"`]((?:[RG]\d\d,? )+[^'"`]*)/gu)].map(([, title = '']) => title);
  });
const tested = idsOf([...titles, ...forgeries.map(({ title }) => title)]);
const document = readFileSync(join(repository, 'docs/AUTH.md'), 'utf8');
const documented = new Set([...document.matchAll(/^\| ([RG]\d\d) \|/gmu)].map(([, id = '']) => id));

test('each requirement that is documented has a test, and each that is tested is documented', () => {
  expect(documented.size).toBeGreaterThan(0);
  expect([...documented].filter((id) => !tested.has(id))).toEqual([]);
  expect([...tested].filter((id) => !documented.has(id))).toEqual([]);
});

test('every id in the ASVS table is a documented requirement', () => {
  const table = document.slice(document.indexOf('## OWASP ASVS'));
  const referred = [...table.matchAll(/\b([RG]\d\d)\b/gu)].map(([, id = '']) => id);
  expect(referred.filter((id) => !documented.has(id))).toEqual([]);
});
