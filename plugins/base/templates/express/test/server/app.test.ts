import { describe, expect, it } from 'vitest';
import { type Problem, useApi } from '../support/api';

const api = useApi();

describe('the application', () => {
  it('says that it lives and that it is ready', async () => {
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/readyz')).status).toBe(200);
  });

  it('answers an unknown address with a problem', async () => {
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

  it('takes nothing but JSON', async () => {
    const { status } = await api.request('/api/unknown', { method: 'POST', body: 'text' });
    expect(status).toBe(415);
  });

  it('takes nothing but UTF-8', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-7' };
    const { status } = await api.request('/api/unknown', { method: 'POST', headers, body: '{}' });
    expect(status).toBe(415);
  });

  it('refuses a body that is not well formed', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await api.request('/api/unknown', { method: 'POST', headers, body: '{' });
    expect(status).toBe(400);
  });

  it('refuses a body that is too large', async () => {
    const { status } = await api.post('/api/unknown', { text: 'a'.repeat(200_000) });
    expect(status).toBe(413);
  });

  it('gives every request an id, or keeps its own', async () => {
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
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.has('X-Powered-By')).toBe(false);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('asks for HTTPS only those who came by it', async () => {
    const { headers } = await api.get('/api/unknown');
    expect(headers.has('Strict-Transport-Security')).toBe(false);
  });
});
