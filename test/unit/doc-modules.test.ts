/** The modules and exports that docs/PLUGINS.md lists exist in projects. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';

const base = 'plugins/base/templates';
const everywhere = [`${base}/express`, `${base}/shared`, `${base}/databases/file`, 'src/render/static'];
const withAuth = ['plugins/auth-jwt/templates/express', 'plugins/auth-jwt/templates/shared'];

const section = /### Modules of the project\n(.*?)\n### /su.exec(
  readFileSync(join(repository, 'docs/PLUGINS.md'), 'utf8'),
)?.[1];
const modules = Array.from((section ?? '').matchAll(/^\| `([\w/-]+)` \| (.+) \|$/gmu), ([, path = '', text = '']) => ({
  path,
  names: Array.from(text.replace(/, only with .*$/u, '').matchAll(/`(\w+)`/gu), ([, name = '']) => name),
  folders: text.includes('only with `auth-jwt`') ? withAuth : everywhere,
}));

test('the page lists modules', () => {
  expect(modules.length).toBeGreaterThan(20);
});

test.each(modules)('$path exports what the page lists', ({ path, names, folders }) => {
  const files = folders.flatMap((folder) =>
    ['.ts', '.tsx'].map((extension) => join(repository, folder, path + extension)),
  );
  const [code = ''] = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  expect(names).not.toEqual([]);
  for (const name of names)
    expect(code).toMatch(new RegExp(String.raw`^export (?:.*\b${name}\b|\{[^}]*\b${name}\b)`, 'mu'));
});
