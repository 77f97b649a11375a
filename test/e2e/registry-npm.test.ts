/** The commands of npm on a team registry: refusals, owners and tokens. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  endRegistry,
  newFolder,
  npmAs,
  pluginFolder,
  publish,
  publishByNpm,
  registry,
  startRegistry,
} from '../support/team-registry.ts';
import { npm, password, send } from '../support/verdaccio.ts';

let server: ChildProcess;
beforeAll(async () => {
  server = await startRegistry();
});
afterAll(() => endRegistry(server));

const owner = async (token: string, ...args: readonly string[]) => {
  const { code, stdout } = await npmAs(token, ['owner', ...args]);
  return [code, stdout.trim()];
};

/**
 * Starts a proxy between npm and the registry.
 *
 * @param before runs before a request is forwarded
 */
async function proxyTo(target: string, before: (request: IncomingMessage) => Promise<void>) {
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await buffer(request);
    await before(request);
    const answer = await fetch(new URL(path, target), {
      method,
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      ...(body.length === 0 ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  const proxy = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void proxy.close() };
}

async function tokenForCi({ readonly }: { readonly readonly: boolean }): Promise<{ token: string; key: string }> {
  const body = { password, readonly, cidr_whitelist: [] };
  const { text } = await send(registry.url, { method: 'POST', path: '-/npm/v1/tokens', body, token: registry.ada });
  return JSON.parse(text) as { token: string; key: string };
}
const readForCi = async (token: string) => (await send(registry.url, { method: 'GET', path: 'for-ci', token })).status;

describe.concurrent('npm on a team registry', () => {
  test('npm prints why the gate refuses', async ({ expect }) => {
    const folder = pluginFolder('refused', '1.0.0');
    writeFileSync(join(folder, 'manifest.json'), '{ "name": "refused", "version": "1.0.0", "databases": ["tape"] }\n');
    const tried = await npmAs(registry.ada, ['publish'], folder);
    expect([tried.code, tried.stderr]).toEqual([1, expect.stringContaining('422')]);
    expect(tried.stderr).toContain('genlock: plugin rejected');
    expect(tried.stderr).toContain('package/manifest.json:1:');

    expect(await publish('taken')).toBe(201);
    const stolen = await publishByNpm('taken', { version: '1.0.1', token: registry.bob });
    expect([stolen.code, stolen.stderr]).toEqual([1, expect.stringContaining('not yours to change')]);
    expect((await publishByNpm('taken')).code).toBe(1);
  });

  test('npm prints who can name a publisher for a scope', async ({ expect }) => {
    const refused = await publishByNpm('@team/reserved', { token: registry.bob });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('the scope @team is reserved')]);
    expect(refused.stderr).toContain('--publisher bob');
    expect(await publishByNpm('@team/reserved')).toMatchObject({ code: 0 });
  });

  test('only owners list, add and remove owners with npm', async ({ expect }) => {
    expect(await publish('shared')).toBe(201);
    expect((await owner(registry.bob, 'add', 'bob', 'shared'))[0]).toBe(1);
    expect(await owner(registry.ada, 'add', 'bob', 'shared')).toEqual([0, '+ bob (shared)']);
    expect(await owner(registry.ada, 'ls', 'shared')).toEqual([0, 'ada <>\nbob <>']);
    expect(await publish('shared', { version: '1.1.0', token: registry.bob })).toBe(201);
    expect(await owner(registry.bob, 'rm', 'ada', 'shared')).toEqual([0, '- ada (shared)']);
    expect(await publish('shared', { version: '1.2.0' })).toBe(403);
    expect((await owner(registry.bob, 'add', 'mallory', 'shared'))[0]).toBe(1);
  });

  test('npm owner fails when the package changed meanwhile, and a retry works', async ({ expect }) => {
    expect(await publish('raced')).toBe(201);
    await using between = await proxyTo(
      registry.url,
      async ({ method }) => void (method === 'PUT' && (await publish('raced', { version: '1.1.0' }))),
    );
    const late = await npm(['owner', 'add', 'bob', 'raced'], {
      cwd: newFolder(),
      registry: between,
      user: { token: registry.ada },
    });
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('raced was changed meanwhile')]);
    expect(await owner(registry.ada, 'ls', 'raced')).toEqual([0, 'ada <>']);
    expect(await owner(registry.ada, 'add', 'bob', 'raced')).toEqual([0, '+ bob (raced)']);
  });

  test('a CI token publishes with npm, a read-only token does not, and both fail after revocation', async ({
    expect,
  }) => {
    const [writes, reads] = [await tokenForCi({ readonly: false }), await tokenForCi({ readonly: true })];
    expect(await publishByNpm('for-ci', { token: writes.token })).toMatchObject({ code: 0 });
    expect(await readForCi(reads.token)).toBe(200);
    expect(await publish('for-ci', { version: '1.1.0', token: reads.token })).toBe(403);
    for (const { key } of [writes, reads]) {
      await send(registry.url, { method: 'DELETE', path: `-/npm/v1/tokens/token/${key}`, token: registry.ada });
    }
    expect((await publishByNpm('for-ci', { version: '1.1.0', token: writes.token })).code).toBe(1);
    expect(await readForCi(reads.token)).toBe(403);
    expect(await publish('for-ci', { version: '1.1.0' })).toBe(201);
  });
});
