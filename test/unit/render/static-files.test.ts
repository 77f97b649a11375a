import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { header } from '../../../src/render/header.ts';
import { readStaticFiles } from '../../../src/render/read-static-files.ts';
import { repository } from '../../support/cli.ts';

test('reads every static file, but no type declaration of the folder', () => {
  const listed = readdirSync(join(repository, 'src/render/static'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => /\.m?ts$|\.mjs$/u.test(path) && !path.startsWith('types/'));
  expect(Object.keys(readStaticFiles()).sort()).toEqual(listed.sort());
});

test('static files that must not be edited start with the header', () => {
  const generated = Object.entries(readStaticFiles()).filter(([path]) => path.includes('server/generated/'));
  expect(generated.map(([, text]) => text.split('\n')[0])).toEqual(generated.map(() => header));
});
