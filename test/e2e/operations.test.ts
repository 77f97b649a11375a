import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { writeRecipes } from '../support/recipes.ts';
import { done, makeShop, pathWithoutOurs, serve, type Served, type Shop, typecheck } from '../support/shop.ts';
import { openWebhook, type Webhook } from '../support/webhook.ts';

const examples = join(repository, 'examples/plugins');
const variable = 'CONTACT_FORM_WEBHOOK_URL';
const recipeSecrets = ['RATES_KEY', 'ORDER_WEBHOOK_SECRET'];
const canary = 'canary-5b0f3c9e7a';

/** One entity with every type of field, and one it refers to. */
const entities = [
  { name: 'Maker', fields: [{ name: 'name', type: 'String', required: true }] },
  {
    name: 'Thing',
    fields: [
      { name: 'title', type: 'String', required: true },
      { name: 'notes', type: 'Text' },
      { name: 'amount', type: 'Int' },
      { name: 'views', type: 'BigInt', required: true },
      { name: 'weight', type: 'Float' },
      { name: 'price', type: 'Decimal', required: true },
      { name: 'active', type: 'Boolean' },
      { name: 'madeOn', type: 'Date', required: true },
      { name: 'mail', type: 'String', format: 'email' },
      { name: 'site', type: 'String', format: 'url' },
      { name: 'phone', type: 'String', format: 'phone' },
      { name: 'slug', type: 'String', format: 'slug' },
      { name: 'tint', type: 'String', format: 'color' },
      { name: 'cost', type: 'Decimal', format: 'money', currency: 'EUR' },
      { name: 'madeAt', type: 'DateTime', required: true },
      { name: 'data', type: 'Json', required: true },
      { name: 'state', type: 'Enum', required: true, values: ['NEW', 'USED'] },
    ],
    relations: [{ name: 'maker', type: 'many-to-one', target: 'Maker' }],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'genlock-operations-'));
const recipes = join(folder, 'recipes');
writeRecipes(recipes);
let webhook: Webhook;
let shop: Shop;

beforeAll(async () => {
  webhook = await openWebhook(canary);
  // The variable is set for the programs of the project, as in a deployment.
  process.env[variable] = webhook.url;
  for (const name of recipeSecrets) process.env[name] = 'sample';
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify({ database: 'file', entities }));
  shop = await makeShop(['--config', config, '--plugins', examples, '--plugins', recipes]);
});
afterAll(() => {
  for (const name of [variable, ...recipeSecrets]) delete process.env[name];
  webhook.close();
  shop.remove();
  rmSync(folder, { recursive: true, force: true });
});

const plugins = [examples, recipes].flatMap((root) =>
  readdirSync(root).map((name) => [name, join(root, name)] as const),
);

test.each(plugins)('%s is valid', async (_name, plugin) => {
  expect(await genlock(['plugin', 'validate', plugin], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
});

test('the examples pass tests of their own, as their authors run them', async () => {
  const root = join(folder, 'authors');
  cpSync(examples, root, { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(repository, join(root, 'node_modules/genlock'));
  const { stdout } = done(await run([process.execPath, '--test', '*/test/*.test.js'], { cwd: root }));
  expect(stdout).toMatch(/pass 2\d\n/u);
});

test.each([typecheck, 'lint', 'format:check', 'test', 'build'])(
  'a project with all of them passes %s',
  async (script) => {
    const finished = done(
      await run(['npm', 'run', ...script.split(' ')], { cwd: shop.root, env: { PATH: pathWithoutOurs(), CI: '1' } }),
    );
    expect(finished.code).toBe(0);
  },
);

/** Returns the content of all files below a folder. */
function textOf(root: string): string {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n');
}

describe('the built application', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(shop.root, { NODE_ENV: 'production' });
  });
  afterAll(() => served.stop());

  const call = (path: string, init?: RequestInit) => fetch(served.url + path, init);
  const post = (path: string, body: unknown) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const json = async (path: string): Promise<unknown> => (await call(path)).json();

  test('answers the routes of plugins: methods, parameters, wildcards, access', async () => {
    expect(await json('/api/status/checks/clock')).toEqual({ ok: true });
    const echo = await call('/api/status/echo/a/b', { method: 'PUT', body: 'as it is' });
    expect(await echo.json()).toEqual({ method: 'PUT', rest: ['a', 'b'], text: 'as it is' });
    const refused = await call('/api/status', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await call('/api/status', { method: 'OPTIONS' })).status).toBe(204);
    expect((await call('/api/status', { method: 'HEAD' })).status).toBe(200);
    expect(await json('/api/status/memory')).toMatchObject({ status: 401, code: 'auth_not_configured' });
  });

  test('stores records of a plugin’s model', async () => {
    expect((await post('/api/page-views', { path: '/imprint' })).status).toBe(204);
    expect(await json('/api/page-views')).toContainEqual({ path: '/imprint', count: 1 });
  });

  test('runs the hooks of a plugin for single and bulk requests', async () => {
    const created = (await (await post('/api/makers', { name: 'One' })).json()) as { id: string };
    const path = `/api/makers/${created.id}`;
    const headers = { 'content-type': 'application/json' };
    expect((await call(path, { method: 'PATCH', headers, body: '{ "name": "Two" }' })).status).toBe(200);
    const bulk = await post('/api/makers/bulk', { create: [{ name: 'Three' }], delete: [created.id] });
    expect(bulk.status).toBe(200);
    const changed = (await bulk.json()) as { created: { id: string }[] };
    using database = new DatabaseSync(join(shop.root, 'data/dev.db'), { readOnly: true });
    const fact = "entity || ' ' || action || ' ' || fields AS fact";
    const select = database.prepare(`SELECT ${fact} FROM AuditLogEntry WHERE recordId IN (?, ?) ORDER BY fact`);
    expect(select.all(created.id, changed.created[0]?.id ?? '')).toEqual([
      { fact: 'Maker create ' },
      { fact: 'Maker create ' },
      { fact: 'Maker delete ' },
      { fact: 'Maker update name' },
    ]);
  });

  test('has the pages, the menu, the provider and the theme of plugins', () => {
    const client = textOf(join(shop.root, 'dist/client'));
    for (const text of ['Example Ltd.', '/admin/reports/latest', 'new-start-page']) expect(client).toContain(text);
    expect(client).toMatch(/--brand-shadow:\s*calc\(var\(--radius\) ?\/ ?2\)/u);
    const providers = readFileSync(join(shop.root, 'client/generated/providers.tsx'), 'utf8');
    expect(providers.match(/<(?!\/)\w+>/gu)).toEqual([
      '<FeatureFlagsProvider>',
      '<GreetingProvider>',
      '<ZoomProvider>',
    ]);
  });

  test('uses a secret of a plugin without disclosing it', async () => {
    const sent = await post('/api/contact', { email: 'ann@example.com', text: 'Hello' });
    expect(sent.status).toBe(204);
    expect(webhook.received).toMatchObject([{ from: 'ann@example.com', text: 'Hello' }]);
    const answers = ['/openapi.json', '/api/admin', '/api/admin/settings', '/contact', '/api/contact'];
    const texts = await Promise.all(answers.map(async (path) => (await call(path)).text()));
    expect([...texts, textOf(join(shop.root, 'dist')), served.output()].join('\n')).not.toContain(canary);
  });

  test('closes the admin area in an application without sign-in', async () => {
    for (const path of ['/api/admin', '/api/admin/settings', '/api/admin/anything']) {
      expect(await json(path)).toMatchObject({ status: 403, code: 'admin_not_configured' });
    }
  });

  test('describes its responses for every field type', async () => {
    const document = (await json('/openapi.json')) as Description;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document });
    const records = await json('/api/things?include=maker&limit=200');
    const isThings = ajv.compile({ type: 'array', minItems: 1, items: { $ref: 'document#/components/schemas/Thing' } });
    expect([isThings(records), isThings.errors]).toEqual([true, null]);
    expect(isThings([{ ...(records as object[])[0], price: 1.5 }])).toBe(false);

    const body = {
      title: 'A',
      views: '9007199254740993',
      price: '1.50',
      madeOn: '2026-01-31',
      madeAt: '2026-01-31T12:00:00Z',
      data: [1],
      state: 'NEW',
    };
    const isInput = ajv.compile({ $ref: 'document#/components/schemas/ThingInput' });
    expect([isInput(body), (await post('/api/things', body)).status]).toEqual([true, 201]);
    const wrong = { ...body, state: 'OLD' };
    expect([isInput(wrong), (await post('/api/things', wrong)).status]).toEqual([false, 422]);
    expect(document.paths['/api/status/echo/{rest}']).toHaveProperty('put');
    const names = document.paths['/api/things']?.get?.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['limit', 'cursor', 'sort', 'include', 'state', 'makerId']));
    expect(names).not.toContain('data');
  });
});

interface Description {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters: readonly { readonly name: string }[] } }>
  >;
}

test('without its secret it does not start, and names all that is missing', async () => {
  const env = { PATH: pathWithoutOurs(), [variable]: '', DATABASE_URL: '', PORT: 'x' };
  const { code, stdout, stderr } = await run(['node', 'dist/server/main.js'], { cwd: shop.root, env });
  expect(code).toBe(1);
  for (const name of [variable, 'DATABASE_URL', 'PORT']) expect(stdout + stderr).toContain(name);
  expect(stdout + stderr).not.toMatch(/^\s+at |Error:|\.js:\d/mu);
});

test('in development the admin area is open, and shows settings without secrets', async () => {
  const port = String(await freePort());
  const env = { ...process.env, PATH: pathWithoutOurs(), NODE_ENV: 'development', PORT: port };
  const child = spawn('node', ['node_modules/vite/bin/vite.js', '--port', port], { cwd: shop.root, env });
  try {
    const url = `http://localhost:${port}/api/admin`;
    const answer = await untilAnswered(url);
    expect(await answer.json()).toEqual({ user: null });
    const text = await (await fetch(`${url}/settings`)).text();
    const shown = (JSON.parse(text) as { plugin: string; settings: unknown[] }[]).find(
      (one) => one.plugin === 'contact-form',
    );
    expect(shown?.settings).toContainEqual(expect.objectContaining({ key: 'webhookUrl', variable, isSet: true }));
    expect(shown?.settings).toContainEqual(expect.objectContaining({ key: 'maxLength', type: 'number', value: 2000 }));
    expect(text).not.toContain(canary);
  } finally {
    child.kill('SIGKILL');
  }
});

async function untilAnswered(url: string): Promise<Response> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`nothing answers at ${url}`);
}
