import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redact } from '../../src/errors/redact.ts';
import { toErrorReport } from '../../src/errors/report.ts';
import { login, logout, whoami, type LoginRequest } from '../../src/flows/registry/session.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { codesOf } from '../support/life.ts';
import { sessionRegistry, token, user, type SessionRegistry } from '../support/session-registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

let registry: SessionRegistry;
let home: string;
beforeEach(async () => {
  registry = await sessionRegistry();
  home = temporaryFolder();
});
afterEach(() => registry[Symbol.asyncDispose]());

const file = () => join(home, '.npmrc');
const ports = (secret: string = user.password) => ({
  env: { HOME: home },
  clock: () => new Date('2026-06-01T12:00:00Z'),
  askName: () => Promise.resolve(user.name),
  askSecret: () => Promise.resolve(secret),
});
const signIn = (more: Partial<LoginRequest> = {}, secret?: string) =>
  login({ cwd: home, registry: registry.url, token: false, ...more }, ports(secret));
const here = () => ({ cwd: home, registry: registry.url });
const line = () => `//${new URL(registry.url).host}/:_authToken=${token}\n`;

/** Returns the names of all files below a folder. The cache can leave empty folders. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('a signed-in user is known until sign-out', async () => {
  expect(await signIn()).toEqual({ registry: registry.url, user: user.name, file: file() });
  expect(readFileSync(file(), 'utf8')).toBe(line());
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await whoami(here(), ports())).toEqual({ registry: registry.url, user: user.name });
  expect(await logout(here(), ports())).toMatchObject({ revoked: true });
  expect(readFileSync(file(), 'utf8')).toBe('');
  expect(await codesOf(whoami(here(), ports()))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(await codesOf(logout(here(), ports()))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(filesIn(home)).toEqual(['.npmrc']);
});

test('the prompt for a secret names its registry', async () => {
  const asked: string[] = [];
  const named = {
    ...ports(),
    askName: async (place: string) => {
      asked.push(place);
      return user.name;
    },
    askSecret: async (what: string, place: string) => {
      asked.push(`${what} ${place}`);
      return what === 'token' ? token : user.password;
    },
  };
  writeFileSync(file(), `registry=${registry.url}\n`);
  await login({ cwd: home, token: false }, named);
  await login({ cwd: home, token: true }, named);
  expect(asked).toEqual([registry.url, `password ${registry.url}`, `token ${registry.url}`]);
});

test('every other line stays, and an old token is replaced, not shown', async () => {
  const others = '; mine\nregistry=https://registry.example/\n\n@acme:registry = https://acme.example/\n';
  writeFileSync(file(), `${line().replace(token, 'old')}${others}`, { mode: 0o644 });
  await signIn({ scope: '@new' });
  expect(readFileSync(file(), 'utf8')).toBe(`${others}@new:registry=${registry.url}\n${line()}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test.each(['acme', '@', '@Acme', '@acme/chat', '@acme:registry=x'])('%s is not a valid scope', async (scope) => {
  expect(await codesOf(signIn({ scope }))).toEqual(['USAGE']);
  expect(await codesOf(whoami({ ...here(), scope }, ports()))).toEqual(['USAGE']);
  expect([registry.received, filesIn(home)]).toEqual([[], []]);
});

test('a file that is a link stays one', async () => {
  mkdirSync(join(home, 'dotfiles'));
  writeFileSync(join(home, 'dotfiles/npmrc'), 'color=true\n');
  symlinkSync('dotfiles/npmrc', file());
  await signIn();
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, 'dotfiles/npmrc'), 'utf8')).toBe(`color=true\n${line()}`);
});

test('accepts a token created elsewhere if the registry knows it', async () => {
  expect(await signIn({ token: true }, token)).toMatchObject({ user: user.name });
  expect(readFileSync(file(), 'utf8')).toBe(line());
  expect(await codesOf(signIn({ token: true }, 'another-token'))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(readFileSync(file(), 'utf8')).toBe(line());
});

test('accepts a token if the registry does not report the user, and shows no user name', async () => {
  registry.answer('/-/whoami', (_, response) => response.writeHead(404).end());
  expect(await signIn({ token: true }, token)).toEqual({ registry: registry.url, file: file() });
  expect(readFileSync(file(), 'utf8')).toBe(line());
  expect(await whoami(here(), ports())).toEqual({ registry: registry.url });
});

test('refuses a wrong password, writes nothing, and does not show the server’s message', async () => {
  const error: unknown = await signIn({}, 'wrong-canary').catch((thrown: unknown) => thrown);
  expect(await codesOf(signIn({}, 'wrong-canary'))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(String(error)).not.toContain('wrong-canary');
  expect(filesIn(home)).toEqual([]);
  // If a server message is ever printed, redaction removes the password.
  const basic = Buffer.from(`${user.name}:wrong-canary`).toString('base64');
  expect(redact(JSON.stringify([registry.bodies, `Basic ${basic}`]))).not.toMatch(
    new RegExp(`wrong-canary|${basic}`, 'u'),
  );
});

const hintOf = (refused: Promise<unknown>) => refused.then(String, (error: unknown) => toErrorReport(error).hint);

test('a refused password or token does not produce the hint to sign in', async () => {
  const usual = await hintOf(whoami(here(), ports()));
  expect(usual).toContain('genlock login');
  expect(await hintOf(signIn({}, 'wrong-canary'))).not.toBe(usual);
  expect(await hintOf(signIn({ token: true }, 'another-token'))).not.toBe(usual);
});

test('the registry for a password comes only from the user, not from a project file or a redirect', async () => {
  await using other = await fakeRegistry();
  registry.answer(`/-/user/org.couchdb.user:${user.name}`, (_, response) =>
    response.writeHead(307, { location: `${other.url}-/user/org.couchdb.user:${user.name}` }).end(),
  );
  expect(await codesOf(signIn())).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(other.received).toEqual([]);
  expect(await codesOf(signIn({ registry: 'http://registry.example/' }))).toEqual(['REGISTRY_INSECURE']);
});

describe('policies', () => {
  const asked: string[] = [];
  /** Creates ports of a user with a policy. The ports record prompts for a secret. */
  const under = (registries: object) => {
    const policy = join(home, 'policy.json');
    writeFileSync(policy, JSON.stringify({ version: 1, registries }));
    asked.length = 0;
    const askSecret = async (what: string): Promise<string> => {
      asked.push(what);
      return user.password;
    };
    return { ...ports(), env: { HOME: home, GENLOCK_POLICY: policy }, askSecret };
  };
  const elsewhere = 'https://registry.example/';

  test('does not prompt for a secret for a registry that is not allowed, and sends nothing', async () => {
    writeFileSync(file(), line());
    for (const registries of [{ allow: [elsewhere] }, { deny: [registry.url] }]) {
      const denied = under(registries);
      expect(await codesOf(login({ ...here(), token: false }, denied))).toEqual(['REGISTRY_NOT_ALLOWED']);
      expect(await codesOf(login({ ...here(), token: true }, denied))).toEqual(['REGISTRY_NOT_ALLOWED']);
      expect(await codesOf(whoami(here(), denied))).toEqual(['REGISTRY_NOT_ALLOWED']);
    }
    expect(asked).toEqual([]);
    expect(registry.received).toEqual([]);
    // Control: the same registry, with a policy that has it.
    expect(await login({ ...here(), token: false }, under({ allow: [registry.url] }))).toMatchObject({
      user: user.name,
    });
    expect(asked).toEqual(['password']);
  });

  test('deletes the token of a registry that is no longer allowed, without a request', async () => {
    writeFileSync(file(), line());
    expect(await logout(here(), under({ allow: [elsewhere] }))).toMatchObject({ revoked: false });
    expect(readFileSync(file(), 'utf8')).toBe('');
    expect(registry.received).toEqual([]);
  });

  test('deletes a token even if a policy is invalid, without a request', async () => {
    for (const policy of [{ expires: '2020-01-01T00:00:00Z' }, { unheardOf: true }, undefined]) {
      writeFileSync(file(), line());
      const how = under({});
      const text = policy === undefined ? '{' : JSON.stringify({ version: 1, ...policy });
      writeFileSync(how.env.GENLOCK_POLICY, text);
      expect((await codesOf(whoami(here(), how)))[0]).toMatch(/^POLICY_/u);
      expect(await logout(here(), how)).toMatchObject({ revoked: false });
      expect(readFileSync(file(), 'utf8')).toBe('');
    }
    expect(registry.received).toEqual([]);
  });

  test('uses the registry set by a user policy by default, but not the registry set by a project', async () => {
    const other = `registry=${elsewhere}\n`;
    writeFileSync(file(), other);
    const chosen = under({ default: registry.url, allow: [registry.url] });
    expect(await login({ cwd: home, token: false }, chosen)).toMatchObject({ registry: registry.url });
    writeFileSync(file(), other);
    const project = temporaryFolder();
    writeFileSync(join(project, 'genlock.json'), '{}');
    writeFileSync(
      join(project, 'genlock.policy.json'),
      JSON.stringify({ version: 1, registries: { default: registry.url, deny: [elsewhere] } }),
    );
    const before = registry.received.length;
    // It may narrow: that it is judged at all is seen by its list.
    expect(await codesOf(login({ cwd: project, token: false }, ports()))).toEqual(['REGISTRY_NOT_ALLOWED']);
    expect(registry.received).toHaveLength(before);
  });
});

test('refuses a sign-in response without a token, or with a token of several lines', async () => {
  const path = `/-/user/org.couchdb.user:${user.name}`;
  for (const answer of [{ ok: true }, { token: 'a\n//evil/:_authToken=b' }, { token: '' }]) {
    registry.answer(path, (_, response) => response.writeHead(201).end(JSON.stringify(answer)));
    expect(await codesOf(signIn())).toEqual(['REGISTRY_ANSWER_INVALID']);
  }
  expect(filesIn(home)).toEqual([]);
});

test('refuses a token that npm would read as a variable, because it could disclose the value', async () => {
  const chosen = '${AWS_SECRET_ACCESS_KEY}';
  const path = `/-/user/org.couchdb.user:${user.name}`;
  registry.answer(path, (_, response) => response.writeHead(201).end(JSON.stringify({ token: chosen })));
  expect(await codesOf(signIn())).toEqual(['REGISTRY_CONFIG_INVALID']);
  registry.answer('/-/whoami', (_, response) => response.writeHead(404).end());
  expect(await codesOf(signIn({ token: true }, chosen))).toEqual(['REGISTRY_CONFIG_INVALID']);
  expect(filesIn(home)).toEqual([]);
  // Control: what such a line does.
  writeFileSync(file(), line().replace(token, chosen));
  await whoami(here(), { ...ports(), env: { HOME: home, AWS_SECRET_ACCESS_KEY: 'canary' } });
  expect(registry.received.at(-1)?.authorization).toBe('Bearer canary');
});

test('signs out without the registry, and reports that the token is not revoked', async () => {
  await signIn();
  registry.answer(`/-/user/token/${token}`, (_, response) => response.writeHead(404).end());
  expect(await logout(here(), ports())).toMatchObject({ revoked: false });
  await signIn();
  await registry[Symbol.asyncDispose]();
  expect(await logout(here(), ports())).toMatchObject({ revoked: false });
  expect(readFileSync(file(), 'utf8')).toBe('');
  registry = await sessionRegistry();
});
