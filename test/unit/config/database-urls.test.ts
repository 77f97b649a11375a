import { expect, test } from 'vitest';
import { databaseKinds } from '../../../src/config/config.ts';
import { databaseUrls, kindOfUrl, lineOfVariable } from '../../../src/config/database-urls.ts';

test.each(databaseKinds)('recognises the example URL of the kind %s', (kind) => {
  expect(kindOfUrl(databaseUrls[kind])).toBe(kind);
});

test.each([
  ['postgres://host/db', 'relational'],
  ['mongodb+srv://host/db', 'document'],
  ['FILE:./dev.db', 'file'],
  ['mysql://host/db', undefined],
  ['./dev.db', undefined],
])('reads the scheme of %s', (url, kind) => {
  expect(kindOfUrl(url)).toBe(kind);
});

test.each([
  ['A=1\nDATABASE_URL=x', 2],
  ['A=1\r\n\r\n  export DATABASE_URL = "x"\r\n', 3],
  ['DATABASE_URL=x\nDATABASE_URL=y\n', 2],
  ['# DATABASE_URL=x\nTEST_DATABASE_URL=y\n', undefined],
])('finds the line of a variable in %j', (text, line) => {
  expect(lineOfVariable(text, 'DATABASE_URL')).toBe(line);
});
