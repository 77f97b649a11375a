/** npm gives what it starts the settings of a clone as its environment: they lead nowhere. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository, run } from '../support/cli.ts';
import { sessionRegistry, user, type SessionRegistry } from '../support/session-registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

let registry: SessionRegistry;
let proxy: Server;
let callers: number;
let clone: string;
let home: string;
beforeEach(async () => {
  registry = await sessionRegistry();
  callers = 0;
  proxy = createServer((socket) => {
    callers += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  clone = temporaryFolder();
  home = temporaryFolder();
  mkdirSync(join(clone, 'build'));
  writeFileSync(join(clone, 'package.json'), '{"name":"clone","version":"1.0.0"}\n');
});
afterEach(async () => {
  proxy.close();
  await registry[Symbol.asyncDispose]();
});

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;

/**
 * Runs a command through npm. The public registry is unreachable: no server listens at the proxy, and local addresses
 * need none.
 */
function throughNpm(command: string) {
  const ofNpm = Object.keys(process.env).filter((name) => /^npm_/iu.test(name));
  const env = {
    ...Object.fromEntries(ofNpm.map((name) => [name, undefined])),
    HOME: home,
    GENLOCK_CACHE: join(home, 'cache'),
    HTTPS_PROXY: 'http://127.0.0.1:9',
    // Without this, npm sends its own request through the configured proxy.
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  };
  const started = `"${process.execPath}" "${join(repository, 'bin/run.js')}" ${command}`;
  return run(['npm', 'exec', '--offline', '-c', started], { cwd: clone, env, input: `${user.password}\n` });
}

/** Settings that a cloned project can contain, by place. */
const clones: Readonly<Record<string, () => void>> = {
  'its registry': () => writeFileSync(join(clone, '.npmrc'), `registry=${registry.url}\n`),
  'a registry written with a variable': () =>
    writeFileSync(join(clone, '.npmrc'), `registry=\${NOTHING?}${registry.url}\n`),
  'a file that passes for the user’s': () => {
    writeFileSync(join(clone, '.npmrc'), 'userconfig=./build/npm.conf\n');
    writeFileSync(join(clone, 'build/npm.conf'), `registry=${registry.url}\n`);
  },
  'a proxy': () => writeFileSync(join(clone, '.npmrc'), `https-proxy=${proxyUrl()}\n`),
};

test.each(Object.keys(clones))('a cloned project with %s causes no request and no sign-in there', async (what) => {
  clones[what]?.();
  const kept = readFileSync(join(clone, '.npmrc'), 'utf8');
  for (const command of [`login --user ${user.name}`, 'plugin info guestbook']) {
    const { code, stdout } = await throughNpm(`${command} --json`);
    expect(code).not.toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'REGISTRY_UNREACHABLE' } });
  }
  expect([registry.received, callers]).toEqual([[], 0]);
  expect(readFileSync(join(clone, '.npmrc'), 'utf8')).toBe(kept);
});

test('queries the registry of the user’s .npmrc (control)', async () => {
  writeFileSync(join(home, '.npmrc'), `https-proxy=${proxyUrl()}\n`);
  await throughNpm('plugin info guestbook');
  expect(callers).toBeGreaterThan(0);
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n`);
  const { code, stdout } = await throughNpm(`login --user ${user.name} --json`);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { user: user.name }]);
  expect(registry.bodies).toHaveLength(1);
});
