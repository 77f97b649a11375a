import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIResponse, Browser, BrowserContext } from 'playwright-core';
import { run } from '../test/support/cli.ts';
import { freePort } from '../test/support/free-port.ts';
import { done, pathWithoutOurs } from '../test/support/shop.ts';
import type { PeerApi } from './back-office-peer-tasks.ts';

const sources = join(import.meta.dirname, 'back-office-peer/templates');
const settings = {
  PATH: pathWithoutOurs(),
  PAYLOAD_CONFIG_PATH: 'payload.config.js',
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_ENV: undefined,
};

/** The shop in Payload, built and running. */
export interface Peer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Installs, fills, builds and starts the shop in Payload. Takes several minutes. */
export async function startPeer(): Promise<Peer> {
  const cwd = mkdtempSync(join(tmpdir(), 'back-office-peer-'));
  cpSync(sources, cwd, { recursive: true });
  const perform = async (...command: string[]) => done(await run(command, { cwd, env: settings }));
  await perform('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund');
  await perform('npx', 'payload', 'generate:importmap');
  await perform('npx', 'payload', 'run', 'seed.js');
  await perform('npx', 'next', 'build');
  const port = await freePort();
  const next = join(cwd, 'node_modules/next/dist/bin/next');
  const server = spawn('node', [next, 'start', '-p', String(port)], { cwd, env: { ...process.env, ...settings } });
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/admin/login`).catch(() => undefined))?.ok !== true)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    url,
    stop: async () => {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

const administrator = { email: 'admin@example.com', password: 'administrator' };

/** Signs in a new user, because Payload stores the appearance of lists for each user. */
export async function signIn(browser: Browser, url: string): Promise<{ context: BrowserContext; api: PeerApi }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const { request } = context;
  const user = { ...administrator, email: `user${Date.now()}@example.com` };
  await answered(request.post(`${url}/api/users/login`, { data: administrator }));
  await answered(request.post(`${url}/api/users`, { data: user }));
  await answered(request.post(`${url}/api/users/login`, { data: user }));
  const api: PeerApi = {
    find: async (address) => {
      const response = await answered(
        request.get(`${url}/api/${address}${address.includes('?') ? '&' : '?'}depth=1`, { maxRetries: 2 }),
      );
      return JSON.parse(await response.text()).docs;
    },
    change: async (address, data) => void (await answered(request.patch(`${url}/api/${address}`, { data }))),
  };
  return { context, api };
}

async function answered(answer: Promise<APIResponse>): Promise<APIResponse> {
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response;
}
