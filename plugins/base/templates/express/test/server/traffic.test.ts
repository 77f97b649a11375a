import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressResponses } from '../../server/lib/compression';
import { handleError } from '../../server/lib/errors';
import { limitRequests } from '../../server/lib/rate-limit';
import { securityHeaders } from '../../server/lib/security-headers';
import { requireSoundAddress } from '../../server/lib/sound-address';

/** Starts a server with the handlers. Returns a function that sends it a request. */
async function serverWith(...handlers: readonly RequestHandler[]) {
  const app = express();
  for (const handler of handlers) app.use(handler);
  const server = app.use(handleError).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return (init?: RequestInit, path = '/') => fetch(url + path, init);
}

describe('the limit of requests', () => {
  const ok: RequestHandler = (_req, res) => {
    res.json({});
  };

  it('refuses more requests per minute, and only then sends Retry-After', async () => {
    const send = await serverWith(...limitRequests(2), ok);
    const answers = [await send(), await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.has('Retry-After'))).toEqual([false, false, true]);
    expect(answers[0]?.headers.get('RateLimit-Policy')).toMatch(/^"api"; q=2; w=60/);
    expect(answers[0]?.headers.get('RateLimit')).toMatch(/^"api"; r=1; t=\d+/);
    expect(await answers[2]?.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('is off for 0', () => {
    expect(limitRequests(0)).toEqual([]);
  });
});

describe('security headers', () => {
  it.each([
    ['http', null],
    ['https', 'max-age=31536000; includeSubDomains'],
  ])('have the Strict-Transport-Security of %s requests', async (protocol, policy) => {
    const behindProxy: RequestHandler = (req, _res, next) => {
      req.app.set('trust proxy', 1);
      next();
    };
    const send = await serverWith(behindProxy, ...securityHeaders);
    const { headers } = await send({ headers: { 'X-Forwarded-Proto': protocol } });
    expect(headers.get('Strict-Transport-Security')).toBe(policy);
  });
});

describe('addresses', () => {
  it.each([
    ['/a%20b', 200],
    ['/%E0%A4%A', 404],
    ['/%ff', 404],
    ['/a%00', 404],
  ])('%s: %d', async (path, status) => {
    const records = Router().get('/:id', (_req, res) => void res.json({}));
    const send = await serverWith(requireSoundAddress, records);
    expect((await send({}, path)).status).toBe(status);
  });
});

describe('the compression of responses', () => {
  const large = 'a'.repeat(5000);

  async function encodingOf(
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string | null> {
    const answer: RequestHandler = (_req, res) => {
      res.set(headers).json(body);
    };
    const send = await serverWith(compressResponses, answer);
    const response = await send({ headers: { 'Accept-Encoding': 'gzip' } });
    expect(await response.json()).toBe(body);
    return response.headers.get('Content-Encoding');
  }

  it('compresses large responses only', async () => {
    expect(await encodingOf(large)).toBe('gzip');
    expect(await encodingOf('small')).toBeNull();
  });

  it('keeps responses that must not change, and responses with cookies', async () => {
    expect(await encodingOf(large, { 'Cache-Control': 'no-store, no-transform' })).toBeNull();
    expect(await encodingOf(large, { 'Set-Cookie': 'token=1' })).toBeNull();
  });
});
