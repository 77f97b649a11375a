/** A local registry that serves test data and records the requests. */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request, as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface FakeRegistry extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
  readonly received: readonly Received[];
  /** Serves a package; given again, a version is replaced. */
  publish(release: FakeRelease): void;
  /** Answers a path in the test's own way. */
  answer(path: string, listener: RequestListener): void;
  /** Sets the handler for PUT requests to a path, until `answer` replaces it. */
  take(path: string, listener: RequestListener): void;
  /** Answers a path as another one. */
  alias(path: string, as: string): void;
}

export interface FakeRelease {
  readonly name: string;
  readonly version: string;
  readonly archive: Buffer;
  /** When it was published, ISO 8601; two years ago if absent, and never said if null. */
  readonly time?: string | null;
  readonly tag?: string;
  /** Values that replace the true values. */
  readonly dist?: Readonly<Record<string, unknown>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
}

const longAgo = '2024-11-01T00:00:00.000Z';

export async function fakeRegistry(): Promise<FakeRegistry> {
  const received: Received[] = [];
  const answers = new Map<string, RequestListener>();
  const takers = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, authorization: headers.authorization });
    const at = decodeURIComponent(path);
    const answer = (method === 'PUT' ? takers.get(at) : undefined) ?? answers.get(at);
    if (answer === undefined) return json(response, { error: 'not found' }, 404);
    return answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const packuments = new Map<string, Packument>();
  return {
    url,
    received,
    publish({ name, version, archive, time, tag = 'latest', dist = {}, manifest = {} }) {
      const path = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
      const packument = packuments.get(name) ?? { name, 'dist-tags': {}, versions: {}, time: {} };
      packument['dist-tags'][tag] = version;
      if (time !== null) packument.time[version] = time ?? longAgo;
      const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
      packument.versions[version] = {
        name,
        version,
        dist: { tarball: new URL(path, url).href, integrity, ...dist },
        ...manifest,
      };
      packuments.set(name, packument);
      answers.set(`/${name}`, (_, response) => json(response, packument));
      answers.set(path, (_, response) => response.end(archive));
    },
    answer(path, listener) {
      takers.delete(path);
      answers.set(path, listener);
    },
    take: (path, listener) => void takers.set(path, listener),
    alias: (path, as) => void answers.set(path, (request, response) => answers.get(as)?.(request, response)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Packument {
  readonly name: string;
  readonly 'dist-tags': Record<string, string>;
  readonly versions: Record<string, unknown>;
  readonly time: Record<string, string>;
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
