import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPlugin } from '../../src/flows/author/create.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { checkFolder } from '../../src/plugin/check-folder.ts';
import { scaffoldCalls, type ScaffoldCall, type ScaffoldLanguage } from '../../src/plugin/scaffold-calls.ts';
import { GenlockError, runPluginFolder } from '../../src/testing.ts';
import { repository, run } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const program = (name: string): string => join(repository, 'node_modules/.bin', name);

/** Creates a plugin whose node_modules has Genlock from its sources. */
async function installed(language: ScaffoldLanguage, calls?: readonly ScaffoldCall[]): Promise<string> {
  const request = { cwd: temporaryFolder(), name: '@acme/team-notes', language, dryRun: false };
  const { plugin } = await createPlugin({ ...request, ...(calls && { calls }) });
  const genlock = temporaryFolder();
  const exported = { './sdk': './sdk.ts', './testing': './testing.ts', './globals': './globals.d.ts' };
  writeFileSync(join(genlock, 'package.json'), JSON.stringify({ name: 'genlock', type: 'module', exports: exported }));
  cpSync(join(repository, 'types/globals.d.ts'), join(genlock, 'globals.d.ts'));
  for (const entry of ['sdk', 'testing']) {
    const source = join(repository, 'src', `${entry}.ts`);
    writeFileSync(join(genlock, `${entry}.ts`), `export * from ${JSON.stringify(source)};\n`);
  }
  mkdirSync(join(plugin.folder, 'node_modules'));
  symlinkSync(genlock, join(plugin.folder, 'node_modules/genlock'));
  symlinkSync(join(repository, 'node_modules/@types'), join(plugin.folder, 'node_modules/@types'));
  return plugin.folder;
}

/** Checks types as the script of the plugin does. Genlock's own sources import files with the extension .ts. */
async function typeErrors(folder: string, project = 'tsconfig.json'): Promise<string> {
  const options = ['-p', project, '--skipLibCheck', '--allowImportingTsExtensions'];
  return (await run([program('tsc'), ...options], { cwd: folder })).stdout;
}

const ports = { env: {}, clock: () => new Date(0) };
const validate = (folder: string) => validatePlugin({ cwd: folder, folder }, ports);

const generators = { typescript: 'generator.ts', javascript: 'generator.js' } as const;

describe.each(['typescript', 'javascript'] as const)('plugin create, %s', (language) => {
  test('passes its own checks with the default calls', async () => {
    const folder = await installed(language);
    expect(await typeErrors(folder)).toBe('');
    const tests = join(folder, `test/plugin.test.${language === 'typescript' ? 'ts' : 'js'}`);
    const tested = await run([program('node'), '--test', tests], { cwd: folder });
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining('pass 3')]);
    expect((await validate(folder)).warnings).toEqual([]);
  });

  test.each([...scaffoldCalls.map((call) => [call]), [...scaffoldCalls]])(
    'creates a formatted plugin with valid types for %s',
    async (...calls) => {
      const folder = await installed(language, calls);
      expect(await typeErrors(folder)).toBe('');
      expect((await runPluginFolder({ folder })).warnings).toEqual([]);
      const text = readFileSync(join(folder, generators[language]), 'utf8');
      for (const call of calls) expect(text).toContain(`await ${call}(`);
      expect(text.match(/await \w+\(/gu)).toHaveLength(new Set(['copyTemplates', ...calls, ...modelOf(calls)]).size);
      writeFileSync(join(folder, '.oxfmtrc.json'), '{ "printWidth": 120, "singleQuote": true }\n');
      const paths = [generators[language], 'test'];
      expect((await run([program('oxfmt'), '--check', ...paths], { cwd: folder })).code).toBe(0);
    },
  );

  test("an editor checks the generator against Genlock's types", async () => {
    const folder = await installed(language);
    const generator = join(folder, generators[language]);
    const written = readFileSync(generator, 'utf8');
    writeFileSync(generator, `${usesGlobals}${written}`);
    expect(await typeErrors(folder)).toBe('');
    writeFileSync(generator, `setTimeout(() => fetch('x'));\n${written}`);
    expect((await typeErrors(folder)).match(/Cannot find name '\w+'/gu)).toEqual([
      "Cannot find name 'setTimeout'",
      "Cannot find name 'fetch'",
    ]);
    writeFileSync(generator, written.replace("source: 'templates'", "src: 'templates'"));
    expect(await typeErrors(folder)).toContain(`${generators[language]}(`);
  });

  test('contains a licence, instructions for agents and a workflow with provenance', async () => {
    const folder = await installed(language);
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('@acme/team-notes');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toContain(generators[language]);
    const workflow = readFileSync(join(folder, '.github/workflows/publish.yml'), 'utf8');
    expect(workflow).toContain('id-token: write');
    expect(workflow).toContain('--provenance');
  });
});

/** Rules for a model need a call that registers the model. */
function modelOf(calls: readonly ScaffoldCall[]): readonly ScaffoldCall[] {
  return calls.includes('guardModel') ? ['registerPrismaSchema'] : [];
}

function pluginOf(more: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const manifest = '{ "name": "brand", "version": "1.0.0" }';
  for (const [path, text] of Object.entries({ 'manifest.json': manifest, ...more })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('a generator in TypeScript', () => {
  const types = `import { registerCSS, type Generator } from 'genlock/sdk';\nimport { colour } from './lib/colour.js';\n`;
  const body = 'const generate: Generator = () => registerCSS({ "--brand": colour });\nexport default generate;\n';
  const files = { 'generator.ts': types + body, 'lib/colour.ts': "export const colour: string = '#112233';\n" };

  test('runs without a build, with its modules', async () => {
    const { operations } = await runPluginFolder({ folder: pluginOf(files) });
    expect(operations).toMatchObject([{ kind: 'registerCSS' }]);
  });

  test('takes precedence over the JavaScript of an older build', async () => {
    const old = { 'generator.js': "throw new Error('old');", 'lib/colour.js': "throw new Error('old');" };
    const { operations } = await runPluginFolder({ folder: pluginOf({ ...files, ...old }) });
    expect(operations).toHaveLength(1);
  });

  test('becomes JavaScript in the published files', () => {
    const { plugin } = checkFolder(pluginOf(files), new Set(['manifest.json', 'generator.ts', 'lib/colour.ts']));
    expect(new TextDecoder().decode(plugin?.files.get('generator.js'))).not.toContain('Generator');
    expect([...(plugin?.files.keys() ?? [])]).toContain('lib/colour.js');
  });

  test('reports the line of an error in the source', async () => {
    const folder = pluginOf({
      'generator.ts': `interface A {\n  a: 1;\n}\nexport default (): A => {\n  throw new Error('no');\n};\n`,
    });
    const error = await runPluginFolder({ folder }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GenlockError);
    expect((error as GenlockError).problems[0]).toMatchObject({ code: 'SANDBOX_THREW', where: { line: 5, column: 9 } });
  });

  test.each(['enum A { b }', 'class A { constructor(private x: number) {} }', 'const a: = 1;'])(
    'refuses %s, because its types cannot be removed',
    async (line) => {
      const folder = pluginOf({ 'generator.ts': `${line}\n` });
      await expect(runPluginFolder({ folder })).rejects.toMatchObject({
        problems: [{ code: 'PLUGIN_TYPESCRIPT_INVALID', where: { file: join(folder, 'generator.ts') } }],
      });
    },
  );
});

/** Globals and modules of the sandbox, as an author's editor sees them. */
const usesGlobals = `import path, { join } from 'node:path';
import { URL as Same, fileURLToPath } from 'node:url';
const url = new URL('./templates/', import.meta.url);
for (const [name, value] of new URLSearchParams({ a: '1' })) console.log(name, value, Same === URL);
console.log(fileURLToPath(url), join('a', path.posix.sep), new TextDecoder().decode(new TextEncoder().encode('a')));
console.log(structuredClone(new Map([[1, 2]])).get(1)?.toFixed(), atob(btoa('a')));
queueMicrotask(() => {});
`;
