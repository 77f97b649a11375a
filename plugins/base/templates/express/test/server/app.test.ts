import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Express } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../server/app';
import { type Problem, useApi } from '../support/api';

const api = useApi();

/** Starts a second server. Returns its port. */
async function portOf(app: Express): Promise<number> {
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the application', () => {
  it('answers liveness and readiness checks', async () => {
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/readyz')).status).toBe(200);
  });

  it('answers an unknown path with a problem', async () => {
    const { status, headers, body } = await api.get<Problem>('/api/unknown');
    expect(status).toBe(404);
    expect(headers.get('Content-Type')).toMatch('application/problem+json');
    expect(body).toMatchObject({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
    });
  });

  it('accepts only JSON', async () => {
    const { status } = await api.request('/api/unknown', { method: 'POST', body: 'text' });
    expect(status).toBe(415);
  });

  it('accepts only UTF-8', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-7' };
    const { status } = await api.request('/api/unknown', { method: 'POST', headers, body: '{}' });
    expect(status).toBe(415);
  });

  it('refuses a malformed body', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await api.request('/api/unknown', { method: 'POST', headers, body: '{' });
    expect(status).toBe(400);
  });

  it('refuses an oversized body', async () => {
    const { status } = await api.post('/api/unknown', { text: 'a'.repeat(200_000) });
    expect(status).toBe(413);
  });

  it('creates a request id or keeps a given one', async () => {
    const { headers } = await api.get('/api/unknown');
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
    const own = { 'X-Request-Id': 'my-request-1' };
    const answer = await api.request('/api/unknown', { headers: own });
    expect(answer.headers.get('X-Request-Id')).toBe('my-request-1');
  });

  it('sends security headers', async () => {
    const { headers } = await api.get('/api/unknown');
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.has('X-Powered-By')).toBe(false);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it.each(['/', '/api/unknown', '/healthz'])('does not support TRACE %s', async (path) => {
    const port = await portOf(createApp());
    // `fetch` cannot send TRACE.
    const sent = request({ port, path, method: 'TRACE', agent: false });
    const [answer] = await once(sent.end(), 'response');
    answer.resume();
    expect([404, 405]).toContain(answer.statusCode);
  });

  it('serves the compressed copy of a script to clients that accept it', async () => {
    const client = await mkdtemp(join(tmpdir(), 'client-'));
    onTestFinished(() => rm(client, { recursive: true }));
    await mkdir(join(client, 'assets'));
    await writeFile(join(client, 'assets/app.js'), 'plain()');
    await writeFile(join(client, 'assets/app.js.br'), brotliCompressSync('copy()'));
    const port = await portOf(createApp({ client }));
    const read = async (encoding: string) => {
      const headers = { 'Accept-Encoding': encoding };
      const response = await fetch(`http://localhost:${port}/assets/app.js`, { headers });
      const { 'content-type': type, vary } = Object.fromEntries(response.headers);
      return [await response.text(), type, vary];
    };
    const type = 'text/javascript; charset=utf-8';
    expect(await read('gzip, br')).toEqual(['copy()', type, 'Accept-Encoding']);
    expect(await read('identity')).toEqual(['plain()', type, 'Accept-Encoding']);
  });

  it('serves the files of the client, but lists no folders', async () => {
    const client = await mkdtemp(join(tmpdir(), 'client-'));
    onTestFinished(() => rm(client, { recursive: true }));
    await mkdir(join(client, 'assets/icons'), { recursive: true });
    await writeFile(join(client, 'assets/icons/listed.svg'), '<svg/>');
    await writeFile(join(client, 'index.html'), 'the page');
    const port = await portOf(createApp({ client }));
    const read = async (path: string) => {
      const answer = await fetch(`http://localhost:${port}${path}`);
      return [answer.status, (await answer.text()).includes('listed')];
    };
    expect(await read('/assets/icons/listed.svg')).toEqual([200, false]);
    expect(await read('/assets/icons/')).toEqual([404, false]);
    expect(await read('/assets/icons')).toEqual([404, false]);
    expect(await read('/assets/')).toEqual([404, false]);
  });
});
