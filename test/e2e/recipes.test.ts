/** The recipes of the documentation, added to one project. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { makeShop, npm, type Shop } from '../support/shop.ts';

const recipes = writeRecipes();
let shop: Shop;
beforeAll(async () => {
  const sample = join(repository, 'examples/shop/genlock.json');
  const secrets = { RATES_KEY: 'sample', ORDER_WEBHOOK_SECRET: 'sample' };
  shop = await makeShop(['--config', sample, '--plugins', recipes.folder], secrets);
});
afterAll(() => {
  shop?.remove();
  rmSync(recipes.folder, { recursive: true, force: true });
});

/** Writes each block of code to the file that its first line names. */
function writeRecipes(): { readonly folder: string; readonly names: readonly string[] } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-recipes-')));
  const page = readFileSync(join(repository, 'docs/RECIPES.md'), 'utf8');
  const names = new Set<string>();
  for (const [, path = '', code = ''] of page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
    names.add(path.slice(0, path.indexOf('/')));
  }
  for (const name of names) {
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module' }));
  }
  return { folder, names: [...names] };
}

test.each(recipes.names)('%s passes plugin validate', async (name) => {
  const { code, stdout, stderr } = await genlock(['plugin', 'validate', name], { cwd: recipes.folder });
  expect({ code, output: stdout + stderr }).toMatchObject({ code: 0 });
});

test.each(['typecheck', 'lint', 'format:check'])('a project with all recipes passes %s', async (script) => {
  expect(await npm(shop.root, ['run', script])).toMatchObject({ code: 0 });
});
