/** Folders that lost a part, have an older part, or were left by a killed process. */
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantOwner } from '../../../registry-server/owner-grants.ts';
import { registryFolder } from '../../../registry-server/folder.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { gatedRegistry, password, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

/** The folder of a registry with two versions of a package. */
let sound: string;

const publish = async ({ url, token }: TestRegistry, name: string, version = '1.0.0') =>
  (await send(url, { method: 'PUT', path: name, body: publication(name, { version }), token: token('ada') })).status;

beforeAll(async () => {
  await using registry = await gatedRegistry();
  for (const version of ['1.0.0', '1.1.0']) await publish(registry, 'chat', version);
  sound = mkdtempSync(join(tmpdir(), 'genlock-registry-'));
  cpSync(registry.storage, sound, { recursive: true });
});

afterAll(() => rmSync(sound, { recursive: true, force: true }));

/** Copies the folder and damages the copy. */
function copied(harm: (at: (path: string) => string) => void): string {
  const storage = temporaryFolder();
  cpSync(sound, storage, { recursive: true });
  harm((path) => join(storage, path));
  return storage;
}

const startOf = (storage: string) =>
  codesOf(gatedRegistry({ storage, users: [] }).then((running) => running[Symbol.asyncDispose]()));

/** Changes the records in a file. */
function edit(file: string, change: (records: Records) => void): void {
  const records = JSON.parse(readFileSync(file, 'utf8')) as Records;
  change(records);
  writeFileSync(file, JSON.stringify(records));
}

interface Records {
  taken: number;
  readonly packages: Record<string, { readonly versions: Record<string, { withdrawn?: true }> }>;
}

type Harm = Parameters<typeof copied>[0];

test.each<[what: string, harm: Harm]>([
  ['the key that signed what is here is gone', (at) => rmSync(at('signing-key.pem'))],
  // Any later change to the package would remove this version.
  [
    'a version is in no record',
    (at) => edit(at('gate.json'), ({ packages }) => delete packages['chat']?.versions['1.1.0']),
  ],
  [
    'what was given is gone, so that what is given next would not count',
    (at) => edit(at('gate.json'), (records) => (records.taken = 3)),
  ],
  ['Verdaccio’s own records were cut off', (at) => writeFileSync(at('packages/.verdaccio-db.json'), '{"list":["cha')],
  ['Verdaccio’s own records are empty', (at) => writeFileSync(at('packages/.verdaccio-db.json'), '')],
  ['the tokens were cut off', (at) => writeFileSync(at('packages/.token-db.json'), '{"ada":')],
])('refuses to start if %s', async (_, harm) => {
  expect(await startOf(copied(harm))).toEqual(['REGISTRY_SERVER_FAILED']);
});

test('control: starts with an unchanged copy', async () => {
  expect(await startOf(copied(() => undefined))).toEqual([]);
});

test('a reader of Verdaccio’s records always sees a complete file', async () => {
  const storage = copied(() => undefined);
  await using registry = await gatedRegistry({ storage, users: ['ada'] });
  const file = join(storage, 'packages/.verdaccio-db.json');
  const before = readFileSync(file, 'utf8');
  const opened = openSync(file, 'r');
  expect(await publish(registry, 'another')).toBe(201);
  expect([readFileSync(opened, 'utf8'), readFileSync(file, 'utf8')]).toEqual([
    before,
    expect.stringContaining('another'),
  ]);
  closeSync(opened);
});

test('starts without files that can be rebuilt, and ignores folders that are not packages', async () => {
  const storage = copied((at) => {
    for (const file of ['.verdaccio-db.json', '.token-db.json']) rmSync(at(`packages/${file}`), { force: true });
    mkdirSync(at('packages/@acme'));
    writeFileSync(at('packages/@acme/.DS_Store'), '');
  });
  expect(await startOf(storage)).toEqual([]);
});

test('refuses an assignment that would not apply', () => {
  const storage = copied((at) => edit(at('gate.json'), (records) => (records.taken = 3)));
  expect(() => grantOwner({ name: 'chat', owner: 'bob' }, registryFolder(storage))).toThrow(
    expect.objectContaining({ code: 'REGISTRY_SERVER_FAILED' }),
  );
});

test('a user cannot register the name of a lost account', async () => {
  const storage = copied((at) => rmSync(at('users.htpasswd')));
  await using open = await gatedRegistry({ storage, users: [], configuration: { selfRegistration: true } });
  const register = async (name: string) =>
    (await send(open.url, { method: 'PUT', path: '-/user/org.couchdb.user:x', body: { name, password } })).status;
  expect([await register('ada'), await register('bob')]).toEqual([401, 201]);
});

test('does not wait for the lock of a killed process', async () => {
  const storage = copied((at) => writeFileSync(at('packages/chat/package.json.lock'), ''));
  await using again = await gatedRegistry({ storage, users: ['ada'] });
  // Without the gate, Verdaccio waits for minutes.
  expect(await publish(again, 'chat', '1.2.0')).toBe(201);
});

const folderOf = (storage: string) => join(storage, 'packages/chat');

describe('after an interruption', () => {
  const unpublish = { configuration: { unpublish: true } };

  test('a publication can use the same version again', async () => {
    const storage = copied((at) => writeFileSync(at('packages/chat/chat-1.2.0.tgz'), 'half'));
    await using again = await gatedRegistry({ storage, users: ['ada'] });
    expect(await publish(again, 'chat', '1.2.0')).toBe(201);
    expect(readFileSync(join(folderOf(storage), 'chat-1.2.0.tgz')).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  test('removes only partially written files', async () => {
    const drafts = ['package.json.tmp1', 'package.json.lock', 'chat-1.2.0.tgz.tmp-1'];
    const storage = copied((at) => drafts.forEach((name) => writeFileSync(at(`packages/chat/${name}`), '')));
    expect(await startOf(storage)).toEqual([]);
    expect(readdirSync(folderOf(storage)).toSorted()).toEqual(['chat-1.0.0.tgz', 'chat-1.1.0.tgz', 'package.json']);
  });

  test.each<[what: string, harm: Harm]>([
    ['a publication', (at) => writeFileSync(at('packages/chat/chat-1.2.0.tgz'), 'half')],
    [
      'just that',
      (at) =>
        edit(at('gate.json'), ({ packages }) => {
          for (const version of Object.values(packages['chat']?.versions ?? {})) version.withdrawn = true;
        }),
    ],
  ])('after %s, the whole package can be unpublished', async (_, harm) => {
    const storage = copied(harm);
    await using again = await gatedRegistry({ storage, users: ['ada'], ...unpublish });
    const by = { token: again.token('ada') };
    const { text } = await send(again.url, { method: 'GET', path: 'chat', ...by });
    const { _rev: revision } = JSON.parse(text) as { readonly _rev: string };
    expect((await send(again.url, { method: 'DELETE', path: `chat/-rev/${revision}`, ...by })).status).toBe(201);
    expect(existsSync(folderOf(storage))).toBe(false);
    expect([await publish(again, 'chat', '1.1.0'), await publish(again, 'chat', '1.2.0')]).toEqual([422, 201]);
  });
});

test('after a restart, accepts a package that an earlier refused publication left behind', async () => {
  const storage = copied(() => undefined);
  await using registry = await gatedRegistry({ storage, users: ['ada'] });
  // Blocks the path of the archive, which is written last.
  mkdirSync(join(storage, 'packages/half/half-1.0.0.tgz'), { recursive: true });
  expect(await publish(registry, 'half')).toBeGreaterThanOrEqual(400);
  const left = temporaryFolder();
  cpSync(storage, left, { recursive: true });
  await using again = await gatedRegistry({ storage: left, users: ['ada'] });
  expect(await publish(again, 'half', '1.0.1')).toBe(201);
});

test('an interrupted publication does not block deprecations of earlier versions', async () => {
  const storage = copied((at) =>
    edit(at('gate.json'), ({ packages }) =>
      Object.assign(packages['chat']?.versions ?? {}, { '1.2.0': { integrity: 'sha512-x' } }),
    ),
  );
  await using registry = await gatedRegistry({ storage, users: ['ada'] });
  const by = { token: registry.token('ada') };
  const { text } = await send(registry.url, { method: 'GET', path: 'chat', ...by });
  const packument = JSON.parse(text) as { readonly versions: Record<string, object> };
  const versions = { ...packument.versions, '1.0.0': { ...packument.versions['1.0.0'], deprecated: 'Use 1.1' } };
  const said = { method: 'PUT', path: 'chat', body: { ...packument, versions }, ...by };
  expect((await send(registry.url, said)).status).toBe(201);
  expect((await send(registry.url, { method: 'GET', path: 'chat', ...by })).text).toContain('Use 1.1');
});
