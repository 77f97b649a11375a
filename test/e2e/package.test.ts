import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entries, separatePackages } from '../../scripts/entries.mjs';
import { apiSurface } from '../support/api-surface.ts';
import { repository, run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

const { version, exports }: { version: string; exports: Record<string, { types?: string }> } = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
);

test('the public surface is the one written down', async () => {
  // Another test compares `genlock/globals` with the sandbox.
  const { './globals': globals, ...modules } = exports;
  expect(globals).toEqual({ types: './types/globals.d.ts' });
  const entries = Object.entries(modules).flatMap(([name, { types }]) =>
    types === undefined ? [] : [{ name, types }],
  );
  expect(entries.map(({ name }) => name)).toEqual(['.', './sdk', './testing']);
  const surface = entries.map(
    ({ name, types }) => `# genlock${name.slice(1)}\n\n${apiSurface(join(repository, types))}`,
  );
  await expect(surface.join('\n')).toMatchFileSnapshot(join(repository, 'test/api-surface.txt'));
});

test('the tarball contains exactly the shipped files', async () => {
  const { files } = await pack(temporaryFolder());
  const shipped = [
    /^(?:LICENSE|README\.md|package\.json|oclif\.manifest\.json|bin\/(?:run|schema-engine)\.js)$/u,
    /^dist\/chunks\/[\w.-]+\.js$/u,
    /^dist\/(?:THIRD-PARTY-NOTICES\.txt|base-operations\.json|sbom\.cdx\.json|sandbox\/worker\.cjs)$/u,
    /^dist\/completions\/genlock\.(?:bash|fish|zsh)$/u,
    /^dist\/types\/[\w/.-]+\.d\.ts$/u,
    /^plugins\/[\w-]+\//u,
    /^registry-server\/verdaccio-genlock-gate\/(?:index\.js|package\.json)$/u,
    /^examples\/(?:blog|helpdesk|shop)\/genlock\.json$/u,
    /^types\/(?:globals\.d\.ts|schemas\/[\w-]+\.json)$/u,
  ];
  const built = [
    ...entries.map((name) => `dist/${name}.js`),
    ...Object.keys(separatePackages).map((name) => `dist/chunks/${name}.cjs`),
  ];
  expect(files.filter((path) => !built.includes(path) && !shipped.some((pattern) => pattern.test(path)))).toEqual([]);
  const required = ['LICENSE', 'README.md', 'bin/run.js', 'dist/sandbox/worker.cjs', 'plugins/base/manifest.json'];
  expect(files).toEqual(
    expect.arrayContaining([...required, ...built, 'dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json']),
  );
  const sources = readdirSync(join(repository, 'plugins'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(repository.length + 1)
        .replaceAll('\\', '/'),
    );
  // npm leaves some names out of every package (.gitignore, .npmrc): a template called so would be missing at the user's.
  expect(files.filter((path) => path.startsWith('plugins/')).sort()).toEqual(sources.sort());
});

test('creates a project when installed into an empty folder', async (context) => {
  const folder = temporaryFolder();
  const { tarball } = await pack(folder);
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const install = ['npm', 'install', tarball, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const installed = await run(install, { cwd: home });
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/u.test(installed.stderr)) {
    notVerified(context, { reason: 'no package registry within reach', remedy: 'connect to one' });
  }
  if (installed.code !== 0) throw new Error(installed.stderr);

  // oclif behaves otherwise in development: an installed command must not.
  const env = { NODE_ENV: 'development' };
  const genlock = (...args: readonly string[]) =>
    run([process.execPath, join(home, 'node_modules/genlock/bin/run.js'), ...args], { cwd: home, env });
  expect((await genlock('--version')).stdout).toMatch(new RegExp(`^genlock/${version} `, 'u'));
  expect((await genlock('--help')).stdout).toContain('init');
  const made = await genlock('init', 'demo', '--yes');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('Created demo in ./demo');
  expect(readdirSync(join(home, 'demo'))).toEqual(expect.arrayContaining(['genlock.json', 'package.json', 'server']));

  const script = `
    import { exitCodes, GenlockError } from 'genlock';
    import * as sdk from 'genlock/sdk';
    import * as testing from 'genlock/testing';
    console.log(JSON.stringify([exitCodes.declined, typeof GenlockError, Object.keys(sdk).length, Object.keys(testing).length > 0]));
  `;
  writeFileSync(join(home, 'use.mjs'), script);
  const used = await run([process.execPath, 'use.mjs'], { cwd: home });
  expect([used.stderr, JSON.parse(used.stdout)]).toEqual(['', [4, 'function', 14, true]]);

  writeFileSync(join(home, 'use.mts'), typedUse);
  writeFileSync(join(home, 'generator.mts'), typedGenerator);
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
  const checked = await run([tsc, ...options, 'use.mts', 'generator.mts'], { cwd: home });
  expect([checked.stdout, checked.code]).toEqual(['', 0]);

  // A new plugin passes its own tests, its types and the checks, and the types report a mistake.
  expect((await genlock('plugin', 'create', 'notes')).code).toBe(0);
  const notes = join(home, 'notes');
  const tested = await run(['npm', 'test'], { cwd: notes });
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/pass 3\b/u)]);
  expect((await genlock('plugin', 'validate', 'notes')).code).toBe(0);
  const typed = await run([tsc, '-p', 'tsconfig.json'], { cwd: notes });
  expect([typed.stdout, typed.code]).toEqual(['', 0]);
  const generator = join(notes, 'generator.ts');
  writeFileSync(generator, readFileSync(generator, 'utf8').replace("source: 'templates'", "src: 'templates'"));
  expect((await run([tsc, '-p', 'tsconfig.json'], { cwd: notes })).stdout).toContain("'src' does not exist");
});

/** Typed code of a plugin author. Type checking it also checks every declaration that it uses. */
const typedUse = `
  import { initProject, exitCodes, type InitResult } from 'genlock';
  import { copyTemplates, type GeneratorContext } from 'genlock/sdk';
  import type { Operation } from 'genlock/testing';
  export const init: typeof initProject = initProject;
  export const status: InitResult['status'] = 'created';
  export const kind: Operation['kind'] = 'copyTemplates';
  export const bug: number = exitCodes.bug;
  export default async ({ projectPath }: GeneratorContext) => copyTemplates({ source: 'app', destination: projectPath });
  // @ts-expect-error there is no such call
  import { nothing } from 'genlock/sdk';
`;

/** A generator in TypeScript: every operation, and the mistakes the types must catch. */
const typedGenerator = `
  import {
    copyTemplates, registerAdminMenu, registerAPIRoutes, registerCSS, registerPrismaSchema, registerProvider,
    registerSettings, type Generator, type SettingSchema,
  } from 'genlock/sdk';
  import { runPluginFolder, type Footprint, type PluginOutcome } from 'genlock/testing';

  const size: SettingSchema = { type: 'number', label: 'Size', default: 3, min: 1, max: 10 };
  const generate: Generator = async ({ projectPath, framework, settings, database }) => {
    const title: string | number | boolean | undefined = settings['title'];
    await copyTemplates({ source: 'app', destination: projectPath, framework, variables: { title }, ignore: ['*.md'] });
    await registerAPIRoutes({ routes: [{ path: '/a/:id', handler: 'server/a', methods: ['GET', 'post'], access: 'admin' }] });
    await registerAPIRoutes([{ path: '/b', handler: 'server/b', methods: ['PUT'] }]);
    await registerAdminMenu({ id: 'a', label: 'A', icon: 'book', href: '/a', children: [{ id: 'b', label: 'B', href: '/b' }] });
    if (database === 'relational') await registerPrismaSchema('model A { id String @id }');
    await registerSettings({ pluginId: 'a', schema: { size } });
    await registerProvider({ name: 'AProvider', import: '@/providers/AProvider', order: 50 });
    await registerCSS({ variables: { '--a': 'red' } });
    await registerCSS({ a: 4 });
    // @ts-expect-error a method there isn't
    await registerAPIRoutes([{ path: '/b', handler: 'server/b', methods: ['TRACE'] }]);
    // @ts-expect-error a handler is needed
    await registerAPIRoutes([{ path: '/b', methods: ['GET'] }]);
    // @ts-expect-error a kind of setting there isn't
    await registerSettings({ schema: { a: { type: 'date' } } });
    // @ts-expect-error a kind of database there isn't
    if (database === 'mysql') return;
    // @ts-expect-error settings are read-only
    settings['title'] = 'x';
  };
  export default generate;

  export async function check(): Promise<Footprint> {
    const outcome: PluginOutcome = await runPluginFolder({ folder: '.', database: 'document', settings: { title: 'x' } });
    const text: string | undefined = outcome.files.get('server/a.ts');
    return text === undefined ? Promise.reject(new Error(outcome.log[0]?.text)) : outcome.footprint;
  }
`;

async function pack(folder: string): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  const command = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { code, stdout, stderr } = await run(command, { cwd: repository });
  if (code !== 0) throw new Error(stderr);
  const [packed]: { filename: string; files: { path: string }[] }[] = Object.values(JSON.parse(stdout));
  if (packed === undefined) throw new Error('npm pack made nothing');
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}
