import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { repository } from '../../support/cli.ts';
import { renderSample } from '../../support/materialize.ts';
import { entityGraphs } from './entity-graphs.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('the same input results in the same bytes, in any time zone', () => {
  fc.assert(
    fc.property(entityGraphs, (entities) => {
      process.env['TZ'] = 'Pacific/Kiritimati';
      const one = [...renderSample({ entities }, 'sample')];
      process.env['TZ'] = 'America/St_Johns';
      const other = [...renderSample(structuredClone({ entities }), 'sample')];
      expect(other).toEqual(one);
    }),
    { numRuns: 20 },
  );
});

test('text files have LF, exactly one newline at the end, and no trailing spaces', () => {
  const [entities] = fc.sample(entityGraphs, 1);
  const core = [...renderSample({ entities }, 'sample')].filter(([, { owner }]) => owner === 'core');
  const wrong = core.filter(
    ([, { content }]) => !/[^\n]\n$/.test(String(content)) || /\r|[ \t]\n/.test(String(content)),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('the pages and their tests are the same on SQLite and on PostgreSQL', () => {
  const file = join(repository, 'test/fixtures/twelve/genlock.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const [pages, others] = ['file', 'relational'].map((database) =>
    [...renderSample({ ...config, database }, 'sample')].filter(([path]) => /^(?:test\/)?client\//u.test(path)),
  );
  expect(pages?.length).toBeGreaterThan(60);
  expect(others).toEqual(pages);
});
