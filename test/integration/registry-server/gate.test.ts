/** Requests that Verdaccio accepts and a plugin registry must refuse: each row is sent with the gate and without. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageOf, tgzOf } from '../../support/archives.ts';
import {
  bareVerdaccio,
  escaped,
  gatedRegistry,
  pluginFiles,
  publication,
  send,
  type Answer,
  type TestRegistry,
} from '../../support/verdaccio.ts';

let gated: TestRegistry;
let bare: TestRegistry;

beforeAll(async () => {
  gated = await gatedRegistry({ configuration: { unpublish: true } });
  bare = await bareVerdaccio({ configuration: { unpublish: true } });
});

afterAll(async () => {
  await gated[Symbol.asyncDispose]();
  await bare[Symbol.asyncDispose]();
});

type Put = (name: string, body: unknown, user?: string) => Promise<Answer>;

const putAt =
  (registry: TestRegistry): Put =>
  (name, body, user = 'ada') =>
    send(registry.url, { method: 'PUT', path: escaped(name), body, token: registry.token(user) });

interface Row {
  readonly what: string;
  readonly attempt: (put: Put, name: string, registry: TestRegistry) => Promise<Answer>;
  /** The status of Verdaccio without the gate. */
  readonly alone: number;
  readonly status: number;
  readonly text: string;
}

/** Publishes a plugin with some of its files replaced. */
const withFiles =
  (change: (name: string) => Readonly<Record<string, string>>): Row['attempt'] =>
  (put, name) =>
    put(name, publication(name, { archive: packageOf({ ...pluginFiles(name), ...change(name) }) }));

const without =
  (path: string): Row['attempt'] =>
  (put, name) => {
    const { [path]: _, ...files } = pluginFiles(name);
    return put(name, publication(name, { archive: packageOf(files) }));
  };

const secondRoot =
  (path: string): Row['attempt'] =>
  (put, name) => {
    const files = Object.entries(pluginFiles(name)).map(([file, content]) => ({ path: `package/${file}`, content }));
    return put(name, publication(name, { archive: tgzOf([...files, { path, content: '{}' }]) }));
  };

const rows: readonly Row[] = [
  { what: 'no manifest', attempt: without('manifest.json'), alone: 201, status: 422, text: 'has no manifest.json' },
  { what: 'no package.json', attempt: without('package.json'), alone: 201, status: 422, text: 'package.json' },
  { what: 'no generator', attempt: without('generator.js'), alone: 201, status: 422, text: 'no generator.js' },
  {
    what: 'a manifest that is no JSON',
    attempt: withFiles(() => ({ 'manifest.json': '{ "name": ' })),
    alone: 201,
    status: 422,
    text: 'package/manifest.json:1:',
  },
  {
    what: 'a manifest against its schema',
    attempt: withFiles((name) => ({
      'manifest.json': JSON.stringify({ name, version: '1.0.0', databases: ['tape'] }),
    })),
    alone: 201,
    status: 422,
    text: 'tape',
  },
  {
    what: "a manifest of another's name",
    attempt: withFiles(() => ({ 'manifest.json': JSON.stringify({ name: 'other', version: '1.0.0' }) })),
    alone: 201,
    status: 422,
    text: 'The name is',
  },
  {
    what: 'a manifest of another version',
    attempt: withFiles((name) => ({ 'manifest.json': JSON.stringify({ name, version: '2.0.0' }) })),
    alone: 201,
    status: 422,
    text: 'The version is',
  },
  {
    what: 'a second root',
    attempt: secondRoot('zzz/manifest.json'),
    alone: 201,
    status: 422,
    text: 'not below package/',
  },
  {
    what: 'a root of a dot',
    attempt: secondRoot('./manifest.json'),
    alone: 201,
    status: 422,
    text: 'not below package/',
  },
  { what: 'native code', attempt: withFiles(() => ({ 'a.node': '' })), alone: 201, status: 422, text: 'native code' },
  {
    what: 'no archive at all',
    attempt: (put, name) => put(name, publication(name, { archive: Buffer.from('<html>') })),
    alone: 201,
    status: 422,
    text: 'not a gzip file',
  },
  {
    what: 'an integrity that is false',
    attempt: (put, name) => put(name, publication(name, { dist: { integrity: `sha512-${'A'.repeat(86)}==` } })),
    alone: 201,
    status: 422,
    text: 'dist.integrity',
  },
  {
    what: 'no integrity',
    attempt: (put, name) => put(name, publication(name, { dist: { integrity: undefined } })),
    alone: 201,
    status: 422,
    text: 'integrity',
  },
  {
    what: 'a script only the archive has',
    attempt: withFiles((name) => ({
      'package.json': JSON.stringify({ name, version: '1.0.0', scripts: { test: 'node evil.js' } }),
    })),
    alone: 201,
    status: 422,
    text: 'otherwise of scripts',
  },
  {
    what: 'a dependency only the packument has',
    attempt: (put, name) => put(name, publication(name, { metadata: { dependencies: { evil: '1.0.0' } } })),
    alone: 201,
    status: 422,
    text: 'otherwise of dependencies',
  },
  {
    what: "another name in the archive's package.json",
    attempt: withFiles(() => ({ 'package.json': JSON.stringify({ name: 'other', version: '1.0.0' }) })),
    alone: 201,
    status: 422,
    text: 'The name is',
  },
  {
    what: "somebody else's plugin",
    attempt: async (put, name) => {
      await put(name, publication(name));
      return put(name, publication(name, { version: '1.0.1' }), 'bob');
    },
    alone: 201,
    status: 403,
    text: 'not yours to change',
  },
  {
    what: 'the same version again',
    attempt: async (put, name) => {
      await put(name, publication(name));
      return put(name, publication(name, { archive: packageOf(pluginFiles(name, '1.0.0', { 'new.txt': 'x' })) }));
    },
    alone: 409,
    status: 409,
    text: 'published already',
  },
  {
    what: 'a version that was taken back, with other bytes',
    attempt: async (put, name, { url, token }) => {
      await put(name, publication(name));
      const seen = await send(url, { method: 'GET', path: escaped(name), token: token('ada') });
      const { _rev } = JSON.parse(seen.text) as { _rev: string };
      await send(url, { method: 'DELETE', path: `${escaped(name)}/-rev/${_rev}`, token: token('ada') });
      return put(name, publication(name, { archive: packageOf(pluginFiles(name, '1.0.0', { 'new.txt': 'x' })) }));
    },
    alone: 201,
    status: 422,
    text: 'burned',
  },
  {
    what: 'a name without a version',
    attempt: (put, name) => put(name, { _id: name, name, 'dist-tags': {}, versions: {} }),
    alone: 201,
    status: 422,
    text: 'begins with a version',
  },
  {
    what: 'versions without archives',
    attempt: (put, name) => put(name, publication(name, { more: { _attachments: {} } })),
    alone: 201,
    status: 422,
    text: 'begins with a version',
  },
  {
    what: 'two archives',
    attempt: (put, name) => {
      const body = publication(name);
      const attachments = body['_attachments'] as Record<string, unknown>;
      return put(name, { ...body, _attachments: { ...attachments, [`${name}-1.0.1.tgz`]: { data: 'e30=' } } });
    },
    alone: 400,
    status: 422,
    text: 'one archive',
  },
  {
    what: 'an attachment of another name',
    attempt: (put, name) => {
      const [attachment] = Object.values(publication(name)['_attachments'] as object) as readonly unknown[];
      return put(name, { ...publication(name), _attachments: { '../../evil.tgz': attachment } });
    },
    alone: 201,
    status: 422,
    text: 'not called',
  },
  {
    what: 'the raw form of an upload',
    attempt: async (put, name, { url, token }) => {
      await put(name, publication(name));
      const headers = { 'content-type': 'application/octet-stream' };
      const path = `${name}/-/${name}-9.0.0.tgz/x`;
      return send(url, { method: 'PUT', path, body: 'anything', token: token('ada'), headers });
    },
    // The route requires a content type that headers never have.
    alone: 415,
    status: 403,
    text: 'does not accept this request',
  },
  {
    what: "a tag on somebody else's plugin, in the old form",
    attempt: async (put, name, { url, token }) => {
      await put(name, publication(name));
      return send(url, { method: 'PUT', path: `${name}/stable`, body: '"1.0.0"', token: token('bob') });
    },
    alone: 201,
    status: 403,
    text: 'does not accept this request',
  },
  {
    what: 'another type of content',
    attempt: (_, name, { url, token }) =>
      send(url, {
        method: 'PUT',
        path: name,
        body: 'x',
        token: token('ada'),
        headers: { 'content-type': 'text/plain' },
      }),
    alone: 415,
    status: 415,
    text: 'bodies are JSON',
  },
];

test.each(rows.map((row, index) => [row.what, `row-${index}`, row] as const))('%s', async (_, name, row) => {
  const alone = await row.attempt(putAt(bare), name, bare);
  const behind = await row.attempt(putAt(gated), name, gated);
  expect([alone.status, behind.status]).toEqual([row.alone, row.status]);
  expect(behind.text).toContain(row.text);
});

test('the gate and Verdaccio accept a valid publication', async () => {
  for (const registry of [gated, bare]) {
    expect((await putAt(registry)('@acme/good', publication('@acme/good'))).status).toBe(201);
  }
});

const kept = ({ storage }: TestRegistry) =>
  readFileSync(join(storage, 'packages/elsewhere/package.json'), 'utf8').includes('evil.example');

test('the archive address is always at the registry, for any published address', async () => {
  const tarball = 'https://evil.example/chat.tgz';
  for (const registry of [gated, bare]) {
    expect((await putAt(registry)('elsewhere', publication('elsewhere', { dist: { tarball } }))).status).toBe(201);
    const { text } = await send(registry.url, { method: 'GET', path: 'elsewhere', token: registry.token('ada') });
    const { dist } = JSON.parse(text).versions['1.0.0'];
    expect(new URL(dist.tarball).origin).toBe(new URL(registry.url).origin);
  }
  // Verdaccio returns its own address but stores the published one. The gate does not pass the published address on.
  expect([kept(bare), kept(gated)]).toEqual([true, false]);
});
