import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packPlugin } from '../../src/flows/author/pack.ts';
import { newAuthor, type Author } from '../support/author.ts';
import { codesOf } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

let author: Author;
beforeEach(async () => {
  author = await newAuthor();
});
afterEach(() => author[Symbol.asyncDispose]());

const plain = 'templates/express/test/server/routes/guestbook.test.ts';
const tagged = 'templates/express/server/routes/guestbook.ts';

const pack = (format = true) =>
  packPlugin(
    { cwd: temporaryFolder(), folder: author.folder, format },
    { env: { HOME: author.home }, clock: () => new Date(0), progress: () => undefined },
  );
const read = (path: string): string => readFileSync(join(author.folder, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(author.folder, path), text);

test('writes the archive that publish uploads', async () => {
  const { archive, files } = await pack();
  const { integrity } = (await author.publish()).archive;
  const [sent] = author.published.all;
  expect(readFileSync(archive.path)).toEqual(sent?.archive);
  expect([archive.integrity, archive.path]).toEqual([integrity, expect.stringMatching(/\/guestbook-1\.0\.0\.tgz$/u)]);
  expect(`sha512-${createHash('sha512').update(readFileSync(archive.path)).digest('base64')}`).toBe(integrity);
  expect(files.map(({ path }) => path)).toContain('manifest.json');
});

const reformat = (path: string): string => {
  const text = read(path);
  write(path, text.replaceAll("'", '"'));
  expect(read(path)).not.toBe(text);
  return text;
};

describe('a template with another format', () => {
  test('is formatted in the folder, so publish uploads the same bytes', async () => {
    const text = reformat(plain);
    const { formatted, archive, unformatted } = await pack();
    expect([formatted, unformatted, read(plain)]).toEqual([[plain], undefined, text]);
    expect((await author.publish({ dryRun: true })).archive.integrity).toBe(archive.integrity);
    expect((await pack()).formatted).toEqual([]);
  });

  test('is unchanged and reported with --no-format', async () => {
    reformat(plain);
    const before = read(plain);
    const { formatted, unformatted } = await pack(false);
    expect([formatted, read(plain)]).toEqual([[], before]);
    expect(unformatted).toMatchObject([{ path: 'test/server/routes/guestbook.test.ts' }]);
  });

  test('is unchanged and reported if it has tags or a syntax error', async () => {
    reformat(tagged);
    write(plain, `${read(plain)}const = ;\n`);
    const before = [read(tagged), read(plain)];
    const { formatted, unformatted } = await pack();
    expect([formatted, [read(tagged), read(plain)]]).toEqual([[], before]);
    expect(unformatted?.map(({ path }) => path).toSorted()).toEqual([
      'server/routes/guestbook.ts',
      'test/server/routes/guestbook.test.ts',
    ]);
  });
});

test('writes no archive of an invalid plugin', async () => {
  author.write('manifest.json', '{}');
  expect(await codesOf(pack())).not.toEqual([]);
});
