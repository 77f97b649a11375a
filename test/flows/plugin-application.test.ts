/** Plugins that change the whole application: hosts of the pages, middleware, slots, and samples of settings. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { codesOf, copyFixture, editGenerator, newLifeWith, type How, type Life } from '../support/life.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let home: string;
let how: How;
let folder: string;

beforeEach(async () => {
  const fields = [{ name: 'title', type: 'String', required: true }];
  ({ life, home, how } = await newLifeWith([{ name: 'Order', fields }]));
  folder = copyFixture('delivery', life);
});

const read = (path: string): string => readFileSync(join(life.root, path), 'utf8');

function obey(policy: object): void {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify({ version: 1, ...policy }));
}

describe('a plugin for the whole application', () => {
  test('is added with a footprint for consent, and removed exactly', async () => {
    const before = treeHash(life.root);
    const result = await life.add([folder], how);
    expect(result.plugins[0]).toMatchObject({
      asks: true,
      footprint: {
        hosts: ['image https://*.tiles.example', 'script https://maps.example.com'],
        middleware: ['afterAuth server/lib/delivery/stamp', 'beforeRoutes server/lib/delivery/fields'],
        slots: ['form Order', 'header', 'home', 'list', 'record Order', 'record Warehouse'],
      },
    });
    expect(read('server/generated/security-policy.ts')).toContain("script: ['https://maps.example.com']");
    expect(read('server/generated/middleware.ts')).toContain('[libDeliveryStampMiddleware]');
    expect(read('client/generated/slots.ts')).toContain("import('@/components/delivery/FormHint')");
    expect((await verifyProject({ cwd: life.root, strict: true })).status).toBe('verified');
    await life.remove(['delivery'], how);
    // `.env` has the line of the secret, which the user could have filled in.
    expect([...treeHash(life.root)].filter(([path]) => path !== '.env')).toEqual(
      [...before].filter(([path]) => path !== '.env'),
    );
  });

  test('writes no sample to .env or into the application', async () => {
    await life.add([folder], how);
    expect(read('test/support/sample-variables.ts')).toContain("DELIVERY_MAPS_KEY: 'maps-key-of-tests'");
    for (const path of ['.env', '.env.example', 'server/generated/settings.ts', 'server/generated/variables.ts']) {
      expect([path, read(path)]).toEqual([path, expect.not.stringMatching(/maps-key-of-tests|eu-west/u)]);
    }
  });

  test('is validated with its samples', async () => {
    editGenerator(folder, 'generate() {', "generate({ settings }) {\n  console.log('region', settings.region);");
    const { runs } = await validatePlugin({ cwd: folder, folder }, { env: {}, clock: () => new Date(0) });
    expect(runs.flatMap(({ log }) => log.map(({ text }) => text))).toEqual(
      Array.from({ length: 3 }, () => 'region eu-west'),
    );
  });

  test.each([
    ["['maps.example.com']", "['maps.example.com', 'evil.example']", { hosts: ['script https://evil.example'] }],
    ["'afterAuth'", "'beforeAuth'", { middleware: ['beforeAuth server/lib/delivery/stamp'] }],
    ["slot: 'home'", "slot: 'form'", { slots: ['form'] }],
  ])('needs consent for more in an update: %s', async (from, to, growth) => {
    await life.add([folder], how);
    editGenerator(folder, from, to);
    const result = await life.add([folder], { ...how, yes: true });
    expect(result.plugins[0]).toMatchObject({ asks: true, growth: { footprint: growth } });
  });
});

describe('a policy', () => {
  test.each([
    ...['host:*', 'host:script/*', 'host:*/maps.example.com', 'host:image/*.tiles.example', 'middleware', 'slot'],
    // The wildcard of the plugin includes this host.
    'host:image/a.tiles.example',
  ])('denies %s', async (permission) => {
    const before = treeHash(life.root);
    obey({ permissions: { deny: [permission] } });
    expect(new Set(await codesOf(life.add([folder], how)))).toEqual(new Set(['POLICY_DENIED']));
    expect(treeHash(life.root)).toEqual(before);
  });

  test('denies only the named hosts', async () => {
    obey({ permissions: { deny: ['host:connect/*', 'host:script/tiles.example', 'host:style/maps.example.com'] } });
    expect((await life.add([folder], how)).plugins).toHaveLength(1);
  });

  test('permits a wildcard only if the whole wildcard is allowed', async () => {
    const others = ['server-code', 'browser-code', 'middleware', 'slot', 'secret:*', 'host:script/*'];
    obey({ permissions: { allow: [...others, 'host:image/a.tiles.example'] } });
    expect(await codesOf(life.add([folder], how))).toEqual(['POLICY_DENIED']);
    obey({ permissions: { allow: [...others, 'host:image/*.tiles.example'] } });
    await life.add([folder], how);
  });
});
