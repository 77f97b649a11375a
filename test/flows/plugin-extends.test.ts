/** Plugins that add routes to the sign-in of another plugin. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangeResult } from '../../src/engine/change.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { codesOf, newLifeWith, type How, type Life } from '../support/life.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let home: string;
let how: How;

beforeEach(async () => {
  ({ life, home, how } = await newLifeWith());
});

interface Extension {
  readonly name?: string;
  readonly path?: string;
  readonly version?: string;
  readonly manifest?: object;
}

/** Creates a folder of a plugin with one route, and returns its path. */
function extension({ name = 'social', path = '/auth/callback', version = '1.0.0', manifest }: Extension = {}): string {
  const folder = join(life.root, '..', name);
  const handler = `server/lib/${name}`;
  const files = {
    'manifest.json': JSON.stringify({ name, version, extends: 'auth', ...manifest }),
    'package.json': JSON.stringify({ name, version, license: 'MIT' }),
    'README.md': '# A plugin\n',
    'generator.js': `import * as sdk from 'genlock/sdk';
export default async () => {
  await sdk.copyTemplates();
  sdk.registerAPIRoutes([{ path: '${path}', handler: '${handler}', methods: ['GET'] }]);
};
`,
    [`templates/${handler}.ts`]: 'export default () => {};\n',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const changed = (result: ChangeResult, name: string) => result.plugins.find((plugin) => plugin.name === name);

function obey(policy: object): void {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify({ version: 1, ...policy }));
}

describe('a plugin with "extends": "auth"', () => {
  test('adds routes below /api/auth, and the plan states it', async () => {
    await life.add(['auth-jwt'], how);
    const result = await life.add([extension()], how);
    expect(changed(result, 'social')).toMatchObject({ asks: true, signInRoutes: ['GET /api/auth/callback public'] });
    const request = { cwd: life.root, strict: true };
    expect((await verifyProject(request)).status).toBe('verified');
  });

  test('is not needed for other routes, which the plan does not count', async () => {
    const result = await life.add(['auth-jwt', extension({ path: '/social' })], how);
    expect(changed(result, 'social')).not.toHaveProperty('signInRoutes');
    expect(changed(result, 'auth-jwt')).not.toHaveProperty('signInRoutes');
  });

  test('is refused without a plugin that provides authentication', async () => {
    const before = treeHash(life.root);
    expect(await codesOf(life.add([extension()], how))).toEqual(['RENDER_PORT_MISSING']);
    expect(treeHash(life.root)).toEqual(before);
  });

  test('keeps the plugin that provides authentication', async () => {
    await life.add(['auth-jwt', extension()], how);
    const before = treeHash(life.root);
    expect(await codesOf(life.remove(['auth-jwt'], how))).toEqual(['RENDER_PORT_MISSING']);
    expect(treeHash(life.root)).toEqual(before);
  });

  test.each(['/auth/login', '/AUTH/login', '/auth/*rest', '/auth/:step'])(
    'cannot take the place of a route of sign-in: %s',
    async (path) => {
      await life.add(['auth-jwt'], how);
      expect(await codesOf(life.add([extension({ path })], how))).toContain('RENDER_ROUTE_CLASH');
    },
  );

  test('conflicts with another plugin that extends authentication by the same route', async () => {
    await life.add(['auth-jwt', extension()], how);
    const refused = life.add([extension({ name: 'passkey' })], how);
    await expect(refused).rejects.toThrow('/api/auth/callback of social');
    expect(await codesOf(refused)).toEqual(['RENDER_ROUTE_CLASH']);
  });

  test.each([{ extends: 'billing' }, { provides: 'auth' }])('is refused with %j', async (manifest) => {
    expect(await codesOf(life.add(['auth-jwt', extension({ manifest })], how))).toEqual(['PLUGIN_EXTENDS_INVALID']);
  });

  test('needs consent for more routes of sign-in in an update', async () => {
    await life.add(['auth-jwt', extension({ path: '/social' })], how);
    const folder = extension({ path: '/auth/callback', version: '1.0.1' });
    const result = await life.add([folder], { ...how, yes: true });
    expect(changed(result, 'social')).toMatchObject({
      asks: true,
      signInRoutes: ['GET /api/auth/callback public'],
      growth: { footprint: { routes: ['GET /api/auth/callback public'] } },
    });
  });

  test('is valid on its own for plugin validate', async () => {
    const folder = extension();
    const { runs } = await validatePlugin({ cwd: folder, folder }, { env: {}, clock: () => new Date(0) });
    expect(runs).toHaveLength(3);
    const taken = extension({ path: '/auth/login' });
    const refused = validatePlugin({ cwd: taken, folder: taken }, { env: {}, clock: () => new Date(0) });
    expect(await codesOf(refused)).toContain('RENDER_ROUTE_CLASH');
  });
});

describe('a policy', () => {
  test('denies only the routes of sign-in', async () => {
    await life.add(['auth-jwt'], how);
    obey({ permissions: { deny: ['route:auth'] } });
    expect(await codesOf(life.add([extension()], how))).toEqual(['POLICY_DENIED']);
    await life.add([extension({ path: '/social' })], how);
  });

  test('asks for routes of sign-in', async () => {
    await life.add(['auth-jwt'], how);
    obey({ permissions: { ask: ['route:auth'] } });
    expect(await codesOf(life.add([extension()], how))).toEqual(['CONSENT_NEEDED']);
  });
});
