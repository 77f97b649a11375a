/** Tests exceptions, parent policies, teams and package lists in the life of a project. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { toErrorReport } from '../../src/errors/report.ts';
import { checkPolicies } from '../../src/flows/policy/check.ts';
import { explainPlugin } from '../../src/flows/policy/explain.ts';
import { examplePlugin, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let folder: string;
let home: string;
let env: NonNullable<How['env']>;

beforeEach(async () => {
  life = await newLife();
  home = temporaryFolder();
  env = { HOME: home };
  folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  const manifest = join(folder, 'manifest.json');
  const written: object = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...written, dependencies: { 'date-fns': '^4.1.0' } }));
});

/** Writes a policy below a folder. @returns its path */
function write(file: string, policy: object): string {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: 1, ...policy }));
  return file;
}

/** Writes the user's policy, which a project cannot relax. */
const obey = (policy: object) => write(join(home, '.config/genlock/policy.json'), policy);
const inProject = (policy: object) => write(join(life.root, 'genlock.policy.json'), policy);
const ports = () => ({ ...quietPorts, env });
const on = (time: string): How => ({ yes: true, env, clock: () => new Date(time) });

/** Adds the plugin. @returns the status, or the code, the exit code and the messages of the refusal */
async function add(how: How = on('2026-02-01T00:00:00Z')): Promise<string> {
  try {
    return (await life.add([folder], how)).status;
  } catch (error) {
    const { code, exit, problems } = toErrorReport(error);
    return [code, exit, ...problems.map(({ message }) => message)].join(' ');
  }
}

/** Expects that the plugin is refused and the project is unchanged. */
async function expectRefusal(how?: How): Promise<string> {
  const before = treeHash(life.root);
  const said = await add(how);
  expect(said).toMatch(/^POLICY_DENIED 3 /u);
  expect(treeHash(life.root)).toEqual(before);
  return said;
}

const until = '2026-03-01T00:00:00Z';
const exception = { plugin: 'guestbook', rule: 'dependencies.deny', reason: 'SEC-12: reviewed', until };
const denying = { dependencies: { deny: ['date-fns@^4'] } };

test('an exception allows a refused plugin until its end', async () => {
  const policy = obey(denying);
  expect(await expectRefusal()).toContain('date-fns');
  obey({ ...denying, exceptions: [exception] });
  // After the end, the denial names the exception.
  expect(await expectRefusal(on(until))).toContain(`expired on ${until}`);
  const previews: ChangePreview[] = [];
  expect(await add({ ...on('2026-02-28T23:59:59Z'), preview: (shown) => void previews.push(shown) })).toBe('changed');
  // The user sees the exception before consent.
  expect(previews[0]?.plugins).toMatchObject([
    { exceptions: [{ rule: 'dependencies.deny', file: policy, until, reason: 'SEC-12: reviewed' }] },
  ]);
  // An installed plugin is denied again after the end.
  const later = { ...on('2026-03-02T00:00:00Z') };
  await expect(life.sync(later)).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  expect((await life.sync(on('2026-02-02T00:00:00Z'))).status).toBe('unchanged');
  expect((await life.remove(['guestbook'], later)).status).toBe('changed');
});

test('a project cannot grant an exception from a rule of the user', async () => {
  obey(denying);
  inProject({ exceptions: [exception] });
  await expectRefusal();
  // The control: the project can grant exceptions from its own rules.
  obey({});
  inProject({ ...denying, exceptions: [exception] });
  expect(await add()).toBe('changed');
});

const at = (time: string) => ({ ...ports(), clock: () => new Date(time) });

test('check and explain show exceptions and their end', async () => {
  const policy = obey({ ...denying, exceptions: [exception] });
  const during = at('2026-02-01T00:00:00Z');
  const { sound, exceptions, rules } = await checkPolicies(life.root, during);
  expect([sound, exceptions]).toEqual([true, [{ ...exception, expired: false, file: policy }]]);
  expect(rules).toEqual([{ key: 'dependencies.deny', value: '["date-fns@^4"]', file: policy }]);
  expect((await checkPolicies(life.root, at(until))).exceptions).toMatchObject([{ expired: true }]);
  const explain = (machine: typeof during) => explainPlugin({ cwd: life.root, plugin: folder }, machine);
  expect(await explain(during)).toMatchObject({
    verdict: 'allow',
    verdicts: [{ key: 'dependencies.deny', exception: { file: policy, until, reason: exception.reason } }],
  });
  expect(await explain(at(until))).toMatchObject({
    verdict: 'deny',
    verdicts: [{ key: 'dependencies.deny', reason: expect.stringContaining(`expired on ${until}`) }],
  });
});

test('a plugin may need only allowed packages', async () => {
  obey({ dependencies: { allow: ['zod', 'date-fns@^3'] } });
  await expectRefusal();
  obey({ dependencies: { allow: ['zod', 'date-fns@^4'] } });
  expect(await add()).toBe('changed');
});

test('a project obeys the policy that its policy extends', async () => {
  write(join(life.root, '../platform/base.json'), { ...denying, teams: { notes: { plugins: ['guest*'] } } });
  inProject({ extends: '../platform/base.json' });
  await expectRefusal();
  // The child can neither remove the rule nor grant an exception from it.
  inProject({ extends: '../platform/base.json', dependencies: { deny: [] }, exceptions: [exception] });
  await expectRefusal();
  // The parent grants the exception to its team.
  const granted = { ...exception, plugin: 'team:notes' };
  write(join(life.root, '../platform/base.json'), {
    ...denying,
    teams: { notes: { plugins: ['guest*'] } },
    exceptions: [granted],
  });
  expect(await add()).toBe('changed');
});

const allowing = (team: string) =>
  inProject({
    extends: '../platform/base.json',
    plugins: { default: 'deny', rules: { [team]: { mode: 'allowed' } } },
  });

test('a project allows the plugins of its team', async () => {
  const teams = { notes: { plugins: ['guest*'] }, payments: { plugins: ['@acme/pay-*'] } };
  write(join(life.root, '../platform/base.json'), { teams });
  allowing('team:payments');
  await expectRefusal();
  allowing('team:notes');
  expect(await add()).toBe('changed');
});

test('a missing parent stops everything but removals, and check reports it', async () => {
  expect(await add()).toBe('changed');
  inProject({ extends: 'absent.json' });
  await expect(life.sync(on(until))).rejects.toMatchObject({ code: 'POLICY_UNREADABLE' });
  const { sound, policies } = await checkPolicies(life.root, ports());
  expect([sound, policies]).toMatchObject([
    false,
    [{ problems: [{ code: 'POLICY_UNREADABLE', where: { key: 'extends' } }] }],
  ]);
  expect((await life.remove(['guestbook'], on(until))).status).toBe('changed');
});

describe('a policy at an address', () => {
  const text = JSON.stringify({ version: 1, ...denying });
  const integrity = `sha512-${createHash('sha512').update(text).digest('base64')}`;

  test('is downloaded once, and used offline', async () => {
    const received: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      received.push(url);
      response.end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      obey({ extends: `http://127.0.0.1:${port}/base.json#${integrity}` });
      // Without a network, the address must be cached.
      expect(await add({ ...on(until), network: false })).toMatch(/^POLICY_UNREADABLE 3 /u);
      expect(received).toEqual([]);
      await expectRefusal({ ...on(until), network: true });
      await expectRefusal({ ...on(until), network: true });
      expect(received).toEqual(['/base.json']);
      expect(await checkPolicies(life.root, ports())).toMatchObject({ sound: true, policies: [{}, { level: 'user' }] });
    } finally {
      server.close();
    }
    await expectRefusal({ ...on(until), network: false });
    // The control: without the parent, the plugin is allowed.
    obey({});
    expect(await add()).toBe('changed');
  });

  test('is refused if its content changes', async () => {
    const server = createServer((_, response) => response.end('{ "version": 1 }')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    obey({ extends: `http://127.0.0.1:${port}/base.json#${integrity}` });
    const said = await add({ ...on(until), network: true });
    server.close();
    expect(said).toMatch(/^POLICY_UNREADABLE 3 .*integrity/u);
  });
});

test('a denied permission does not refuse the bundled sign-in plugin unless the rule names it', async () => {
  const permissions = { deny: ['provider', 'secret:*', 'server-code', 'model:*'] };
  const addAuth = () => life.add(['auth-jwt'], on('2026-02-01T00:00:00Z'));
  obey({ plugins: { rules: { 'auth-jwt': { permissions } } } });
  const before = treeHash(life.root);
  await expect(addAuth()).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  expect(treeHash(life.root)).toEqual(before);
  obey({ permissions });
  await expectRefusal();
  expect((await addAuth()).status).toBe('changed');
});
