import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../../../support/cli.ts';

/** Files with problems of responses, and with the schemas of forms. */
const sources = [
  'plugins/*/templates/{express,databases/*}/server/**/*.ts',
  'plugins/base/templates/{shared,databases/*}/shared/**/*.ts',
  'src/render/static/**/server/**/*.ts',
];

/** Problems that only operators and developers see. */
const internal =
  /\/development\/|\/(?:env|setup|setup-problem|database-url|database-problem|config|own-routes|own-hooks|create-admin)\.ts$/u;

/** Problems of requests that the client does not send, and an example in a comment. */
const notSent = new Set([
  'If-Match must contain the ETag of the record, in quotation marks.',
  'The body must be application/json in UTF-8.',
  'The encoding of the body is not supported.',
  '# is not allowed here, only #.',
  'Expected no invitation with a link',
  'Use at least 12 characters.',
]);

const problem =
  /(?:\b(?:detail|error)(?::| =)|notFound\(|'password_\w+',)\s*(?<quote>['`])(?<text>[A-Z][^'`]+)\k<quote>/gu;

const catalogues = globSync('plugins/*/templates/express/client/locales/{,*/}de.ts', { cwd: repository });

/** Returns the English problems of a catalogue. The repository's configuration does not check the types of templates. */
async function problemsOf(path: string): Promise<string[]> {
  const module: unknown = await import(join(repository, path));
  const { problems } = z.object({ problems: z.record(z.string(), z.string()) }).parse(module);
  return Object.keys(problems);
}

test('each problem of a server or a schema has a German text', async () => {
  const files = globSync(sources, { cwd: repository }).filter((file) => !internal.test(`/${file}`));
  const texts = files.flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(problem)].map(({ groups }) =>
      (groups?.['text'] ?? '').replaceAll(/\$\{[^}]*\}/gu, '#'),
    ),
  );
  const known = new Set((await Promise.all(catalogues.map(problemsOf))).flat());
  const isKnown = (text: string) => known.has(text) || known.has(text.replaceAll(/\d+(?:\.\d+)?/gu, '#'));
  const missing = texts.filter((text) => !notSent.has(text) && !isKnown(text));
  expect(texts.length).toBeGreaterThan(50);
  expect([...new Set(missing)]).toEqual([]);
});
