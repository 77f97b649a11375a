/** Ignored lines in npm settings: an error names them only if they can be its cause. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  fetchRelease,
  parseSpec,
  readNpmSettings,
  RegistryError,
  resolveRelease,
  signIn,
  whoAmI,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { archive, get, host, settingsOf } from '../../unit/registry-client/asking.ts';

let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

/** @returns The code and message of a failed request for the user name */
async function said(npmrc: string, changes: Partial<ClientSettings> = {}, url = registry.url): Promise<string> {
  const error: unknown = await whoAmI(url, settingsOf(`registry=${url}\n${npmrc}`, changes)).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RegistryError)) throw new Error('it was answered', { cause: error });
  return `${error.code} ${error.message}`;
}

test.each([401, 403])('a %d response names a token whose variable is not set', async (status) => {
  registry.answer('/-/whoami', (_, response) => json(response, {}, status));
  const line = `//${host(registry)}/:_authToken`;
  expect(await said(`${line}=\${UNSET_TOKEN}`)).toContain(`${line} in .npmrc`);
  // A line for another host, or a valid line, is not a cause.
  expect(await said('//other.example/:_authToken=${UNSET_TOKEN}')).not.toContain('.npmrc');
  expect(await said(`${line}=canary`)).not.toMatch(/ignored|canary/u);
});

test('a 404 response also names the token, because some registries hide packages from unknown users', async () => {
  registry.answer('/chat', (_, response) => json(response, {}, 404));
  const asked = settingsOf(`registry=${registry.url}\n//${host(registry)}/:_authToken=\${UNSET_TOKEN}`);
  await expect(resolveRelease(parseSpec('chat'), asked)).rejects.toMatchObject({
    code: 'REGISTRY_PACKAGE_NOT_FOUND',
    message: expect.stringContaining('_authToken in .npmrc'),
  });
});

test('names a line in a project file, where users often put it', async () => {
  registry.answer('/-/whoami', (_, response) => json(response, {}, 401));
  const key = `//${host(registry)}/:_authToken`;
  const files = [{ level: 'project', file: 'shop/.npmrc', text: `${key}=canary` } as const];
  const message = await said('', { npm: readNpmSettings(files, { npm_config_registry: registry.url }) });
  expect(message).toContain(`${key} in shop/.npmrc`);
  expect(message).not.toContain('canary');
});

test('names an invalid proxy if the connection fails, and not if the registry responds', async () => {
  const lines = 'https-proxy=${UNSET_PROXY}';
  expect(await said(lines, {}, 'http://127.0.0.1:9/')).toMatch(/^REGISTRY_UNREACHABLE .*https-proxy in \.npmrc/u);
  registry.answer('/-/whoami', (_, response) => json(response, {}, 401));
  expect(await said(lines)).not.toContain('https-proxy');
});

test('ignores the lines if the request succeeds', async () => {
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
  expect(await get('chat', `registry=${registry.url}\n//${host(registry)}/:_authToken=\${UNSET_TOKEN}`)).toBe(
    'fetched',
  );
});

test.each([401, 403])(
  'a %d response names the file with the sent credentials, or that none were sent',
  async (status) => {
    registry.answer('/-/whoami', (_, response) => json(response, {}, status));
    registry.answer('/@acme/chat', (_, response) => json(response, {}, status));
    const sent = await said(`//${host(registry)}/:_authToken=canary`);
    expect(sent).toContain(`the credentials for //${host(registry)}/ are in .npmrc`);
    expect(sent).not.toContain('canary');
    const none = await said('//other.example/:_authToken=canary');
    expect(none).toContain(`no credentials are configured for ${host(registry)}`);
    expect(none).not.toContain('.npmrc');
    const scoped = settingsOf(`registry=${registry.url}\n//${host(registry)}/:@acme:_authToken=canary`);
    await expect(resolveRelease(parseSpec('@acme/chat'), scoped)).rejects.toMatchObject({
      message: expect.stringContaining(`the credentials for //${host(registry)}/ are in .npmrc`),
    });
  },
);

test('a rejected password does not name the token of the file', async () => {
  registry.answer('/-/user/org.couchdb.user:ada', (_, response) => json(response, {}, 401));
  const settings = settingsOf(`//${host(registry)}/:_authToken=canary`, { allowed: [registry.url] });
  const error: unknown = await signIn({ registry: registry.url, name: 'ada', password: 'wrong' }, settings).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'REGISTRY_UNAUTHORIZED', message: expect.not.stringContaining('credentials') });
});

test('a cached response does not hide the cause of a failed connection', async () => {
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
  const settings = settingsOf(`registry=${registry.url}`);
  await resolveRelease(parseSpec('chat'), settings);
  await registry[Symbol.asyncDispose]();
  await expect(resolveRelease(parseSpec('chat'), settings)).rejects.toMatchObject({
    code: 'REGISTRY_UNREACHABLE',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  registry = await fakeRegistry();
});

test('names a web page instead of JSON, and the line with the address', async () => {
  registry.answer('/-/whoami', (_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Portal</title>');
  });
  const message = await said('');
  expect(message).toMatch(/^REGISTRY_ANSWER_INVALID /u);
  expect(message).toContain('a web page');
  expect(message).toContain('"registry" in .npmrc');
});

test('names a server without TLS', async () => {
  const url = registry.url.replace('http:', 'https:');
  const error: unknown = await whoAmI(url, settingsOf(`registry=${url}`)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'REGISTRY_UNREACHABLE',
    message: expect.stringContaining('does not use https'),
    hint: expect.stringContaining('http://'),
  });
});

test('names the registry whose archive is at another address', async () => {
  const dist = { tarball: 'http://127.0.0.1:9/chat/-/chat-1.0.0.tgz' };
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist });
  const settings = settingsOf(`registry=${registry.url}`);
  const release = await resolveRelease(parseSpec('chat'), settings);
  await expect(fetchRelease(release, settings)).rejects.toMatchObject({
    code: 'REGISTRY_NOT_ALLOWED',
    message: expect.stringContaining(`${registry.url} names an archive at another address`),
  });
});
