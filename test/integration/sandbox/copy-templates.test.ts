import { describe, expect, test } from 'vitest';
import { copied, failing, pluginInput, run } from '../../unit/sandbox/plugin.ts';
import { runPlugin } from '../../../sandbox/index.ts';

const layered = {
  'templates/README.md': 'top',
  'templates/docs/guide.md': 'docs',
  'templates/docs/server/note.md': 'note',
  'templates/express/server/app.ts': 'express app',
  'templates/express/shared.txt': 'from express',
  'templates/nextjs/page.tsx': 'next',
  'templates/prisma/models.prisma': 'model A { id String @id }',
  'templates/shared/lib/util.ts': 'shared {{name}}',
  'templates/shared/shared.txt': 'from shared',
};

/** Returns the paths of `layered` that these globs do not ignore. */
async function ignored(...globs: string[]): Promise<string[]> {
  return Object.keys(copied(await run(`sdk.copyTemplates({ ignore: ${JSON.stringify(globs)} })`, layered)));
}

describe('copyTemplates', () => {
  test('copies the framework layer over shared without layer folders, and omits other layers and prisma', async () => {
    expect(copied(await run('sdk.copyTemplates({ source: "templates" })', layered))).toEqual({
      'README.md': '<templates/README.md>',
      'docs/guide.md': '<templates/docs/guide.md>',
      'docs/server/note.md': '<templates/docs/server/note.md>',
      'lib/util.ts': 'shared reports',
      'server/app.ts': '<templates/express/server/app.ts>',
      'shared.txt': '<templates/express/shared.txt>',
    });
  });

  test.each<[string, string]>([
    ['nothing', 'sdk.copyTemplates()'],
    ['a leading templates/', 'sdk.copyTemplates({ source: "./templates/" })'],
    ['a dot', 'sdk.copyTemplates({ source: ".", destination: "." })'],
    ['the virtual root', 'sdk.copyTemplates({ destination: context.projectPath })'],
    ['an empty destination', 'sdk.copyTemplates({ source: "", destination: "" })'],
  ])('copies everything to the root for %s', async (_, call) => {
    expect(Object.keys(copied(await run(call, layered)))).toContain('server/app.ts');
  });

  test('copies no tsconfig.json from the top of templates', async () => {
    const files = { 'templates/tsconfig.json': '{}', 'templates/express/server/tsconfig.json': '{}' };
    expect(Object.keys(copied(await run('sdk.copyTemplates()', files)))).toEqual(['server/tsconfig.json']);
  });

  test('resolves templates from the module, and the destination from the virtual project root', async () => {
    const source = `import { copyTemplates } from 'genlock/sdk';
import path, { join } from 'node:path';
import { fileURLToPath } from 'node:url';
const here = path.dirname(fileURLToPath(import.meta.url));
export default (context) => copyTemplates({
  source: join(here, 'templates', 'docs'),
  destination: path.join(context.projectPath, 'docs', '..', 'manual'),
});`;
    expect(copied(await run(source, layered))).toEqual({
      'manual/guide.md': '<templates/docs/guide.md>',
      'manual/server/note.md': '<templates/docs/server/note.md>',
    });
  });

  test('uses another framework of the manifest', async () => {
    const files = copied(await run('sdk.copyTemplates({ framework: "nextjs" })', layered));
    expect(Object.keys(files)).toContain('page.tsx');
    expect(Object.keys(files)).not.toContain('server/app.ts');
  });

  test('copies a folder without layers unchanged, and a single file by its name', async () => {
    expect(copied(await run('sdk.copyTemplates({ source: "express", destination: "x" })', layered))).toEqual({
      'x/server/app.ts': '<templates/express/server/app.ts>',
      'x/shared.txt': '<templates/express/shared.txt>',
    });
    expect(copied(await run('sdk.copyTemplates({ source: "docs/guide.md", destination: "x" })', layered))).toEqual({
      'x/guide.md': '<templates/docs/guide.md>',
    });
  });

  test('omits the models in templates/prisma, even without layers', async () => {
    const files = { 'templates/prisma/a.prisma': 'model A { id String @id }', 'templates/server/a.ts': 'a' };
    expect(Object.keys(copied(await run('sdk.copyTemplates({})', files)))).toEqual(['server/a.ts']);
  });

  test('recognizes layers below another source', async () => {
    const files = { 'templates/web/shared/a.ts': 'a', 'templates/web/express/b.ts': 'b', 'templates/other/c.ts': 'c' };
    expect(Object.keys(copied(await run('sdk.copyTemplates({ source: "web" })', files)))).toEqual(['a.ts', 'b.ts']);
  });

  test('omits files that match a glob, relative to the source', async () => {
    expect(await ignored('**/*.md')).toEqual(['lib/util.ts', 'server/app.ts', 'shared.txt']);
    expect(await ignored('*.md', 'docs')).toEqual(['lib/util.ts', 'server/app.ts', 'shared.txt']);
    expect(await ignored('docs/', 'express/**', './shared/lib')).toEqual(['README.md', 'shared.txt']);
    expect(await ignored('{docs,shared}/**/*.{md,ts}')).toEqual(['README.md', 'server/app.ts', 'shared.txt']);
  });

  describe('reads ignore patterns like lines of a .gitignore file', () => {
    const paths = ['a.md', 'docs', 'lib/a.md', 'lib/docs/b.ts', 'lib/keep.md', 'lib/tests/c.ts', 'tests/d.ts'];
    const files = Object.fromEntries(paths.map((path) => [`templates/web/${path}`, 'x']));
    const left = async (...ignore: string[]): Promise<string[]> =>
      Object.keys(copied(await run(`sdk.copyTemplates(${JSON.stringify({ source: 'web', ignore })})`, files)));
    const without = (...gone: string[]): string[] => paths.filter((path) => !gone.includes(path));

    test.each<[string, string[], string[]]>([
      ['a name without a slash matches at any depth', ['a.md'], ['a.md', 'lib/a.md']],
      ['so does a glob without a slash', ['*.md'], ['a.md', 'lib/a.md', 'lib/keep.md']],
      ['so does the name of a folder', ['tests'], ['lib/tests/c.ts', 'tests/d.ts']],
      ['a slash in the middle anchors a pattern at the source', ['lib/*.md'], ['lib/a.md', 'lib/keep.md']],
      ['so does a slash at the beginning', ['/a.md'], ['a.md']],
      ['so does a dot and a slash', ['./tests'], ['tests/d.ts']],
      ['a slash at the end matches folders only', ['docs/'], ['lib/docs/b.ts']],
      ['two stars match folders at any depth', ['**/tests/**'], ['lib/tests/c.ts', 'tests/d.ts']],
      ['an exclamation mark includes a file again', ['*.md', '!keep.md'], ['a.md', 'lib/a.md']],
      ['the last pattern decides', ['*.md', '!keep.md', 'lib/keep.md'], ['a.md', 'lib/a.md', 'lib/keep.md']],
      ['a file below an ignored folder stays ignored', ['tests/', '!c.ts'], ['lib/tests/c.ts', 'tests/d.ts']],
      ['an extended glob is no negation', ['!(a|keep).ts'], ['lib/docs/b.ts', 'lib/tests/c.ts', 'tests/d.ts']],
    ])('%s', async (_, patterns, gone) => {
      expect(await left(...patterns)).toEqual(without(...gone));
    });
  });

  test('matches files that start with a dot', async () => {
    const files = { 'templates/.a/b': 'x', 'templates/c': 'x' };
    expect(Object.keys(copied(await run('sdk.copyTemplates({ ignore: ["**/b"] })', files)))).toEqual(['c']);
  });

  test('passes settings, framework, database, project and name to templates, which call variables override', async () => {
    const text =
      '{{name}} {{settings.title}} {{settings.pageSize}} {{framework}} {{database}} {{project.name}} {{extra.0.x}}';
    const files = { 'templates/a.md': text };
    const report = await run(
      'sdk.copyTemplates({ variables: { extra: [{ x: "{{name}}" }], database: "mine" } })',
      files,
    );
    expect(copied(report)).toEqual({ 'a.md': 'reports Ünï "x" 20 express mine shop {{name}}' });
  });

  test('does not load files without template tags', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x7b, 0x7b, 0x6e, 0x7d, 0x7d, 0xff]);
    const zero = new TextEncoder().encode('{{name}}\0');
    const files = {
      'templates/a.png': png,
      'templates/b.bin': zero,
      'templates/c.tsx': 'style={{ x: 1 }}',
      'templates/d': '\uFEFF{{name}}',
    };
    expect(copied(await run('sdk.copyTemplates({})', files))).toEqual({
      'a.png': '<templates/a.png>',
      'b.bin': '<templates/b.bin>',
      'c.tsx': '<templates/c.tsx>',
      d: '\uFEFFreports',
    });
  });

  test('reports a template error with the position in the template first', async () => {
    const error = await failing('\nsdk.copyTemplates({});', {
      'templates/shared/a/b.ts': 'line\r\n  {{settings.tokn}}',
    });
    expect(error.code).toBe('SANDBOX_TEMPLATE');
    expect(error.message).toContain('settings.tokn');
    expect(error.frames.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      'templates/shared/a/b.ts:2:3',
      'generator.js:4:5',
    ]);
  });

  test('warns if no template is for the framework', async () => {
    const report = await run('sdk.copyTemplates({})', { 'templates/nextjs/a.ts': 'a' });
    expect(report.operations).toEqual([{ kind: 'copyTemplates', files: [] }]);
    expect(report.warnings).toHaveLength(1);
  });

  test('refuses a template whose name is not a valid project path', async () => {
    expect((await failing('sdk.copyTemplates({})', { 'templates/a\u202Eb': 'x' })).code).toBe('SANDBOX_PATH');
  });
});

describe('templates/prisma', () => {
  const models = 'model Report {\n  id String @id\n  by String @default("{{name}} }")\n}\n';

  test('is rendered and registered once at the end, without a call', async () => {
    const report = await run('sdk.registerCSS({ a: "red" }); sdk.copyTemplates({}); sdk.copyTemplates({});', {
      'templates/prisma/b.prisma': models,
      'templates/prisma/a.prisma': 'enum Kind { A }\n',
      'templates/prisma/deep/c.prisma': 'model C {}',
      'templates/shared/x': 'x',
    });
    expect(report.operations.map(({ kind }) => kind)).toEqual([
      'registerCSS',
      'copyTemplates',
      'copyTemplates',
      'registerPrismaSchema',
      'registerPrismaSchema',
    ]);
    expect(report.operations.slice(3)).toEqual([
      { kind: 'registerPrismaSchema', schema: 'enum Kind { A }\n', source: 'templates/prisma/a.prisma' },
      {
        kind: 'registerPrismaSchema',
        schema: models.replace('{{name}}', 'reports'),
        source: 'templates/prisma/b.prisma',
      },
    ]);
  });

  test('omits datasource and generator blocks, with a warning for each', async () => {
    const report = await run('', {
      'templates/prisma/a.prisma':
        '// generator x {\ndatasource db {\n  url = "file:{"\n}\r\ngenerator client\n{ provider = "x" // }\n}\n\nmodel datasource {\n id String @id\n}\n',
    });
    expect(report.operations).toEqual([
      {
        kind: 'registerPrismaSchema',
        schema: '// generator x {\n\nmodel datasource {\n id String @id\n}\n',
        source: 'templates/prisma/a.prisma',
      },
    ]);
    expect(report.warnings).toHaveLength(2);
  });

  test('can depend on settings', async () => {
    const files = { 'templates/prisma/a.prisma': '{{#if settings.on}}\nmodel A { id String @id }\n{{/if}}\n' };
    const report = await runPlugin(pluginInput('', files, { settings: {} }));
    expect(report.operations).toEqual([]);
    expect((await run('', files)).operations).toHaveLength(1);
  });
});
