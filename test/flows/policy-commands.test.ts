/** Tests the policy commands, and the other commands that obey policies besides `add` and `update`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditProject } from '../../src/flows/policy/audit.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { checkPolicies } from '../../src/flows/policy/check.ts';
import { explainPlugin } from '../../src/flows/policy/explain.ts';
import { initPolicy } from '../../src/flows/policy/init.ts';
import { applySaved, planProject } from '../../src/flows/plan/saved-plan.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const guestbook = examplePlugin('guestbook');
let life: Life;
let ports: typeof quietPorts;
let user: string;

beforeEach(async () => {
  life = await newLife();
  const home = temporaryFolder();
  ports = { ...quietPorts, env: { HOME: home } };
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  user = join(home, '.config/genlock/policy.json');
});

const obey = (policy: object) => writeFileSync(user, JSON.stringify({ version: 1, ...policy }));
const inProject = (text: string) => writeFileSync(join(life.root, 'genlock.policy.json'), text);
const explain = (plugin: string) => explainPlugin({ cwd: life.root, plugin }, ports);

describe('explain', () => {
  beforeEach(() =>
    obey({
      registries: { allow: ['https://own.example/'], default: 'https://own.example/' },
      plugins: { rules: { 'guest*': { permissions: { deny: ['provider'] } }, reports: { versions: '^2' } } },
    }),
  );

  test('an installed plugin: the verdict includes its content', async () => {
    await life.add([guestbook], { env: {} });
    const { plugin, verdict, verdicts } = await explain('guestbook');
    expect(plugin).toEqual({ name: 'guestbook', version: '1.0.0', source: 'directory', installed: true });
    expect(verdict).toBe('deny');
    expect(verdicts).toMatchObject([{ file: user, key: 'plugins.rules["guest*"].permissions.deny', verdict: 'deny' }]);
  });

  test('a name, without a query: rules that depend on the release have the verdict ask', async () => {
    expect(await explain('reports')).toMatchObject({
      plugin: { source: 'registry', registry: 'https://own.example/', installed: false },
      verdict: 'ask',
      verdicts: [{ key: 'registries.allow', verdict: 'allow' }, { key: 'plugins.rules.reports.versions' }],
    });
    expect(await explain('reports@1.0.0')).toMatchObject({ plugin: { version: '1.0.0' }, verdict: 'deny' });
    expect(await explain('reports@2.0.0')).toMatchObject({ verdict: 'allow' });
  });

  test('a mirror for every plugin, and whether policies allow it', async () => {
    const own = 'https://own.example/';
    const mirror = { mode: 'prefer', url: 'https://mirror.example/npm' };
    const rules = { registries: { allow: [own], default: own, mirror }, message: 'Ask #platform' };
    obey(rules);
    const mirrored = {
      file: user,
      key: 'registries.allow',
      reason: expect.stringContaining('https://mirror.example/npm/'),
    };
    expect(await explain('reports')).toMatchObject({
      verdict: 'deny',
      verdicts: [{ verdict: 'allow' }, { ...mirrored, verdict: 'deny', message: 'Ask #platform' }],
    });
    expect((await explain(guestbook)).verdict).toBe('allow');

    obey({ registries: { ...rules.registries, allow: [own, mirror.url] } });
    expect(await explain('reports')).toMatchObject({
      verdict: 'allow',
      verdicts: [{}, { ...mirrored, verdict: 'allow' }],
    });
    inProject(JSON.stringify({ version: 1, registries: { deny: [mirror.url] } }));
    expect(await explain('reports')).toMatchObject({ verdict: 'deny' });

    obey({ registries: { ...rules.registries, mirror: { ...mirror, mode: 'off' } } });
    expect(await explain('reports')).toMatchObject({ verdict: 'allow', verdicts: [{ verdict: 'allow' }] });
  });

  test('a registry that only the project names: denied, even if its own policy allows it', async () => {
    obey({});
    const theirs = 'https://theirs.example/npm/';
    inProject(JSON.stringify({ version: 1, registries: { allow: [theirs], default: theirs } }));
    expect(await explain('reports')).toMatchObject({
      plugin: { registry: theirs },
      verdict: 'deny',
      verdicts: [
        { key: 'registries.allow', verdict: 'allow' },
        { file: 'genlock', key: 'registries', verdict: 'deny' },
      ],
    });
    expect(await codesOf(life.add(['reports'], { env: ports.env, network: true }))).toEqual(['REGISTRY_NOT_ALLOWED']);
    // Once the user names it, it is one of theirs.
    writeFileSync(join(ports.env['HOME'] ?? '', '.npmrc'), '@theirs:registry=https://theirs.example/');
    expect(await explain('reports')).toMatchObject({ verdict: 'allow', verdicts: [{ verdict: 'allow' }] });
    inProject('{ "version": 1 }');
    writeFileSync(join(life.root, '.npmrc'), 'registry=https://others.example/');
    expect(await explain('reports')).toMatchObject({
      plugin: { registry: 'https://others.example/' },
      verdict: 'deny',
    });
  });

  test('the rules about changed code of plugins that are not bundled', async () => {
    obey({ updates: { code: 'same-footprint' } });
    const rule = { file: user, key: 'updates.code', verdict: 'allow' };
    expect((await explain(guestbook)).verdicts).toMatchObject([{ ...rule, reason: expect.stringContaining('only') }]);
    expect((await explain('auth-jwt')).verdicts).toEqual([]);
    inProject(JSON.stringify({ version: 1, updates: { code: 'ask' } }));
    const { verdict, verdicts } = await explain(guestbook);
    expect([verdict, verdicts.map(({ reason }) => reason.includes('only'))]).toEqual(['allow', [false, false]]);
  });

  test('a folder, an archive, a bundled plugin, and unsupported sources', async () => {
    const archive = join(temporaryFolder(), 'reports-1.0.0.tgz');
    writeFileSync(archive, exampleArchive('reports'));
    const cases = [
      guestbook,
      archive,
      'auth-jwt',
      'base',
      'git+https://example.com/a.git',
      'https://example.com/a.tgz',
    ];
    const said = await Promise.all(cases.map(explain));
    expect(said.map(({ plugin: { source }, verdict }) => [source, verdict])).toEqual([
      ['directory', 'allow'],
      ['file', 'deny'],
      ['bundled', 'allow'],
      ['bundled', 'allow'],
      ['git', 'deny'],
      ['url', 'deny'],
    ]);
  });

  test('outside a project, and with an invalid policy', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'genlock.policy.json'), '{ "version": 1, "x": 1 }');
    const said = await explainPlugin({ cwd, plugin: 'reports@1.0.0' }, ports);
    expect(said).toMatchObject({ verdict: 'deny', problems: [{ code: 'POLICY_INVALID', where: { key: 'x' } }] });
  });
});

test('check reports whether each policy is valid, and lists the rules of all policies', async () => {
  obey({ name: 'Acme', expires: '2027-01-01T00:00:00Z', plugins: { rules: { '@acme/*': { mode: 'allowed' } } } });
  inProject('{ "version": 1, "sources": { "file": "deny" }, "x": 1 }');
  const { sound, policies, rules } = await checkPolicies(life.root, ports);
  expect(sound).toBe(false);
  expect(policies).toMatchObject([
    { file: user, level: 'user', name: 'Acme', expires: '2027-01-01T00:00:00.000Z', problems: [] },
    { level: 'project', problems: [{ code: 'POLICY_INVALID' }] },
  ]);
  expect(rules).toEqual([{ key: 'plugins.rules["@acme/*"].mode', value: '"allowed"', file: user }]);
  inProject('{ "version": 1, "sources": { "file": "deny" } }');
  expect(await checkPolicies(life.root, ports)).toMatchObject({ sound: true, rules: [{}, { key: 'sources.file' }] });
  obey({ expires: '2025-01-01T00:00:00Z' });
  expect((await checkPolicies(life.root, ports)).policies[0]?.problems).toMatchObject([{ code: 'POLICY_EXPIRED' }]);
  const added = { ...ports, env: { ...ports.env, GENLOCK_POLICY: '/nowhere/policy.json' } };
  expect((await checkPolicies(life.root, added)).policies.at(-1)?.problems).toMatchObject([
    { code: 'POLICY_UNREADABLE' },
  ]);
});

test('init creates a valid policy, and refuses if a policy exists', async () => {
  const request = { cwd: life.root, template: 'enterprise' } as const;
  const { file } = await initPolicy({ ...request, registry: 'https://own.example' });
  expect(file).toBe(join(life.root, 'genlock.policy.json'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    $schema: './.genlock/policy.schema.json',
    registries: { allow: ['https://own.example/'], default: 'https://own.example/' },
  });
  expect(await checkPolicies(life.root, ports)).toMatchObject({ sound: true });
  expect(await codesOf(initPolicy(request))).toEqual(['POLICY_EXISTS']);
  expect(await codesOf(initPolicy({ ...request, registry: 'http://own.example' }))).toEqual(['USAGE']);
  expect(await initPolicy({ cwd: temporaryFolder(), template: 'enterprise' })).toMatchObject({ unfinished: true });
});

test('audit checks installed plugins against the current policies', async () => {
  await life.add([guestbook, examplePlugin('reports')]);
  const audit = () => auditProject({ cwd: life.root, offline: false, level: 'low' }, ports);
  expect(await audit()).toMatchObject({
    passed: true,
    advisories: {
      checked: false,
      faults: [],
      unchecked: [{ names: ['guestbook', 'reports'], reason: 'it is not from a registry' }],
    },
  });
  const log = join(temporaryFolder(), 'verdicts.jsonl');
  obey({
    audit: { log },
    permissions: { deny: ['provider'] },
    plugins: { rules: { reports: { mode: 'removed', reason: 'INC-41' }, chat: { mode: 'required' } } },
  });
  const { passed, plugins, missing } = await audit();
  expect(passed).toBe(false);
  expect(plugins).toMatchObject([
    { name: 'guestbook', enabled: true, verdict: 'deny', verdicts: [{ key: 'permissions.deny' }] },
    { name: 'reports', verdict: 'deny' },
  ]);
  expect(missing).toMatchObject([{ name: 'chat', key: 'plugins.rules.chat.mode' }]);
  expect(readFileSync(log, 'utf8').split('\n')).toHaveLength(3);
  inProject('{');
  expect(await codesOf(audit())).toEqual(['POLICY_INVALID']);
});

describe('a policy that has come meanwhile', () => {
  test('stops a saved plan', async () => {
    const file = join(temporaryFolder(), 'a.plan.json');
    await planProject({ cwd: life.root, add: [guestbook], remove: [], out: file }, ports);
    obey({ permissions: { deny: ['provider'] } });
    const request = { cwd: life.root, file, yes: true, dryRun: false, install: false };
    expect(await codesOf(applySaved(request, ports))).toEqual(['POLICY_DENIED']);
    expect(await codesOf(planProject({ cwd: life.root, add: [guestbook], remove: [] }, ports))).toEqual([
      'POLICY_DENIED',
    ]);
    obey({});
    expect((await applySaved(request, ports)).status).toBe('changed');
  });

  test('stops verify from running a plugin again, not from reading', async () => {
    await life.add([guestbook]);
    obey({ sources: { directory: 'deny' } });
    expect((await verifyProject({ cwd: life.root, strict: true })).status).toBe('verified');
    expect(await codesOf(verifyProject({ cwd: life.root, strict: true, rerun: ports }))).toEqual(['POLICY_DENIED']);
  });

  test('stops init from taking a plugin along', async () => {
    const cwd = temporaryFolder();
    const root = join(cwd, 'app');
    const request = {
      cwd,
      root,
      database: 'file',
      plugins: [guestbook],
      yes: true,
      dryRun: false,
      install: false,
    } as const;
    obey({ permissions: { deny: ['provider'] } });
    expect(await codesOf(initProject(request, { ...quietPorts, env: ports.env }))).toEqual(['POLICY_DENIED']);
    expect(existsSync(root)).toBe(false);
    // A required plugin can be added later, because a new project has no plugins yet.
    obey({ plugins: { rules: { chat: { mode: 'required' } } } });
    expect((await initProject(request, { ...quietPorts, env: ports.env })).status).toBe('created');
  });
});
