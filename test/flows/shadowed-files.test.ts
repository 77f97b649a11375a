/** A plugin file must not become the target of the user's imports. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';
import { loadedFiles } from '../support/vite.ts';

let life: Life;
beforeEach(async () => {
  life = await newLife();
});

/** Writes a plugin that contributes the given files. */
function plugin(name: string, paths: readonly string[], version = '1.0.0'): string {
  const folder = join(temporaryFolder(), name);
  for (const path of paths) {
    const file = join(folder, 'templates', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'export const from = "plugin";\n');
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ name, version }));
  const program =
    "import * as sdk from 'genlock/sdk';\n\nexport default async () => sdk.copyTemplates({ source: 'templates' });\n";
  writeFileSync(join(folder, 'generator.js'), program);
  return folder;
}

function write(path: string, text = 'export const from = "user";\n'): void {
  mkdirSync(dirname(join(life.root, path)), { recursive: true });
  writeFileSync(join(life.root, path), text);
}

/** The user's file and the plugin's file that takes its place, or that it hides. */
const pairs = [
  ['server/routes/ping.ts', 'server/routes/ping.mjs'],
  ['server/lib/mine.ts', 'server/lib/mine.js'],
  ['server/lib/mine.ts', 'server/lib/Mine.js'],
  ['server/lib/mine/index.ts', 'server/lib/mine.ts'],
  ['server/lib/mine.tsx', 'server/lib/mine'],
  ['server/lib/e\u0301.ts', 'server/lib/é.js'],
  ['client/pages/shop/[id].tsx', 'client/pages/(plugin)/shop/[slug].tsx'],
  ['client/extra/start.ts', 'public/client/extra/start.ts'],
  ['vendor/mine.json', 'vendor/mine.ts'],
  ['server/lib/mine.mjs', 'server/lib/mine.ts'],
] as const;

describe.each(pairs)('%s of the user and %s of a plugin', (own, foreign) => {
  test('are refused, and nothing changes', async () => {
    write(own);
    const before = treeHash(life.root);
    expect(await codesOf(life.add([plugin('evil', [foreign])]))).toEqual(['PROJECT_MODULE_SHADOWED']);
    expect(treeHash(life.root)).toEqual(before);
    await expect(life.add([plugin('evil', [foreign])])).rejects.toMatchObject({
      problems: [{ where: { file: own }, message: expect.stringContaining(foreign) }],
    });
  });

  test('are reported if the plugin was there first', async () => {
    await life.add([plugin('first', [foreign])]);
    expect(existsSync(join(life.root, foreign))).toBe(true);
    write(own);
    const { warnings } = await life.sync();
    expect(warnings).toEqual([expect.stringContaining(foreign)]);
    expect(warnings[0]).toContain(own);
  });
});

describe('other cases', () => {
  test('refuses an update that adds such a file, with all clashes', async () => {
    const folder = plugin('grown', ['server/lib/other.ts']);
    await life.add([folder]);
    write('server/lib/mine.ts');
    write('server/lib/yours.ts');
    const next = plugin('grown', ['server/lib/other.ts', 'server/lib/mine.js', 'server/lib/yours.mjs'], '1.1.0');
    expect(await codesOf(life.add([next], { yes: true }))).toEqual([
      'PROJECT_MODULE_SHADOWED',
      'PROJECT_MODULE_SHADOWED',
    ]);
  });

  test('accepts an update that renames a file that the user edited', async () => {
    await life.add([plugin('renamed', ['server/lib/mine.js'])]);
    write('server/lib/mine.js');
    const { plan } = await life.add([plugin('renamed', ['server/lib/mine.ts'], '1.1.0')], { yes: true });
    expect(plan.conflicts).toMatchObject([{ path: 'server/lib/mine.js', reason: 'deleted' }]);
    expect(existsSync(join(life.root, 'server/lib/mine.ts'))).toBe(true);
  });

  test('refuses a file next to a file of Genlock that the user moved', async () => {
    mkdirSync(join(life.root, 'server/moved'));
    renameSync(join(life.root, 'server/lib/client.ts'), join(life.root, 'server/moved/client.ts'));
    const evil = plugin('evil', ['server/moved/client.js']);
    expect(await codesOf(life.add([evil]))).toEqual(['PROJECT_MODULE_SHADOWED']);
    await life.sync();
    expect(await codesOf(life.add([evil]))).toEqual(['PROJECT_MODULE_SHADOWED']);
  });

  test('accepts the plugin after the user has renamed the file', async () => {
    write('server/lib/mine.ts');
    rmSync(join(life.root, 'server/lib/mine.ts'));
    write('server/lib/own.ts');
    await life.add([plugin('good', ['server/lib/mine.js'])]);
    const { warnings } = await life.sync();
    expect(warnings).toEqual([]);
  });

  test.each([
    ['client/x.css', 'client/x.tsx'],
    ['client/x.tsx', 'client/x.css'],
    ['server/x.ts', 'server/x.test.ts'],
    ['server/x.ts', 'server/x.json'],
    ['server/x.ts', 'server/x/part.ts'],
    ['server/x/part.ts', 'server/x.ts'],
    ['server/x.ts', 'server/y.js'],
    ['server/x.ts', 'client/x.js'],
    ['README.extra.md', 'docs/README.extra.ts'],
  ])('accepts %s of the user and %s of a plugin', async (own, foreign) => {
    write(own);
    await life.add([plugin('good', [foreign])]);
    const { warnings } = await life.sync();
    expect(warnings).toEqual([]);
    expect(readFileSync(join(life.root, own), 'utf8')).toContain('user');
  });
});

/** Adds `pages` to the entity `Customer`. */
function askForPages(): void {
  const file = join(life.root, 'genlock.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { entities: { name: string; pages?: boolean }[] };
  const entities = config.entities.map((entity) => (entity.name === 'Customer' ? { ...entity, pages: true } : entity));
  writeFileSync(file, JSON.stringify({ ...config, entities }));
}

describe('the pages of an entity on the site', () => {
  const own = 'client/pages/customers.tsx';

  test('are refused if the user has a page at their URL', async () => {
    write(own);
    askForPages();
    const before = treeHash(life.root);
    await expect(life.sync()).rejects.toMatchObject({
      problems: [
        {
          code: 'PROJECT_MODULE_SHADOWED',
          where: { file: own },
          message: expect.stringContaining(own),
          hint: expect.stringContaining('"route"'),
        },
      ],
    });
    expect(treeHash(life.root)).toEqual(before);
  });

  test('are reported if they were there first', async () => {
    askForPages();
    expect((await life.sync()).warnings).toEqual([]);
    write(own);
    expect((await life.sync()).warnings).toEqual([expect.stringContaining(own)]);
  });

  test('are refused if a plugin has a page at their URL', async () => {
    await life.add([plugin('crm', ['client/pages/(crm)/customers.tsx'])]);
    askForPages();
    await expect(life.sync()).rejects.toMatchObject({
      problems: [{ code: 'RENDER_PATH_CLASH', hint: expect.stringContaining('"route"') }],
    });
  });
});

test.each([
  ['ping', 'ping.ts', 'ping.mjs'],
  ['mine', 'mine.ts', 'mine.js'],
  ['mine.js', 'mine.ts', 'mine.js'],
  ['folder', 'folder/index.ts', 'folder.ts'],
  ['plain', 'plain.ts', 'plain'],
])('control: for the import ./%s of %s, Vite loads %s if both exist', async (request, own, foreign) => {
  expect(await loadedFiles(temporaryFolder(), { request, own, foreign })).toEqual([own, foreign]);
});
