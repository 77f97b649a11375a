/** What tokens may be like, and what those may do that are for less than everything. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatedRegistry, send, type TestRegistry } from '../../support/verdaccio.ts';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await gatedRegistry();
});

afterAll(() => registry[Symbol.asyncDispose]());

const base64 = (text: string) => Buffer.from(text).toString('base64url');

/** A token as the registry makes them. */
function signed({ storage }: TestRegistry, payload: string): string {
  const { secret } = JSON.parse(readFileSync(join(storage, 'packages/.verdaccio-db.json'), 'utf8')) as {
    readonly secret: string;
  };
  const content = `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(payload)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const now = () => Math.floor(Date.now() / 1000);
const ada = (more: object) => JSON.stringify({ name: 'ada', groups: ['$authenticated'], iat: now(), ...more });

describe('a token that can’t be read is nobody’s, and ends nothing', () => {
  test('control: this is what tokens are like', async () => {
    const token = signed(registry, ada({}));
    expect((await send(registry.url, { method: 'GET', path: '-/whoami', token })).status).toBe(200);
  });

  test.each<[what: string, token: () => string]>([
    ['whose content is no JSON', () => `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64('not JSON')}.x`],
    ['from before the clock was set back', () => signed(registry, ada({ nbf: now() + 3600 }))],
    ['that is empty', () => ''],
    ['of no parts', () => 'x'],
  ])('%s', async (_, token) => {
    const request = { path: 'tokens', body: {}, authorization: `Bearer ${token()}` };
    for (const method of ['PUT', 'DELETE']) {
      const { body, ...bare } = request;
      const sent = method === 'PUT' ? { ...bare, body } : { ...bare, path: 'tokens/-rev/1' };
      expect((await send(registry.url, { method, ...sent })).status).toBe(401);
    }
    expect((await send(registry.url, { method: 'GET', path: '-/ping' })).status).toBe(200);
  });
});
