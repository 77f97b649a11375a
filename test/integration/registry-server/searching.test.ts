/** Attempts of one user to break searches and tags for all users. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareVerdaccio, gatedRegistry, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

let gated: TestRegistry;
let bare: TestRegistry;

beforeAll(async () => {
  gated = await gatedRegistry();
  bare = await bareVerdaccio();
});

afterAll(async () => {
  await gated[Symbol.asyncDispose]();
  await bare[Symbol.asyncDispose]();
});

const by = ({ url, token }: TestRegistry, user: string, request: Parameters<typeof send>[1]) =>
  send(url, { token: token(user), ...request });

/** Returns the search response, or `undefined` if the request fails. */
async function found(at: TestRegistry, query: string): Promise<string | undefined> {
  return by(at, 'ada', { method: 'GET', path: `-/v1/search?${query}` }).then(
    ({ status, text }) => (status === 200 ? text : undefined),
    () => undefined,
  );
}

async function publish(at: TestRegistry, name: string, metadata: object): Promise<number> {
  const body = publication(name, { metadata: { ...metadata } });
  return (await by(at, 'bob', { method: 'PUT', path: name, body })).status;
}

test('control: after a description that is not a string, searches in Verdaccio fail for all users', async () => {
  await using alone = await bareVerdaccio();
  expect([await publish(alone, 'good', {}), (await found(alone, 'text=good'))?.includes('"good"')]).toEqual([
    201,
    true,
  ]);
  expect([await publish(alone, 'wrong', { description: 5 }), await found(alone, 'text=good')]).toEqual([
    201,
    undefined,
  ]);
});

const namesIn = (text = '') => [...text.matchAll(/"name":"(seen-[^"]*)"/gu)].map(([, name]) => name);

test('an unreadable or unfinished package does not hide other packages', async () => {
  for (const at of [bare, gated]) {
    for (const name of ['seen-a', 'seen-z']) expect(await publish(at, name, {})).toBe(201);
    const packages = join(at.storage, 'packages');
    mkdirSync(join(packages, 'seen-begun'));
    mkdirSync(join(packages, 'seen-damaged'));
    writeFileSync(join(packages, 'seen-damaged/package.json'), '{');
  }
  expect(namesIn(await found(bare, 'text=seen'))).toEqual(['seen-a']);
  expect(namesIn(await found(gated, 'text=seen'))).toEqual(['seen-a', 'seen-z']);
});

test.each<[what: string, metadata: Readonly<Record<string, unknown>>]>([
  ['a description of a number', { description: 5 }],
  ['a description of nothing', { description: null }],
  ['a description without an end', { description: 'x'.repeat(100_000) }],
  ['a description that orders a terminal about', { description: 'a\u001B[31mb' }],
  ['a description that turns the writing around', { description: 'a\u202Eb' }],
  ['keywords of a number', { keywords: 5 }],
  ['keywords of nothing', { keywords: [null] }],
  ['an author of nothing', { author: null }],
  ['an author of objects', { author: { name: { name: 'bob' } } }],
  ['contributors of numbers', { contributors: [1] }],
  ['a license in a list', { license: [{ type: 'MIT' }] }],
])('refuses %s', async (_, metadata) => {
  expect(await publish(gated, 'wrong', metadata)).toBe(422);
});

test('accepts both forms of a property that npm knows', async () => {
  const forms = [
    { author: 'Bob <bob@acme.example>', repository: 'acme/chat', bugs: 'https://acme.example/bugs', license: 'MIT' },
    {
      author: { name: 'Bob', email: 'bob@acme.example' },
      contributors: ['Ada', { name: 'Eve', url: 'https://acme.example' }],
      repository: { type: 'git', url: 'git+https://acme.example/chat.git', directory: 'chat' },
      bugs: { url: 'https://acme.example/bugs' },
      license: { type: 'MIT', url: 'https://acme.example/mit' },
      keywords: ['genlock-plugin'],
    },
  ];
  for (const [index, form] of forms.entries()) expect(await publish(gated, `form-${index}`, form)).toBe(201);
  expect(await found(gated, 'text=author:Bob')).toContain('"form-0"');
});

// Without the gate, each of these queries ends the process.
test.each(['text=a&text=b', 'text[a]=b', 'text%5B%5D=a', 'text[__proto__]=a'])(
  'answers a query that is not a string: ?%s',
  async (query) => {
    expect(await found(gated, query)).toContain('"objects"');
    expect((await send(gated.url, { method: 'GET', path: '-/ping' })).status).toBe(200);
  },
);

/** Assigns a tag to a version. */
const tag = async (at: TestRegistry, word: string, version: unknown) => {
  const path = `-/package/tagged/dist-tags/${word}`;
  return (await by(at, 'bob', { method: 'PUT', path, body: JSON.stringify(version) })).status;
};

test('a tag is a word for an existing version', async () => {
  await publish(gated, 'tagged', {});
  await publish(bare, 'tagged', {});
  expect([await tag(gated, 'beta', '1.0.0'), await tag(gated, 'latest', '1.0.0')]).toEqual([201, 201]);
  const wrong = [
    ['latest', 'constructor'],
    ['v1', '1.0.0'],
    ['1.0.0', '1.0.0'],
  ] as const;
  for (const [word, version] of wrong) {
    expect([await tag(bare, word, version), await tag(gated, word, version)]).toEqual([201, 422]);
  }
  for (const version of ['2.0.0', {}, null, 5]) expect(await tag(gated, 'beta', version)).toBe(422);
});
