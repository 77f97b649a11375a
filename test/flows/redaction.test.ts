import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageOf } from '../support/archives.ts';
import { genlock } from '../support/cli.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { examplePlugin } from '../support/life.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { temporaryFolder } from '../support/temporary.ts';

const token = 'canary"token\\1/+ä';
const password = 'canary password 2';
const proxyPassword = 'canary%3Aproxy';
const pair = Buffer.from(`ada:${password}`).toString('base64');

/** Everything one could know a secret by. */
const forms = [token, password, proxyPassword, decodeURIComponent(proxyPassword), pair].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
]);
const echo = `you sent ${forms.join(' and ')}, https://me:${encodeURIComponent(token)}@host/?a=${encodeURIComponent(password)}`;

async function hostileRegistry(): Promise<FakeRegistry> {
  const registry = await fakeRegistry();
  registry.publish({ name: 'chat', version: '1.0.0', archive: packageOf({ a: 'b' }), manifest: { deprecated: echo } });
  registry.answer('/guestbook', (_, response) => json(response, { error: echo }, 422));
  registry.answer('/-/v1/search?text=a+keywords:genlock-plugin&size=50', (_, response) => {
    const found = { name: 'chat', version: '1.0.0', description: echo, keywords: ['genlock-plugin'] };
    json(response, { objects: [{ package: found }] });
  });
  registry.answer('/-/whoami', (_, response) => json(response, { username: `${token} ${password}` }));
  registry.answer('/broken', (_, response) => response.end(echo));
  return registry;
}

test('the output contains no secret that was read, even if a registry returns it', async () => {
  await using registry = await hostileRegistry();
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  cpSync(examplePlugin('guestbook'), join(cwd, 'guestbook'), { recursive: true });
  const { host } = new URL(registry.url);
  const lines = [
    `registry=${registry.url}`,
    `//${host}/:_authToken=${JSON.stringify(token)}`,
    `//other.example/:_auth=${pair}`,
    `proxy=http://ada:${proxyPassword}@proxy.example:3128`,
    'noproxy=127.0.0.1',
    `//${token}.example/:_wrong`,
  ];
  writeFileSync(join(home, '.npmrc'), lines.join('\n'));
  const env = { HOME: home, GENLOCK_CACHE: join(home, 'cache'), GENLOCK_DEBUG: '1' };
  for (const args of [
    ['plugin', 'publish', 'guestbook', '--yes'],
    ['plugin', 'search', 'a'],
    ['plugin', 'info', 'chat'],
    ['plugin', 'info', 'broken'],
    ['whoami'],
  ]) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await genlock([...args, ...more], { cwd, env });
      const shown = stdout + stderr;
      const joined = shown.replaceAll(/\s+/gu, ' ');
      expect([args, forms.filter((form) => shown.includes(form) || joined.includes(form))]).toEqual([args, []]);
      expect([args, joined]).toEqual([
        args,
        expect.stringMatching(args.includes('broken') ? /REGISTRY_/u : /\[secret\]/u),
      ]);
    }
  }
});

test('a one-time password that was typed is in nothing that is printed', async () => {
  await using registry = await hostileRegistry();
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  cpSync(examplePlugin('guestbook'), join(cwd, 'guestbook'), { recursive: true });
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n`);
  const env = { HOME: home, GENLOCK_CACHE: join(home, 'cache') };
  const otp = '49201763';
  registry.alias('/chat?write=true', '/chat');
  for (const path of ['/guestbook', '/chat']) {
    registry.take(path, (request, response) => {
      request.resume();
      json(response, { error: `${otp} is no code of yours` }, 422);
    });
  }
  for (const args of [
    ['plugin', 'publish', 'guestbook', '--yes', '--otp', otp],
    ['plugin', 'deprecate', 'chat', 'old', '--otp', otp],
  ]) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await genlock([...args, ...more], { cwd, env });
      const shown = (stdout + stderr).replaceAll(/\s+/gu, ' ');
      expect([args, shown]).toEqual([args, expect.stringContaining('[secret] is no code of yours')]);
      expect([args, shown.includes(otp)]).toEqual([args, false]);
    }
  }
});

test('the output contains no password of a typed address', async () => {
  const cwd = temporaryFolder();
  const env = { HOME: cwd };
  for (const args of [
    ['plugin', 'search', 'a', '--registry', 'https://ada:typed%2Bcanary@host.example/?key=typed+canary'],
    ['policy', 'explain', 'https://ada:typed%2Bcanary@host.example/a.tgz'],
  ]) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await genlock([...args, ...more], { cwd, env });
      const shown = stdout + stderr;
      expect([args, shown]).toEqual([args, expect.stringContaining('host.example')]);
      expect([args, shown]).toEqual([args, expect.not.stringContaining('canary')]);
    }
  }
});

test('the lockfile and the policy log contain no secret of a registry response', async () => {
  const { registry, life, home, online } = await newOnlineLife();
  await using _ = registry;
  const { host } = new URL(registry.url);
  writeFileSync(join(home, '.npmrc'), `//${host}/:_authToken=${token}\n//b.example/:_authToken=brief\n`);
  // The replacement of a short secret is longer than the secret.
  const manifest = { deprecated: `${echo}${'brief'.repeat(1000)}`, _npmUser: { name: `${token} ada` } };
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: exampleArchive('guestbook'), manifest });
  const [policy, log] = [join(home, 'policy.json'), join(home, 'log')];
  writeFileSync(policy, JSON.stringify({ version: 1, updates: { deprecated: 'allow' }, audit: { log } }));
  await life.add(['guestbook'], { ...online, env: { ...online.env, GENLOCK_POLICY: policy } });
  for (const file of [log, join(life.root, 'genlock.lock.json')]) {
    const text = readFileSync(file, 'utf8');
    expect([file, text.includes('you sent [secret]')]).toEqual([file, true]);
    const known = [token, Buffer.from(token).toString('base64'), encodeURIComponent(token)];
    expect([
      file,
      known.filter((form) => text.includes(form) || text.includes(JSON.stringify(form).slice(1, -1))),
    ]).toEqual([file, []]);
  }
  expect((await life.sync(online)).status).toBe('unchanged');
});
