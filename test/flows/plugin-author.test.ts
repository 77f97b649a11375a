import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GenlockError, type Problem } from '../../src/errors/error.ts';
import { createPlugin } from '../../src/flows/author/create.ts';
import { pluginFolder, validatePlugin } from '../../src/flows/author/validate.ts';
import { runPluginFolder } from '../../src/testing.ts';
import { validatedView } from '../../src/ui/plugin-validate.ts';
import { page } from '../../src/ui/terminal.ts';
import { repository, run } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const create = (cwd: string, name: string) => createPlugin({ cwd, name, language: 'javascript', dryRun: false });

/** Makes a plugin in a folder of its own and puts these files over it; `undefined` deletes one. */
async function pluginWith(files: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const { plugin } = await create(temporaryFolder(), 'notes');
  for (const [path, text] of Object.entries(files)) {
    const file = join(plugin.folder, path);
    if (text === undefined) rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  return plugin.folder;
}

async function problemsOf(work: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  return [];
}

const codesOf = async (work: () => Promise<unknown>) => (await problemsOf(work)).map(({ code }) => code);
const ports = { env: {}, clock: () => new Date(0) };
const validate = (folder: string) => validatePlugin({ cwd: folder, folder }, ports);

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

const manifest = { name: 'notes', version: '0.1.0' };
const settings = { schema: { maxLength: { type: 'number', default: 3 } } };
const generator = (body: string): string =>
  `import * as sdk from 'genlock/sdk';\nexport default () => {\n${body}\n};\n`;

describe('plugin validate', () => {
  test('gives required settings of registerSettings sample values, as it does for the manifest', async () => {
    const body = "sdk.registerSettings({ schema: { size: { type: 'number', required: true, min: 3 } } });";
    const folder = await pluginWith({ 'generator.js': generator(body) });
    expect(await codesOf(async () => validate(folder))).toEqual([]);
  });

  test.each<readonly [what: string, files: Readonly<Record<string, string | undefined>>, codes: readonly string[]]>([
    [
      'an unknown key',
      { 'manifest.json': JSON.stringify({ ...manifest, settings, verison: '1' }) },
      ['PLUGIN_MANIFEST_KEY_UNKNOWN'],
    ],
    ['no package.json', { 'package.json': undefined }, ['PLUGIN_PACKAGE_INVALID']],
    ['no generator', { 'generator.js': undefined }, ['PLUGIN_ENTRY_MISSING']],
    ['a template without its variable', { 'templates/shared/x.txt': '{{nope}}' }, ['SANDBOX_TEMPLATE']],
    [
      'a handler that is nowhere',
      {
        'generator.js': generator(`sdk.registerAPIRoutes([{ path: '/x', handler: 'server/x', methods: ['GET'] }]);`),
      },
      ['JUDGE_HANDLER_MISSING'],
    ],
    [
      'several at once',
      {
        'manifest.json': '{ "name": "notes", "version": "0.1.0", "verison": "1" }',
        'package.json': '{ "name": "other", "version": "0.1.0" }',
        'generator.js': generator(`throw new Error('no');`),
      },
      ['PLUGIN_MANIFEST_KEY_UNKNOWN', 'PLUGIN_PACKAGE_MISMATCH', 'SANDBOX_THREW'],
    ],
    [
      'models Prisma does not take',
      {
        'templates/prisma/notes.prisma': 'model NotesNote {\n  id String @id\n  other Missing\n}\n',
      },
      ['DATA_TARGET_UNKNOWN'],
    ],
  ])('%s', async (_what, files, codes) => {
    const folder = await pluginWith(files);
    expect(await codesOf(() => validate(folder))).toEqual(codes);
  });

  test('every place is one an editor opens from the current folder', async () => {
    const folder = await pluginWith({
      'manifest.json': '{\n  "name": "notes",\n  "version": "0.1.0",\n  "verison": "1"\n}\n',
      'package.json': '{ "version": "0.1.0",\n  "name": "other" }',
      'generator.js': generator('  undefined.x;'),
    });
    const problems = await problemsOf(() => validatePlugin({ cwd: dirname(folder), folder }, ports));
    expect(problems.map(({ where }) => where && `${where.file}:${where.line}:${where.column}`)).toEqual([
      'notes/manifest.json:4:3',
      'notes/package.json:2:11',
      'notes/generator.js:3:13',
    ]);
  });

  test('names the database kind of a problem that affects only one kind', async () => {
    const folder = await pluginWith({
      'generator.js': generator('').replace(
        '() => {',
        `({ database }) => { if (database === 'document') throw new Error('no');`,
      ),
    });
    const problems = await problemsOf(() => validate(folder));
    expect(problems.map(({ message }) => message)).toEqual(['notes: Error: no (on document)']);
  });

  test('runs only on the database kinds that the manifest declares', async () => {
    const folder = await pluginWith({
      'manifest.json': JSON.stringify({
        ...manifest,
        databases: ['postgresql'],
        settings,
      }),
    });
    expect((await validate(folder)).runs.map(({ database }) => database)).toEqual(['relational']);
  });

  test('settings without a default get a plausible value', async () => {
    const schema = {
      maxLength: { type: 'number', required: true, min: 5, max: 9 },
      page: { type: 'string', required: true, validation: 'url' },
      title: { type: 'string', required: true },
      on: { type: 'boolean', required: true },
      key: { type: 'string', required: true, secret: true },
    };
    const folder = await pluginWith({
      'manifest.json': JSON.stringify({ ...manifest, settings: { schema } }),
      'templates/shared/client/seen.txt':
        '{{settings.maxLength}} {{settings.page}} {{settings.title}} {{settings.on}} {{settings.key}}\n',
    });
    const { runs } = await validate(folder);
    expect(runs[0]?.footprint.secrets).toEqual(['key']);
  });

  test('the menu of the manifest is shown, once', async () => {
    const adminMenu = { label: 'Here', href: '/here' };
    const one = await pluginWith({ 'manifest.json': JSON.stringify({ ...manifest, settings, adminMenu }) });
    expect((await validate(one)).runs[0]?.footprint.menu).toEqual(['Notes /notes']);
    const other = await pluginWith({
      'manifest.json': JSON.stringify({ ...manifest, settings, adminMenu }),
      'generator.js': generator('sdk.copyTemplates({ ignore: ["tsconfig.json"] });'),
    });
    expect((await validate(other)).runs[0]?.footprint.menu).toEqual(['Here /here']);
  });

  test('a plugin without a README is told to have one', async () => {
    const folder = await pluginWith({ 'README.md': undefined });
    expect((await validate(folder)).warnings).toHaveLength(1);
  });

  test('warns about different descriptions in manifest.json and package.json', async () => {
    const folder = await pluginWith({
      'manifest.json': JSON.stringify({ ...manifest, settings, description: 'Other notes.' }),
    });
    expect((await validate(folder)).warnings).toEqual([expect.stringContaining('descriptions')]);
  });

  test('warns about a package with a name similar to a well-known package', async () => {
    const dependencies = { expresss: '^5.0.0' };
    const folder = await pluginWith({ 'manifest.json': JSON.stringify({ ...manifest, settings, dependencies }) });
    expect((await validate(folder)).warnings).toEqual([expect.stringContaining('similar to express')]);
  });

  test('reports files that the format check of the project refuses', async () => {
    const folder = await pluginWith({
      'templates/express/server/lib/notes.ts': 'export const a = 1;\nexport const b = "2";\n',
    });
    const result = await validate(folder);
    expect(result.unformatted).toEqual([{ path: 'server/lib/notes.ts', line: 2 }]);
    expect(validatedView({ result, cwd: folder }, page)).toContain('server/lib/notes.ts:2');
    expect((await validate(await pluginWith())).unformatted).toBeUndefined();
  });

  test('reports code that runs while a module loads', async () => {
    const folder = await pluginWith({
      'templates/express/server/lib/notes.ts':
        "const key = process.env['NOTES_KEY'];\nif (key === undefined) throw new Error('no key');\nexport { key };\n",
    });
    const result = await validate(folder);
    expect(result.effects).toEqual([{ file: 'server/lib/notes.ts', line: 2, what: 'throws' }]);
    expect(validatedView({ result, cwd: folder }, page)).toContain('server/lib/notes.ts:2 throws');
    expect((await validate(await pluginWith())).effects).toBeUndefined();
  });

  test('warns about imports of modules that only other plugins provide', async () => {
    const imports = [
      "import { useFragment } from '@/hooks/useFragment';",
      "import type { User } from '@server/lib/auth/index';",
      "import { Button } from '@/components/ui/button.js';",
      "export { notes } from './notes-list';",
      "export const later = () => import('../lib/absent');",
      'export { Button, useFragment, type User };',
    ];
    const files = {
      'templates/shared/client/lib/notes.ts': `${imports.join('\n')}\n`,
      'templates/shared/client/lib/notes-list.tsx': 'export const notes = [];\n',
    };
    const warned = async (requires: readonly string[]) => {
      const own = { ...manifest, settings, ...(requires.length > 0 && { requires }) };
      const folder = await pluginWith({ ...files, 'manifest.json': JSON.stringify(own) });
      const { warnings } = await validate(folder);
      return warnings.map((text) => /notes\.ts:\d+ imports [^,]+/u.exec(text)?.[0]);
    };
    const absent = 'notes.ts:5 imports ../lib/absent';
    expect(await warned([])).toEqual([
      'notes.ts:1 imports @/hooks/useFragment',
      'notes.ts:2 imports @server/lib/auth/index',
      absent,
    ]);
    expect(await warned(['auth-jwt'])).toEqual([absent]);
  });

  test('reports the errors in a project without the required plugins', async () => {
    const required = { ...manifest, settings, requires: ['auth-jwt'] };
    const folder = await pluginWith({ 'manifest.json': JSON.stringify(required) });
    const result = await validate(folder);
    expect(result.alone?.map(({ code }) => code)).toEqual(['PLUGIN_REQUIRED']);
    expect(validatedView({ result, cwd: folder }, page)).toContain('PLUGIN_REQUIRED');
  });

  test('refuses a folder of several plugins', async () => {
    const cwd = temporaryFolder();
    await create(cwd, 'one');
    expect(pluginFolder(cwd)).toBe(join(cwd, 'one'));
    await create(cwd, 'two');
    expect(() => pluginFolder(cwd)).toThrow(GenlockError);
  });

  test('nothing is written', async () => {
    const folder = await pluginWith();
    const before = readdirSync(folder, { recursive: true });
    await validate(folder);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});
