/** The plugin contract where a line of it needs the whole way: a plugin's folder, `init`, the project on the disk. */
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { codes, type Given, projectWith, refusal } from '../support/contract.ts';

describe('package and manifest', () => {
  test('two keys are enough', async () => {
    const { has } = await projectWith({ files: { 'templates/client/a.txt': 'a\n' } });
    expect(has('client/a.txt')).toBe(true);
  });

  test.each([
    [{ frameworks: ['nextjs'] }, 'PLUGIN_FRAMEWORK_UNSUPPORTED'],
    [{ databases: ['mongodb', 'postgresql'] }, 'PLUGIN_DATABASE_UNSUPPORTED'],
  ])('%j is refused with a specific code', async (manifest, code) => {
    expect(await codes({ manifest })).toEqual([code]);
  });

  test('an alias of the kind is the kind', async () => {
    const body = "await sdk.copyTemplates({ destination: 'client' });";
    const { read } = await projectWith({
      body,
      manifest: { databases: ['sqlite'] },
      files: { 'templates/a.txt': '{{database}}\n' },
    });
    expect(read('client/a.txt')).toBe('file\n');
  });

  test('an unknown key is a warning with a suggestion', async () => {
    const { warnings } = await projectWith({ manifest: { decription: 'x' }, body: '' });
    expect(warnings.join()).toContain('Did you mean "description"?');
  });

  test('refuses a package.json that does not match the manifest', async () => {
    const files = { 'package.json': '{ "name": "other", "version": "1.0.0" }' };
    expect(await codes({ files })).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
  });

  test('provides "auth" fills the port of the application', async () => {
    const port = 'export const before = [];\n';
    const { read } = await projectWith({
      manifest: { provides: 'auth' },
      files: { 'templates/server/lib/auth/port.ts': port },
    });
    expect(read('server/generated/auth.ts')).toContain("from '../lib/auth/port'");
  });
});

describe('the module', () => {
  test('imports files next to it, knows its location, and needs no await', async () => {
    const generator = `import { copyTemplates } from 'genlock/sdk';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { words } from './lib/words.js';
export default function generate({ projectPath }) {
  const here = dirname(fileURLToPath(import.meta.url));
  copyTemplates({ source: join(here, 'templates'), destination: join(projectPath, 'client'), variables: { words, here } });
}
`;
    const files = { 'lib/words.js': "export const words = 'hello';\n", 'templates/a.txt': '{{words}} {{here}}\n' };
    expect((await projectWith({ generator, files })).read('client/a.txt')).toBe('hello /plugin\n');
  });

  test.each([
    ['module.exports = () => {};\n', 'SANDBOX_ENTRY', /export default/u],
    ["import 'lodash';\nexport default () => {};\n", 'SANDBOX_IMPORT', /bundle/u],
    ["import 'node:fs';\nexport default () => {};\n", 'SANDBOX_IMPORT', /bundle/u],
  ])('%j gets a hint', async (generator, code, hint) => {
    const { toErrorReport } = await import('../../src/errors/report.ts');
    const [problem, ...others] = await refusal({ generator });
    expect([problem?.code, others]).toEqual([code, []]);
    expect(problem && toErrorReport(new GenlockError(problem)).hint).toMatch(hint);
  });
});

describe('copyTemplates', () => {
  const layers = {
    'templates/shared/client/a.txt': 'shared {{v}}\n',
    'templates/shared/client/b.txt': 'shared {{settings.size}}\n',
    'templates/express/client/a.txt': 'express {{v}}\n',
    'templates/nextjs/client/c.txt': 'nextjs\n',
    'templates/client/d.txt': '{{name}} {{project.name}} {{framework}}\n',
    'templates/client/e.md': 'notes\n',
    'templates/prisma/a.prisma': 'model A {\n  id String @id\n}\n',
  };
  const manifest = {
    frameworks: ['express', 'nextjs'],
    settings: { schema: { size: { type: 'number', default: 3 } } },
  };

  test('layers, other folders, globs and variables', async () => {
    const body = "sdk.copyTemplates({ source: 'templates', ignore: ['**/*.md'], variables: { v: 1 } });";
    const { read, has } = await projectWith({ body, manifest, files: layers });
    expect(['a', 'b', 'd'].map((name) => read(`client/${name}.txt`))).toEqual([
      'express 1\n',
      'shared 3\n',
      'one shop express\n',
    ]);
    expect(['client/c.txt', 'client/e.md', 'nextjs', 'shared/client', 'prisma/a.prisma'].filter(has)).toEqual([]);
  });

  test.each(["destination: '.'", '', 'destination: context.projectPath'])('the root is {%s}', async (destination) => {
    const { read } = await projectWith({
      body: `sdk.copyTemplates({ ${destination} });`,
      files: { 'templates/client/a.txt': 'a\n' },
    });
    expect(read('client/a.txt')).toBe('a\n');
  });

  test.each(['..', '/etc', '/plugin', 'client/../..', String.raw`..\\..`])(
    '%s is not a valid destination',
    async (path) => {
      const body = `sdk.copyTemplates({ destination: '${path}' });`;
      expect(await codes({ body, files: { 'templates/a.txt': 'a' } })).toEqual(['SANDBOX_PATH']);
    },
  );

  test('a variable that is not set is an error in its place; {{#if}} of it is false', async () => {
    const [problem] = await refusal({ files: { 'templates/client/a.txt': 'a\n  {{nope}}\n' } });
    expect(problem).toMatchObject({
      code: 'SANDBOX_TEMPLATE',
      where: { file: 'templates/client/a.txt', line: 2, column: 3 },
    });
    const { read } = await projectWith({
      files: { 'templates/client/a.txt': '{{#if nope}}a{{else}}b{{/if}} \\{{x}}\n' },
    });
    expect(read('client/a.txt')).toBe('b {{x}}\n');
  });

  test('double braces after = stay in JSX, and are tags elsewhere', async () => {
    const text = 'const a ={{json settings.size}};\n';
    const { read } = await projectWith({
      manifest,
      files: { 'templates/client/a.tsx': text, 'templates/client/b.ts': text },
    });
    expect([read('client/a.tsx'), read('client/b.ts')]).toEqual([text, 'const a =3;\n']);
  });
});

const modelOf = (type: string): Given => ({
  body: `sdk.registerPrismaSchema('model A {\\n id String @id\\n a ${type}\\n}');`,
});

describe('the schema', () => {
  test('in templates/prisma is merged once, without a call', async () => {
    const { read, warnings } = await projectWith({
      body: '',
      files: {
        'templates/prisma/a.prisma':
          'generator client {\n  provider = "x"\n}\n\nmodel {{json name}} {\n  id String @id\n}\n'.replace(
            '{{json name}}',
            'Seen{{settings.n}}',
          ),
      },
      manifest: { settings: { schema: { n: { type: 'number', default: 4 } } } },
    });
    expect(read('prisma/schema/one.prisma').match(/model/gu)).toHaveLength(1);
    expect(read('prisma/schema/one.prisma')).toContain('model Seen4');
    expect(read('prisma/schema/one.prisma')).not.toContain('generator');
    expect(warnings.join()).toContain('generator');
  });

  test.each(['datasource db { provider = "sqlite" }', 'generator x { provider = "x" }'])(
    'a call with %s is refused',
    async (text) => {
      const [code] = await codes({ body: `sdk.registerPrismaSchema('${text}');` });
      expect(code).toMatch(/^(?:JUDGE_SCHEMA|SANDBOX_CALL)/u);
    },
  );

  test('two different definitions of a model are an error that names both owners', async () => {
    const [problem] = await refusal(modelOf('String'), modelOf('Int'));
    expect(problem?.code).toBe('DATA_MODEL_CLASH');
    expect(problem?.message).toMatch(/one.*two|two.*one/u);
  });
});

const needs = (range: string): Given => ({ body: '', manifest: { dependencies: { 'some-package': range } } });

describe('dependencies', () => {
  test('the narrower of two ranges is written', async () => {
    const { read } = await projectWith(needs('^1.0.0'), needs('~1.4.0'));
    expect(JSON.parse(read('package.json'))).toMatchObject({ dependencies: { 'some-package': '~1.4.0' } });
  });

  test('two that have nothing in common are refused, and both named', async () => {
    const [problem] = await refusal(needs('^1.0.0'), needs('^2.0.0'));
    expect(problem?.message).toMatch(/one.*two/u);
  });

  test.each(['*', 'latest', '>=1', 'git+ssh://x/y', 'file:..', 'npm:other@1', 'https://x/y.tgz'])(
    '%s is refused',
    async (range) => {
      expect(await codes(needs(range))).toEqual(['PLUGIN_DEPENDENCY_REFUSED']);
    },
  );
});
