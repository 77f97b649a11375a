import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problems as authProblems } from '../../../../plugins/auth-jwt/templates/express/client/locales/auth-jwt/de.ts';
import { problems as baseProblems } from '../../../../plugins/base/templates/express/client/locales/de.ts';
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
  'Use at least 12 characters.',
]);

const problem =
  /(?:\b(?:detail|error)(?::| =)|notFound\(|'password_\w+',)\s*(?<quote>['`])(?<text>[A-Z][^'`]+)\k<quote>/gu;

test('each problem of a server or a schema has a German text', () => {
  const files = globSync(sources, { cwd: repository }).filter((file) => !internal.test(`/${file}`));
  const texts = files.flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(problem)].map(({ groups }) =>
      (groups?.['text'] ?? '').replaceAll(/\$\{[^}]*\}/gu, '#'),
    ),
  );
  const known = { ...baseProblems, ...authProblems };
  const keys = new Set(Object.keys(known).flatMap((key) => [key, key.replaceAll(/\d+(?:\.\d+)?/gu, '#')]));
  const missing = texts
    .filter((text) => !notSent.has(text) && !keys.has(text) && !keys.has(text.replaceAll(/\d+(?:\.\d+)?/gu, '#')))
    .toSorted();
  expect(texts.length).toBeGreaterThan(50);
  expect([...new Set(missing)]).toEqual([]);
});
