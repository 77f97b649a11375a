/** Local team registries: with the gate, and Verdaccio without the gate. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readRegistryConfiguration, type RegistryConfiguration } from '../../registry-server/configuration.ts';
import { prepareFolder, registryFolder } from '../../registry-server/folder.ts';
import { startRegistry } from '../../registry-server/server.ts';
import { addUser } from '../../registry-server/users.ts';
import { verdaccioConfiguration } from '../../registry-server/verdaccio-configuration.ts';
import { loadVerdaccio } from '../../registry-server/verdaccio.ts';
import { packageOf } from './archives.ts';
import { repository, run, type Finished } from './cli.ts';

export const password = 'correct horse battery';

/** A registry with users who are signed in. */
export interface TestRegistry extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
  readonly storage: string;
  readonly token: (user: string) => string;
}

interface How {
  readonly users?: readonly string[];
  readonly configuration?: Partial<RegistryConfiguration>;
  /** Storage of a stopped registry. Empty by default. */
  readonly storage?: string;
}

export function configurationIn(storage: string, more: Partial<RegistryConfiguration> = {}): RegistryConfiguration {
  return { ...readRegistryConfiguration({ cwd: storage }, { storage, port: 0 }), ...more };
}

/** A registry behind its gate. */
export async function gatedRegistry(how: How = {}): Promise<TestRegistry> {
  return registryBy(how, async (configuration) =>
    startRegistry(configuration, { verdaccio: await loadVerdaccio(repository) }),
  );
}

/** Starts Verdaccio without the gate and its other guards, as the control of each check. */
export async function bareVerdaccio(how: How = {}): Promise<TestRegistry> {
  return registryBy(how, async (configuration) => {
    const folder = registryFolder(configuration.storage);
    prepareFolder(folder);
    const { runServer } = await loadVerdaccio(repository);
    const server = await runServer(verdaccioConfiguration(configuration, folder));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
  });
}

interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function registryBy(
  { users = ['ada', 'bob'], configuration: more = {}, storage: given }: How,
  start: (configuration: RegistryConfiguration) => Promise<Running>,
): Promise<TestRegistry> {
  const storage = given ?? realpathSync(mkdtempSync(join(tmpdir(), 'genlock-registry-')));
  // Scopes are reserved for named publishers by default.
  const configuration = configurationIn(storage, { publishers: users, ...more });
  if (given === undefined) {
    const verdaccio = await loadVerdaccio(repository);
    for (const name of users) await addUser({ name, password }, { storage, verdaccio });
  }
  const { url, stop } = await start(configuration);
  const tokens = new Map<string, string>();
  for (const name of users) tokens.set(name, await signIn(url, name));
  return {
    url,
    storage,
    token: (user) => tokens.get(user) ?? '',
    async [Symbol.asyncDispose]() {
      await stop();
      if (given === undefined) rmSync(storage, { recursive: true, force: true });
    },
  };
}

/** Asks as npm does: first without, and, where the registry has its own mind about that, with the password in the header. */
export async function signIn(url: string, name: string): Promise<string> {
  const body = { name, password };
  const path = `-/user/org.couchdb.user:${name}`;
  const first = await send(url, { method: 'PUT', path, body });
  const basic = `Basic ${btoa(`${name}:${password}`)}`;
  const answer = first.status === 201 ? first : await send(url, { method: 'PUT', path, body, authorization: basic });
  const { token } = JSON.parse(answer.text) as { readonly token?: string };
  if (token === undefined) throw new Error(`no token for ${name}: ${answer.status} ${answer.text}`);
  return token;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export async function send(url: string, { method, path, body, token, authorization, headers }: Sent): Promise<Answer> {
  const bearer = token === undefined ? authorization : `Bearer ${token}`;
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: bearer }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

type Files = Readonly<Record<string, string>>;

/** The smallest plugin that can be published. */
export function pluginFiles(name: string, version = '1.0.0', more: Files = {}): Files {
  const identity = { name, version };
  return {
    'manifest.json': JSON.stringify({ ...identity, description: `What ${name} does` }),
    'package.json': JSON.stringify({ ...identity, description: `What ${name} does` }),
    'generator.js': 'export default () => {};\n',
    ...more,
  };
}

/** Returns the request body of npm for publishing an archive. */
export function publication(
  name: string,
  {
    version = '1.0.0',
    archive = packageOf(pluginFiles(name, version)),
    more = {},
    dist = {},
    metadata = {},
  }: Published = {},
): Record<string, unknown> {
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  const hash = (algorithm: string) => createHash(algorithm).update(archive);
  const made = {
    integrity: `sha512-${hash('sha512').digest('base64')}`,
    shasum: hash('sha1').digest('hex'),
    tarball: `http://localhost/${name}/-/${file}`,
    ...dist,
  };
  return {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        name,
        version,
        description: `What ${name} does`,
        _id: `${name}@${version}`,
        ...metadata,
        dist: made,
      },
    },
    access: null,
    _attachments: {
      [`${name}-${version}.tgz`]: {
        content_type: 'application/octet-stream',
        data: archive.toString('base64'),
        length: archive.length,
      },
    },
    ...more,
  };
}

interface Published {
  readonly version?: string;
  readonly archive?: Buffer;
  /** Values that replace the values of npm. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly dist?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const escaped = (name: string): string => name.replace('/', '%2f');

/** Runs npm as a user. */
export function npm(
  args: readonly string[],
  {
    cwd,
    registry,
    user,
  }: { cwd: string; registry: Pick<TestRegistry, 'url'>; user: string | { token: string } | undefined },
): Promise<Finished> {
  const token = typeof user === 'string' ? (registry as TestRegistry).token(user) : user?.token;
  const { host } = new URL(registry.url);
  const config = join(cwd, '.npmrc-of-test');
  const lines = [`registry=${registry.url}`, ...(token === undefined ? [] : [`//${host}/:_authToken=${token}`])];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const env = {
    npm_config_userconfig: config,
    npm_config_cache: join(cwd, '.npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  return run(['npm', ...args], { cwd, env });
}
