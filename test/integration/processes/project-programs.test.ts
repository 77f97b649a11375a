import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { installPackages, packageManagerOf } from '../../../src/processes/package-manager.ts';
import { prismaGenerate } from '../../../src/processes/prisma-generate.ts';
import { runSeed } from '../../../src/processes/seed.ts';
import { temporaryFolder } from '../../support/temporary.ts';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GenlockError ? error.code : String(error);
}

const prisma = 'node_modules/prisma/build/index.js';
const report = `require('node:fs').writeFileSync('report.json', JSON.stringify([process.argv.slice(2), process.cwd(), process.env]))`;

async function reported(root: string): Promise<[string[], string, Record<string, string>]> {
  const { readFileSync } = await import('node:fs');
  return JSON.parse(readFileSync(join(root, 'report.json'), 'utf8'));
}

describe('prismaGenerate', () => {
  test('runs the project’s own Prisma with a variable that prevents an engine download', async () => {
    const root = project({ [prisma]: report });
    await prismaGenerate(root, { env: { KEEP: '1' } });
    const [args, cwd, env] = await reported(root);
    expect([args, cwd]).toEqual([['generate'], root]);
    expect(env).toMatchObject({ KEEP: '1', CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath });
  });

  test('keeps an engine variable of the user', async () => {
    const root = project({ [prisma]: report });
    await prismaGenerate(root, { env: { PRISMA_SCHEMA_ENGINE_BINARY: '/opt/engine' } });
    expect((await reported(root))[2]['PRISMA_SCHEMA_ENGINE_BINARY']).toBe('/opt/engine');
  });

  test('runs the project’s script if it exists', async () => {
    const script = {
      'scripts/generate.mjs': `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${report}`,
    };
    const root = project({ ...script, 'node_modules/@prisma/client-generator-ts/package.json': '{}' });
    await prismaGenerate(root, { env: {} });
    const [args, cwd] = await reported(root);
    expect([args, cwd]).toEqual([[], root]);
    expect(await codeOf(prismaGenerate(project(script), { env: {} }))).toBe('DATA_NOT_INSTALLED');
  });

  test('reports missing packages', async () => {
    expect(await codeOf(prismaGenerate(project({}), { env: {} }))).toBe('DATA_NOT_INSTALLED');
  });

  test.each([
    ['{ "workspaces": ["apps/*"] }', 'undefined'],
    ['{ "name": "other" }', 'DATA_NOT_INSTALLED'],
    ['not JSON', 'DATA_NOT_INSTALLED'],
  ])('with packages in a folder above that has the package.json %s', async (manifest, code) => {
    const root = join(project({ [prisma]: '', 'package.json': manifest, 'apps/shop/package.json': '{}' }), 'apps/shop');
    expect(await codeOf(prismaGenerate(root, { env: {} }))).toBe(code);
  });

  test('shows output only if it fails', async () => {
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(line);
    await prismaGenerate(project({ [prisma]: 'console.log("chatter")' }), { env: {}, onLine });
    expect(lines).toEqual([]);
    const failing = project({ [prisma]: 'console.log("chatter"); process.exit(1)' });
    expect(await codeOf(prismaGenerate(failing, { env: {}, onLine }))).toBe('DATA_GENERATE_FAILED');
    expect(lines).toEqual(['chatter']);
  });
});

describe('runSeed', () => {
  const files = { 'prisma/seed.ts': '', 'node_modules/x': '' };

  test("runs the seed with the project's task runner", async () => {
    const root = project({
      ...files,
      'scripts/task.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${report}`,
    });
    await runSeed(root, { env: { DATABASE_URL: 'file:./x.db' } });
    const [args, cwd, env] = await reported(root);
    expect([args, cwd, env['DATABASE_URL']]).toEqual([['prisma/seed.ts'], root, 'file:./x.db']);
  });

  test.each([
    [{}, 'DATA_SEED_MISSING'],
    [{ 'prisma/seed.ts': '' }, 'DATA_SEED_MISSING'],
    [{ 'prisma/seed.ts': '', 'scripts/task.mjs': '' }, 'DATA_NOT_INSTALLED'],
    [{ ...files, 'scripts/task.mjs': 'process.exit(7)' }, 'DATA_SEED_FAILED'],
  ])('a project with %j ends with %s', async (given, code) => {
    expect(await codeOf(runSeed(project(given), { env: {} }))).toBe(code);
  });
});

describe('package managers', () => {
  test.each([
    [{}, 'npm'],
    [{ npm_config_user_agent: 'npm/11.0.0 node/v24.21.0 linux x64' }, 'npm'],
    [{ npm_config_user_agent: 'pnpm/10.1.0 npm/? node/v24.21.0' }, 'pnpm'],
    [{ npm_config_user_agent: 'yarn/4.0.0' }, 'yarn'],
    [{ npm_config_user_agent: 'bun/1.2.0' }, 'bun'],
    [{ npm_config_user_agent: '../evil/1' }, 'npm'],
  ])('%j results in %s', (env, name) => {
    expect(packageManagerOf(env, project({}))).toBe(name);
  });

  test.each([
    ['package-lock.json', 'npm'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
  ])('a project with %s uses %s, even if another program started the command', (file, name) => {
    expect(packageManagerOf({ npm_config_user_agent: 'yarn/4.0.0' }, project({ [file]: '' }))).toBe(name);
    expect(packageManagerOf({ npm_config_user_agent: 'npm/11.0.0' }, project({ [file]: '' }))).toBe(name);
  });

  test('reports a missing or failing package manager', async () => {
    const root = project({});
    expect(await codeOf(installPackages(root, { env: { PATH: root } }))).toBe('DATA_INSTALL_FAILED');
  });
});
