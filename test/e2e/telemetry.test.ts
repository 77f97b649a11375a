import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/cli.ts';
import { done, makeShop, pathWithoutOurs, serve, type Shop } from '../support/shop.ts';

/** A span in the JSON format of OTLP. */
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
}

let shop: Shop;
let collector: Server;
/** Received bodies by path. */
const received = new Map<string, string>();

beforeAll(async () => {
  shop = await makeShop();
  done(await npm('run', 'build'));
  collector = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      received.set(req.url ?? '', `${received.get(req.url ?? '') ?? ''}${body}\n`);
      res.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => {
  collector.close();
  shop.remove();
});

const npm = (...args: readonly string[]) =>
  run(['npm', ...args], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } });

const variables = () => ({
  NODE_ENV: 'production',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
});

test('a server without the packages starts, and names the command that installs them', async () => {
  const server = await serve(shop.root, variables());
  expect((await fetch(`${server.url}/api/customers`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.output()).toContain('"code":"telemetry_not_installed"');
  expect(server.output()).toContain('npm install @opentelemetry/api @opentelemetry/sdk-node@0.223');
  expect(received.size).toBe(0);
});

test('traces and durations arrive by route, without values', async () => {
  const packages = ['@opentelemetry/api', '@opentelemetry/sdk-node@0.223', '@prisma/instrumentation@7.10.0'];
  done(await npm('install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', ...packages));
  const server = await serve(shop.root, variables());
  const body = JSON.stringify({ name: 'Secret name', email: 'secret@example.com' });
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(`${server.url}/api/customers`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  await fetch(`${server.url}/api/customers/${id}`);
  await fetch(`${server.url}/api/customers?name=Secret%20name`);
  expect(await server.stop()).toBe(0);

  const traces = received.get('/v1/traces') ?? '';
  const spans = [...traces.matchAll(/\{"traceId":[^{}]*?"name":"[^"]+"/gu)].map(([text]): Span =>
    JSON.parse(`${text}}`),
  );
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named('GET /api/customers/:id');
  expect(named('POST /api/customers')).toBeDefined();
  expect(named('GET /api/customers')).toBeDefined();
  expect(spans).toContainEqual(expect.objectContaining({ name: 'prisma:client:operation', traceId: request?.traceId }));
  const metrics = received.get('/v1/metrics') ?? '';
  expect(metrics).toContain('http.server.request.duration');
  expect(metrics).toContain('/api/customers/:id');
  for (const text of [traces, metrics]) {
    expect(text).toContain('"stringValue":"shop"');
    expect(text).not.toMatch(new RegExp(`secret|${id}`, 'iu'));
  }
});

test('a collector that does not respond does not delay the end', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const server = await serve(shop.root, { ...variables(), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  await fetch(`${server.url}/api/customers`);
  expect(await server.stop()).toBe(0);
  silent.closeAllConnections();
  silent.close();
});
