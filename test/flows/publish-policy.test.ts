/** Tests the effect of policies on publishing. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAuthor, type Author } from '../support/author.ts';
import { json } from '../support/fake-registry.ts';
import { codesOf } from '../support/life.ts';

let author: Author;
let registry: Author['registry'];
let published: Author['published'];
let folder: string;
let publish: Author['publish'];
let edit: Author['edit'];
let obeying: Author['obeying'];
beforeEach(async () => {
  author = await newAuthor();
  ({ registry, published, folder, publish, edit, obeying } = author);
});
afterEach(() => author[Symbol.asyncDispose]());

const stagePath = '/-/stage/package/guestbook';

describe('staged', () => {
  test('a release is staged on request or if a policy requires it', async () => {
    registry.answer(stagePath, (request, response) => {
      request.resume();
      json(response, { stageId: '0b6f5a0e-0001' }, 201);
    });
    expect(await publish({ stage: true })).toMatchObject({ status: 'staged', stage: true, stageId: '0b6f5a0e-0001' });
    expect(await publish()).toMatchObject({ status: 'published', stage: false });
    const machine = obeying({ publish: { staged: 'required' } });
    expect(await publish({}, machine)).toMatchObject({ status: 'staged' });
    expect(await codesOf(publish({ stage: false }, machine))).toEqual(['POLICY_DENIED']);
    expect(registry.received.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/-/stage/package/guestbook'],
      ['PUT', '/guestbook'],
      ['POST', '/-/stage/package/guestbook'],
    ]);
  });

  test.each<readonly [string, number, unknown, string]>([
    ['knows no staging', 404, {}, 'REGISTRY_PUBLISH_REFUSED'],
    ['refuses', 403, { error: 'not yours' }, 'REGISTRY_PUBLISH_REFUSED'],
    ['answers well and stages nothing', 200, { error: 'restricted' }, 'REGISTRY_ANSWER_INVALID'],
    ['names it oddly', 201, { stageId: '\u001B[2J' }, 'REGISTRY_ANSWER_INVALID'],
  ])('a registry that %s has not got it', async (...[, status, answer, code]) => {
    registry.answer(stagePath, (request, response) => {
      request.resume();
      json(response, answer, status);
    });
    expect(await codesOf(publish({ stage: true }))).toEqual([code]);
    // It is never published at once instead.
    expect(published.all).toEqual([]);
  });
});

test('the log contains the policy verdicts of each publication, allowed or denied', async () => {
  const log = join(folder, '../verdicts.jsonl');
  const verdicts = () =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  expect(await codesOf(publish({}, obeying({ publish: { scopes: ['@acme'] }, audit: { log } })))).toEqual([
    'POLICY_DENIED',
  ]);
  await publish({}, obeying({ audit: { log } }));
  const line = { plugin: 'guestbook', source: 'publication', registry: registry.url };
  expect(verdicts()).toMatchObject([
    { ...line, verdict: 'deny', verdicts: [{ key: 'publish.scopes', verdict: 'deny' }] },
    { ...line, verdict: 'allow' },
  ]);
});

test('the log has one line for each publication, even with a query to the registry', async () => {
  const log = join(folder, '../verdicts.jsonl');
  const verdicts = () =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line).verdict);
  const immutable = (publishing: object = {}) =>
    obeying({ publish: { immutable: true, ...publishing }, audit: { log } });
  await publish({}, immutable());
  expect(verdicts()).toEqual(['allow']);
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: Buffer.from('other') });
  expect(await codesOf(publish({}, immutable()))).toEqual(['POLICY_DENIED']);
  expect(verdicts()).toEqual(['allow', 'deny']);
  const asked = registry.received.length;
  expect(await codesOf(publish({}, immutable({ scopes: ['@acme'] })))).toEqual(['POLICY_DENIED']);
  expect(verdicts()).toEqual(['allow', 'deny', 'deny']);
  // If another rule denies the publication, the registry is not queried.
  expect(registry.received).toHaveLength(asked);
});

test('a policy can forbid replacing a published or removed version', async () => {
  const machine = obeying({ publish: { immutable: true } });
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: Buffer.from('other') });
  expect(await codesOf(publish({}, machine))).toEqual(['POLICY_DENIED']);
  const gone = { name: 'guestbook', 'dist-tags': {}, versions: {}, time: { '1.0.0': '2026-01-01T00:00:00Z' } };
  registry.answer('/guestbook', (_, response) => json(response, gone));
  expect(await codesOf(publish({}, machine))).toEqual(['POLICY_DENIED']);
  expect(registry.received.map(({ method }) => method)).toEqual(['GET', 'GET']);
  registry.answer('/guestbook', ({ method }, response) => json(response, {}, method === 'GET' ? 404 : 201));
  expect((await publish({}, machine)).status).toBe('published');
  // A dry run causes no request.
  expect((await publish({ dryRun: true }, machine)).status).toBe('planned');
  expect(registry.received).toHaveLength(4);
});

const requiringTests = () => obeying({ tests: { require: true } });
const testedBy = (script: string) => edit('package.json', { scripts: { test: script } });

describe('tests a policy requires', () => {
  test('are shown before the prompt, and run afterwards', async () => {
    testedBy(`node -e "require('node:fs').writeFileSync('ran.txt', '')"`);
    const ran = join(folder, 'ran.txt');
    expect(await publish({ dryRun: true }, requiringTests())).toMatchObject({ tests: 'npm run test' });
    expect(await codesOf(publish({ yes: false }, { ...requiringTests(), interactive: true }))).toEqual(['DECLINED']);
    expect(author.previews).toMatchObject([{ tests: 'npm run test' }]);
    expect(existsSync(ran)).toBe(false);
    expect((await publish({}, requiringTests())).status).toBe('published');
    expect(existsSync(ran)).toBe(true);
    // Control: without the policy, no test runs.
    rmSync(ran);
    expect((await publish()).tests).toBeUndefined();
    expect(existsSync(ran)).toBe(false);
  });

  test('prevent publishing if they fail or are missing', async () => {
    testedBy('node -e "process.exit(3)"');
    expect(await codesOf(publish({}, requiringTests()))).toEqual(['PUBLISH_TESTS_FAILED']);
    edit('package.json', { scripts: {} });
    expect(await codesOf(publish({}, requiringTests()))).toEqual(['POLICY_DENIED']);
    expect(published.all).toEqual([]);
  });
});

test('a policy limits the registries and names of plugins before a request is sent', async () => {
  const elsewhere = { registries: ['https://other.example/'], scopes: ['@acme'], provenance: 'required' };
  expect(await codesOf(publish({}, obeying({ publish: elsewhere })))).toEqual([
    'POLICY_DENIED',
    'POLICY_DENIED',
    'POLICY_DENIED',
  ]);
  expect(published.all).toEqual([]);
  expect((await publish({}, obeying({ publish: { registries: [registry.url] } }))).status).toBe('published');
});
