/** A registry behind a proxy. Only the proxy knows the registry's host name, and its certificate is self-signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that is its own authority. */
export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates a certificate. `undefined` if openssl is missing.
 *
 * @param hosts host names of the certificate, in addition to this machine
 */
export function certificateFor(...hosts: readonly string[]): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host},`).join('')}IP:127.0.0.1`;
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', key, '-out', cert];
  try {
    execFileSync('openssl', ['req', '-x509', ...made, '-days', '2', '-subj', `/CN=${hosts[0]}`, '-addext', names], {
      stdio: 'ignore',
    });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Proxied extends AsyncDisposable {
  /** With a name and a password. */
  readonly proxy: string;
  /** Port of the registry on this machine. */
  readonly port: number;
  /** Requests to the proxy: the first line and the authorization header. */
  readonly asked: readonly (readonly [line: string, authorization: string | undefined])[];
}

/**
 * Starts the registry and the proxy. The registry requests a client certificate and accepts any or none. The proxy
 * connects every host to the registry, but refuses hosts that start with `refused`.
 */
export async function proxied(certificate: Certificate, answer: RequestListener): Promise<Proxied> {
  const registry = createServer({ ...certificate, requestCert: true, rejectUnauthorized: false }, answer);
  const port = await listening(registry);
  const asked: (readonly [string, string | undefined])[] = [];
  const proxy = createProxy((request, response) => {
    asked.push([`${request.method} ${request.url}`, request.headers.authorization]);
    response.end('{"username":"proxy"}');
  });
  proxy.on('connect', ({ url = '', headers }, socket) => {
    asked.push([`CONNECT ${url}`, headers['proxy-authorization']]);
    socket.on('error', () => undefined);
    if (url.startsWith('refused')) {
      socket.end(`HTTP/1.1 ${url.startsWith('refused-407') ? 407 : 403} No\r\n\r\n`);
      return;
    }
    const there = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => undefined);
  });
  const proxyPort = await listening(proxy);
  return {
    proxy: `http://ada:${password}@127.0.0.1:${proxyPort}/`,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      for (const server of [registry, proxy]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

export const password = 'proxy-canary';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
