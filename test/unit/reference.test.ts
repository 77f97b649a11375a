/** The generated reference pages in `docs`. `GENLOCK_WRITE_DOCS=1` writes the pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { readCommands } from '../support/reference/commands.ts';
import { referencePages } from '../support/reference/pages.ts';

test.each(Object.entries(referencePages))('%s matches the code', (name, content) => {
  const file = join(repository, 'docs', name);
  const expected = content();
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, expected);
  expect(readFileSync(file, 'utf8')).toBe(expected);
});

test('every argument and flag of a command has a description', () => {
  const missing = Object.values(readCommands()).flatMap(({ id, args, flags }) =>
    [...Object.values(args), ...Object.values(flags)]
      .filter(({ description = '' }) => description === '')
      .map(({ name }) => `${id} ${name}`),
  );
  expect(missing).toEqual([]);
});
