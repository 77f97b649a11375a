/** The data that a proxy receives, and the certificates that apply. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import {
  readCertificates,
  readNpmSettings,
  RegistryError,
  whoAmI,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { certificateFor, password, proxied, type Proxied } from '../../support/tls-proxy.ts';
import { codeOf, settingsOf } from '../../unit/registry-client/asking.ts';

const registry = 'https://registry.test/';
const certificate = certificateFor('registry.test', 'second.test');
let there: Proxied;
let seen: (string | undefined)[];
/** The names in the client certificates that the registry received. */
let clients: unknown[];
/** The redirect target of the registry. */
let location: string | undefined;
beforeEach(async (context: TestContext) => {
  if (certificate === undefined) notVerified(context, { reason: 'no openssl', remedy: 'apt-get install openssl' });
  seen = [];
  clients = [];
  location = undefined;
  there = await proxied(certificate, ({ headers, socket }, response) => {
    seen.push(headers.authorization);
    clients.push((socket as TLSSocket).getPeerCertificate().subject?.CN);
    if (location === undefined || headers.host === new URL(location).host) response.end('{"username":"ada"}');
    else response.writeHead(302, { location }).end();
  });
});
afterEach(async () => {
  if (certificate !== undefined) await there[Symbol.asyncDispose]();
});

const inline = () => `ca="${(certificate?.cert ?? '').trim().replaceAll('\n', String.raw`\n`)}"`;

interface Asking {
  readonly address?: string;
  readonly lines?: readonly string[];
  readonly env?: Record<string, string>;
  readonly settings?: Partial<ClientSettings>;
}

/** @returns The user name from the registry, or the error code */
function ask({ address = registry, lines = [inline()], env = { HTTPS_PROXY: there.proxy }, settings }: Asking = {}) {
  const base = `//${new URL(address).host}${new URL(address).pathname}`;
  const text = [`registry=${address}`, `${base}:_authToken=canary`, ...lines].join('\n');
  return codeOf(async () => {
    const npm = readNpmSettings([{ level: 'user', file: '.npmrc', text }], env);
    return String(await whoAmI(address, settingsOf('', { npm, ca: readCertificates(npm, '/nobody'), ...settings })));
  });
}

/** @returns The error of a request without a token, with its hint */
async function failureAt(address: string, proxy: string) {
  const files = [{ level: 'user', file: '.npmrc', text: `registry=${address}` }] as const;
  const npm = readNpmSettings(files, { HTTPS_PROXY: proxy });
  const error = await whoAmI(address, settingsOf('', { npm })).catch((cause: unknown) => cause);
  if (!(error instanceof RegistryError)) throw error;
  return `${error.code} ${error.message} ${error.hint}`;
}

const basic = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;

describe('a proxy', () => {
  test('connects to the registry and cannot read the requests', async () => {
    expect(await ask()).toBe('ada');
    expect(there.asked).toEqual([['CONNECT registry.test:443', basic]]);
    expect(seen).toEqual(['Bearer canary']);
  });

  test('is not used for excluded hosts', async () => {
    expect(await ask({ env: { HTTPS_PROXY: there.proxy, NO_PROXY: 'other.test, .test' } })).toBe(
      'REGISTRY_UNREACHABLE',
    );
    expect(await ask({ lines: [inline(), 'noproxy=registry.test'] })).toBe('REGISTRY_UNREACHABLE');
    expect(there.asked).toEqual([]);
    // Control: another host is not excluded.
    expect(await ask({ env: { HTTPS_PROXY: there.proxy, NO_PROXY: 'y.test' } })).toBe('ada');
  });

  test('is not used for an address that is not allowed', async () => {
    expect(await ask({ settings: { allowed: ['https://other.test/'] } })).toBe('REGISTRY_NOT_ALLOWED');
    expect(await ask({ settings: { denied: [registry] } })).toBe('REGISTRY_NOT_ALLOWED');
    expect(there.asked).toEqual([]);
  });

  test('sends no token to a proxy that refuses the connection', async () => {
    expect(await ask({ address: 'https://refused.test/' })).toBe('REGISTRY_UNREACHABLE');
    expect(await ask({ address: 'https://refused-407.test/' })).toBe('REGISTRY_UNREACHABLE');
    expect(there.asked.map(([, authorization]) => authorization)).toEqual([basic, basic]);
    expect(seen).toEqual([]);
  });

  test('is named with its refusal and the fix, without the credentials', async () => {
    const { host } = new URL(there.proxy);
    const failures = [
      await failureAt('https://refused-407.test/', there.proxy),
      await failureAt('https://refused-407.test/', `http://${host}/`),
      await failureAt('https://refused.test/', there.proxy),
    ];
    for (const failure of failures) {
      expect(failure).toContain(`REGISTRY_UNREACHABLE the proxy ${host} `);
      expect(failure).toContain('HTTPS_PROXY');
      expect(failure).not.toMatch(new RegExp(`ada|${password}`, 'u'));
    }
    expect(new Set(failures).size).toBe(3);
  });

  test('is not used for local addresses, where it could read the requests', async () => {
    await using local = await fakeRegistry();
    local.answer('/-/whoami', (_, response) => response.end('{"username":"local"}'));
    const env = { HTTPS_PROXY: there.proxy, HTTP_PROXY: there.proxy };
    expect(await ask({ address: local.url, env })).toBe('local');
    expect(await ask({ address: `https://127.0.0.1:${there.port}/`, env })).toBe('ada');
    expect(there.asked).toEqual([]);
  });
});

describe('certificates', () => {
  test('are the default ones of Node', async () => {
    expect(await ask({ lines: [] })).toBe('REGISTRY_UNTRUSTED');
    expect(await ask({ lines: ['strict-ssl=false'] })).toBe('REGISTRY_UNTRUSTED');
    expect(seen).toEqual([]);
  });

  test('can be in a file', async () => {
    const file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, certificate?.cert ?? '');
    expect(await ask({ lines: [`cafile=${file}`] })).toBe('ada');
    expect(await ask({ lines: [], env: { HTTPS_PROXY: there.proxy, npm_config_cafile: file } })).toBe('ada');
  });

  test('can be a list', async () => {
    const other = certificateFor('other.test')?.cert ?? '';
    const list = [other, certificate?.cert ?? ''].map((pem) => `ca[]="${pem.trim().replaceAll('\n', String.raw`\n`)}"`);
    expect(await ask({ lines: list })).toBe('ada');
    expect(await ask({ lines: list.slice(0, 1) })).toBe('REGISTRY_UNTRUSTED');
  });

  test('must match the requested host', async () => {
    expect(await ask({ address: 'https://other.test/' })).toBe('REGISTRY_UNTRUSTED');
    expect(there.asked.map(([line]) => line)).toEqual(['CONNECT other.test:443']);
    expect(seen).toEqual([]);
  });

  test('for the client are sent only to their registry, and not after a redirect', async () => {
    const folder = temporaryFolder();
    const [certfile, keyfile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const client = certificateFor('client.test');
    writeFileSync(certfile, client?.cert ?? '');
    writeFileSync(keyfile, client?.key ?? '');
    const lines = [inline(), `//registry.test/:certfile=${certfile}`, `//registry.test/:keyfile=${keyfile}`];
    expect(await ask({ lines })).toBe('ada');
    expect(clients).toEqual(['client.test']);
    expect(await ask({ address: 'https://second.test/', lines })).toBe('ada');
    const settings = { redirects: 'listed', allowed: [registry, 'https://second.test/'] } as const;
    location = 'https://second.test/-/whoami';
    expect(await ask({ lines, settings })).toBe('ada');
    expect(clients).toEqual(['client.test', undefined, 'client.test', undefined]);
    expect(seen).toEqual(['Bearer canary', 'Bearer canary', 'Bearer canary', undefined]);
  });
});
