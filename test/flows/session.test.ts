import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redact } from '../../src/errors/redact.ts';
import { login, logout, whoami, type LoginRequest } from '../../src/flows/session.ts';
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
  login({ registry: registry.url, token: false, ...more }, ports(secret));
const line = () => `//${new URL(registry.url).host}/:_authToken=${token}\n`;

test('who signs in is known from then on, until they sign out', async () => {
  expect(await signIn()).toEqual({ registry: registry.url, user: user.name, file: file() });
  expect(readFileSync(file(), 'utf8')).toBe(line());
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await whoami({ registry: registry.url }, ports())).toEqual({ registry: registry.url, user: user.name });
  expect(await logout({ registry: registry.url }, ports())).toMatchObject({ revoked: true });
  expect(readFileSync(file(), 'utf8')).toBe('');
  expect(await codesOf(whoami({ registry: registry.url }, ports()))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(await codesOf(logout({ registry: registry.url }, ports()))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(readdirSync(home)).toEqual(['.npmrc']);
});

test('every other line stays, and an old token is replaced, not shown', async () => {
  const others = '; mine\nregistry=https://registry.example/\n\n@acme:registry = https://acme.example/\n';
  writeFileSync(file(), `${line().replace(token, 'old')}${others}`, { mode: 0o644 });
  await signIn({ scope: '@new' });
  expect(readFileSync(file(), 'utf8')).toBe(`${others}@new:registry=${registry.url}\n${line()}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test('a file that is a link stays one', async () => {
  mkdirSync(join(home, 'dotfiles'));
  writeFileSync(join(home, 'dotfiles/npmrc'), 'color=true\n');
  symlinkSync('dotfiles/npmrc', file());
  await signIn();
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, 'dotfiles/npmrc'), 'utf8')).toBe(`color=true\n${line()}`);
});

test('a token made elsewhere is taken if the registry knows it', async () => {
  expect(await signIn({ token: true }, token)).toMatchObject({ user: user.name });
  expect(readFileSync(file(), 'utf8')).toBe(line());
  expect(await codesOf(signIn({ token: true }, 'another-token'))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(readFileSync(file(), 'utf8')).toBe(line());
});

test('a wrong password is refused, nothing is written, and what the server says of it is not shown', async () => {
  const error: unknown = await signIn({}, 'wrong-canary').catch((thrown: unknown) => thrown);
  expect(await codesOf(signIn({}, 'wrong-canary'))).toEqual(['REGISTRY_UNAUTHORIZED']);
  expect(String(error)).not.toContain('wrong-canary');
  expect(readdirSync(home)).toEqual([]);
  // Should a text of the server be printed one day, the writer takes the password out.
  expect(redact(JSON.stringify(registry.bodies))).not.toContain('wrong-canary');
});

test("where a password goes is said by the user, never by a project's file or an answer", async () => {
  await using other = await fakeRegistry();
  registry.answer(`/-/user/org.couchdb.user:${user.name}`, (_, response) =>
    response.writeHead(307, { location: `${other.url}-/user/org.couchdb.user:${user.name}` }).end(),
  );
  expect(await codesOf(signIn())).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(other.received).toEqual([]);
  expect(await codesOf(signIn({ registry: 'http://registry.example/' }))).toEqual(['REGISTRY_INSECURE']);
});

test('an answer with no token, or one that would be a line more, is refused', async () => {
  const path = `/-/user/org.couchdb.user:${user.name}`;
  for (const answer of [{ ok: true }, { token: 'a\n//evil/:_authToken=b' }, { token: '' }]) {
    registry.answer(path, (_, response) => response.writeHead(201).end(JSON.stringify(answer)));
    expect(await codesOf(signIn())).toEqual(['REGISTRY_ANSWER_INVALID']);
  }
  expect(readdirSync(home)).toEqual([]);
});

test('signing out works without the registry, and says that the token lives on', async () => {
  await signIn();
  registry.answer(`/-/user/token/${token}`, (_, response) => response.writeHead(404).end());
  expect(await logout({ registry: registry.url }, ports())).toMatchObject({ revoked: false });
  await signIn();
  await registry[Symbol.asyncDispose]();
  expect(await logout({ registry: registry.url }, ports())).toMatchObject({ revoked: false });
  expect(readFileSync(file(), 'utf8')).toBe('');
  registry = await sessionRegistry();
});
