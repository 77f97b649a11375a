import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { pluginFolder, validatePlugin } from '../../src/flows/author/validate.ts';
import { validatedView } from '../../src/ui/plugin-validate.ts';
import { page } from '../../src/ui/terminal.ts';
import { create, pluginWith, problemsOf, codesOf, ports, validate } from '../support/created-plugin.ts';
import { temporaryFolder } from '../support/temporary.ts';

const manifest = { name: 'notes', version: '0.1.0' };
const settings = { schema: { maxLength: { type: 'number', default: 3 } } };
const generator = (body: string): string =>
  `import * as sdk from 'genlock/sdk';\nexport default () => {\n${body}\n};\n`;

/** @returns The warnings about a plugin with this manifest, whose generator makes no calls */
async function warningsOf(written: object): Promise<readonly string[]> {
  const files = { 'generator.js': generator(''), 'manifest.json': JSON.stringify(written) };
  const folder = await pluginWith({ ...files, 'templates/prisma/notes.prisma': undefined });
  return (await validate(folder)).warnings;
}

describe('plugin validate', () => {
  test('gives required settings of registerSettings sample values, as it does for the manifest', async () => {
    const body = "sdk.registerSettings({ schema: { size: { type: 'number', required: true, min: 3 } } });";
    const folder = await pluginWith({ 'generator.js': generator(body) });
    expect(await codesOf(async () => validate(folder))).toEqual([]);
  });

  test('warns of a generator without calls, unless the manifest has dependencies', async () => {
    const warning = 'notes: the generator made no SDK calls, so the plugin adds no files';
    expect(await warningsOf(manifest)).toContain(warning);
    expect(await warningsOf({ ...manifest, dependencies: { ms: '2.1.3' } })).not.toContain(warning);
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
