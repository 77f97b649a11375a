import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPlugin } from '../../src/flows/author/create.ts';
import { runPluginFolder } from '../../src/testing.ts';
import { repository, run } from '../support/cli.ts';
import { create, pluginWith, codesOf, validate } from '../support/created-plugin.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('plugin create', () => {
  test.each([
    ['notes', 'notes', 'NotesNote'],
    ['@acme/team-notes', 'team-notes', 'TeamNotesNote'],
    ['v2_notes.x', 'v2_notes.x', 'V2NotesXNote'],
    ['a-sample-plugin', 'a-sample-plugin', 'ASamplePluginNote'],
    [`n${'o'.repeat(49)}`, `n${'o'.repeat(49)}`, `N${'o'.repeat(49)}Note`],
  ])('%s can be used at once', async (name, folder, model) => {
    const cwd = temporaryFolder();
    const { status, plugin } = await create(cwd, name);
    expect({ status, plugin }).toEqual({ status: 'created', plugin: { name, folder: join(cwd, folder) } });
    const { runs, warnings } = await validate(plugin.folder);
    expect(warnings).toEqual([]);
    expect(runs.map(({ database, footprint }) => [database, footprint.models])).toEqual(
      ['relational', 'document', 'file'].map((database) => [database, [model]]),
    );
  });

  test('contains the necessary files, and no trace of the sample or the build', async () => {
    const folder = await pluginWith();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    for (const needed of ['manifest.json', 'generator.js', 'package.json', 'README.md', '.gitignore']) {
      expect(paths).toContain(needed);
    }
    for (const layer of ['express', 'shared', 'prisma']) {
      expect(paths.some((path) => path.startsWith(`templates/${layer}/`))).toBe(true);
    }
    const everything = paths.map((path) => path + readFileSync(join(folder, path), 'utf8')).join('\n');
    expect(everything).not.toMatch(/sample.?plugin|@scope/iu);
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      devDependencies: { genlock: version },
    });
    expect(existsSync(join(folder, '.genlock'))).toBe(false);
  });

  test.each([
    'Notes',
    '2fa',
    '../notes',
    'a/b',
    '@acme/',
    '.notes',
    'no tes',
    '',
    'x'.repeat(51),
    '__proto__',
    '@a/../b',
  ])('%j is refused', async (name) => {
    const cwd = temporaryFolder();
    expect(await codesOf(() => create(cwd, name))).toEqual(['PLUGIN_NAME_INVALID']);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(['base', 'core', 'genlock', 'api', 'admin', 'index', 'auth-jwt', '@acme/login'])(
    '%s is taken',
    async (name) => {
      expect(await codesOf(() => create(temporaryFolder(), name))).toEqual(['PLUGIN_NAME_TAKEN']);
    },
  );

  test('refuses a folder that is not empty and leaves it unchanged', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'notes'));
    writeFileSync(join(cwd, 'notes/mine.txt'), 'mine');
    expect(await codesOf(() => create(cwd, 'notes'))).toEqual(['PROJECT_NOT_EMPTY']);
    expect(readdirSync(join(cwd, 'notes'))).toEqual(['mine.txt']);
  });

  test('a folder that is empty is filled', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'notes'));
    expect((await create(cwd, 'notes')).status).toBe('created');
  });

  test('a dry run writes nothing and tells the same files', async () => {
    const cwd = temporaryFolder();
    const planned = await createPlugin({ cwd, name: 'notes', language: 'javascript', dryRun: true });
    expect(readdirSync(cwd)).toEqual([]);
    expect(planned).toMatchObject({ status: 'planned', steps: [] });
    expect((await create(cwd, 'notes')).plan).toEqual(planned.plan);
  });

  test('creates code that matches the formatter of generated projects for any name and setting', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.oxfmtrc.json'), '{ "printWidth": 100, "singleQuote": true }\n');
    for (const length of [1, 8, 15, 22, 29, 36, 43, 50]) {
      const { plugin } = await create(temporaryFolder(), `n${'o'.repeat(length - 1)}`);
      const { files } = await runPluginFolder({ folder: plugin.folder, settings: { maxLength: 1 + length * 39 } });
      for (const [path, text] of files) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
    }
    const checked = await run([join(repository, 'node_modules/.bin/oxfmt'), '--check', '.'], { cwd });
    expect([checked.stdout, checked.code]).toEqual([expect.stringContaining('33 files'), 0]);
  });
});
