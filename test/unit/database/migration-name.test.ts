import { expect, test } from 'vitest';
import { migrationName } from '../../../src/database/migration-name.ts';

const now = new Date('2026-01-31T12:34:56.789Z');

test.each([
  ['init', '20260131123456_init'],
  ['Add Title & Body', '20260131123456_add_title_body'],
  ['../../etc/passwd', '20260131123456_etc_passwd'],
  ['Größe ändern', '20260131123456_gro_e_andern'],
  ['日本', '20260131123456_migration'],
  ['', '20260131123456_migration'],
])('converts %s to %s', (title, name) => {
  expect(migrationName(title, { now, existing: [] })).toBe(name);
});

test('limits the length of a name for every file system', () => {
  expect(migrationName('x'.repeat(1000), { now, existing: [] }).length).toBeLessThan(128);
});

test.each([
  [['20260131123456_a'], '20260131123457_b'],
  [['20260131123456_a', '20260131123457_a'], '20260131123458_b'],
  [['20291231235959_a', 'not_a_migration'], '20300101000000_b'],
])('the name after %j is %s', (existing, name) => {
  expect(migrationName('b', { now, existing })).toBe(name);
});
