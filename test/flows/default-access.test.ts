/** The default access of projects without access rules that receive an authentication plugin. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DefaultAccess } from '../../src/config/access-text.ts';
import type { ChangePreview } from '../../src/engine/change.ts';
import { applySaved, planProject } from '../../src/flows/plan/saved-plan.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { changeEntity } from '../../src/flows/project/entity.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { codesOf, lifeIn, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let home: string;
let how: How;

const entities = ['Product', 'Order'].map((name) => ({ name, fields: [{ name: 'title', type: 'String' }] }));

/** Creates a project with two entities and further keys of the configuration. */
async function projectOf(config: object = {}): Promise<Life> {
  const file = join(temporaryFolder(), 'shop.json');
  writeFileSync(file, JSON.stringify({ name: 'shop', database: 'file', entities, plugins: {}, ...config }));
  return newLife(file);
}

beforeEach(async () => {
  life = await projectOf();
  home = temporaryFolder();
  how = { env: { HOME: home } };
});

const all = ['create', 'update', 'delete'];
const written = (): { readonly access?: unknown } => JSON.parse(readFileSync(join(life.root, 'genlock.json'), 'utf8'));
const read = (path: string): string => readFileSync(join(life.root, path), 'utf8');
/** Changes keys of `genlock.json`. */
const edit = (change: object): void =>
  writeFileSync(join(life.root, 'genlock.json'), JSON.stringify({ ...written(), ...change }, undefined, 2));

/** A terminal whose user gives this answer, and agrees to the plan. */
function terminal(answer: DefaultAccess) {
  const events: string[] = [];
  const previews: ChangePreview[] = [];
  return {
    events,
    previews,
    ports: {
      ...how,
      interactive: true,
      chooseAccess: (open: readonly { readonly name: string }[]) => {
        events.push(`access of ${open.map(({ name }) => name).join(' and ')}`);
        return Promise.resolve(answer);
      },
      preview: (preview: ChangePreview) => void previews.push(preview),
      agree: () => {
        events.push('plan');
        return Promise.resolve(true);
      },
    } satisfies How,
  };
}

describe('without a terminal', () => {
  test.each([false, true])('add changes no rule and names the open entities (--yes: %j)', async (yes) => {
    const result = await life.add(['auth-jwt'], { ...how, yes });
    expect(result.open).toEqual([
      { name: 'Product', operations: all },
      { name: 'Order', operations: all },
    ]);
    expect(written()).not.toHaveProperty('access');
    expect(read('server/generated/access.ts')).toContain("openEntities: readonly string[] = ['Product', 'Order'];");
    expect(read('client/resources/product.ts')).toContain('isOpen: true');
  });

  test('names no entity without an authentication plugin', async () => {
    const result = await life.sync(how);
    expect(result).not.toHaveProperty('open');
    expect(read('server/generated/access.ts')).toContain('openEntities: readonly string[] = [];');
    expect(read('client/resources/product.ts')).not.toContain('isOpen');
  });

  test('--access decides in the same plan', async () => {
    const { addPlugins } = await import('../../src/flows/plugins/add.ts');
    const request = { cwd: life.root, yes: true, dryRun: false, install: false, plugins: ['auth-jwt'] };
    const access = { read: 'public', write: 'authenticated' } as const;
    const result = await addPlugins({ ...request, access }, { ...quietPorts, preview: () => undefined, ...how });
    expect(result).not.toHaveProperty('open');
    expect(written().access).toEqual(access);
    expect(read('server/generated/access.ts')).toContain("create: 'authenticated'");
  });

  test.each<readonly [string, DefaultAccess]>([
    ['closes the entities', { read: 'public', write: 'authenticated' }],
    ['makes the open access explicit', 'public'],
  ])('sync --access %s', async (_, access) => {
    await life.add(['auth-jwt'], how);
    const { syncProject } = await import('../../src/flows/project/sync.ts');
    const request = { cwd: life.root, yes: true, dryRun: false, install: false, access };
    const result = await syncProject(request, { ...quietPorts, preview: () => undefined, ...how });
    expect(result).not.toHaveProperty('open');
    expect(written().access).toEqual(access);
    expect(await projectStatus(life.root)).not.toHaveProperty('open');
    expect(read('server/generated/access.ts')).toContain('openEntities: readonly string[] = [];');
    expect((await life.sync(how)).status).toBe('unchanged');
  });

  test('a new entity without rules is named', async () => {
    await life.add(['auth-jwt'], how);
    const request = { cwd: life.root, yes: true, dryRun: false, install: false };
    const action = { kind: 'add', name: 'Note', fields: ['title:String!'] } as const;
    const result = await changeEntity(action, request, { ...quietPorts, preview: () => undefined, ...how });
    expect(result.open?.map(({ name }) => name)).toEqual(['Product', 'Order', 'Note']);
  });
});

describe('in a terminal', () => {
  test.each<readonly [DefaultAccess]>([[{ read: 'public', write: 'authenticated' }], ['authenticated'], ['public']])(
    'add asks before the plan and writes %j',
    async (answer) => {
      const { ports, events, previews } = terminal(answer);
      const result = await life.add(['auth-jwt'], ports);
      expect(events).toEqual(['access of Product and Order', 'plan']);
      expect(written().access).toEqual(answer);
      expect(result).not.toHaveProperty('open');
      expect(previews).toHaveLength(1);
      expect(previews[0]?.plan).toEqual(result.plan);
      expect(result.plan.changes.map(({ path }) => path)).toContain('genlock.json');
    },
  );

  test.each<readonly [string, () => Promise<unknown>]>([
    ['every rule is written', async () => edit({ access: 'public' })],
    ['there is no entity', async () => edit({ entities: [] })],
    ['the plugin is installed already', async () => life.add(['auth-jwt'], how)],
  ])('add does not ask if %s', async (_, prepare) => {
    await prepare();
    const { ports, events } = terminal('authenticated');
    await life.add(['auth-jwt'], ports);
    expect(events).not.toContain('access of Product and Order');
  });

  test('shows no question in a dry run', async () => {
    const { ports, events } = terminal('authenticated');
    const before = treeHash(life.root);
    const result = await life.add(['auth-jwt'], { ...ports, dryRun: true });
    expect(events).toEqual([]);
    expect(result.open).toHaveLength(2);
    expect(treeHash(life.root)).toEqual(before);
  });

  test('shows no question for a saved plan, which the answer would change', async () => {
    const out = join(temporaryFolder(), 'plan.json');
    const { ports, events } = terminal('authenticated');
    const allPorts = { ...quietPorts, ...ports };
    await planProject({ cwd: life.root, add: ['auth-jwt'], remove: [], out }, allPorts);
    const request = { cwd: life.root, file: out, yes: false, dryRun: false, install: false };
    expect((await applySaved(request, allPorts)).open).toHaveLength(2);
    expect(events).toEqual(['plan']);
    expect(written()).not.toHaveProperty('access');
  });

  test('keeps the rules that the file sets', async () => {
    const own = { ...entities[0], access: { create: 'public', update: 'public' } };
    edit({ entities: [own, entities[1]], access: { read: 'public' } });
    await life.sync(how);
    const { ports, events } = terminal('authenticated');
    expect((await life.add(['auth-jwt'], { ...ports, dryRun: true })).open).toEqual([
      { name: 'Product', operations: ['delete'] },
      { name: 'Order', operations: all },
    ]);
    await life.add(['auth-jwt'], ports);
    expect(events).toEqual(['access of Product and Order', 'plan']);
    expect(written().access).toEqual({ read: 'public', write: 'authenticated' });
    expect(read('server/generated/access.ts')).toMatch(
      /'Product',\s+\{\s+read: 'public',\s+create: 'public',\s+update: 'public',\s+delete: 'authenticated',/u,
    );
  });

  test('sync asks for a configuration that enables the plugin', async () => {
    edit({ plugins: { 'auth-jwt': {} } });
    const { ports, events } = terminal('authenticated');
    expect(await life.sync(ports)).not.toHaveProperty('open');
    expect(events).toEqual(['access of Product and Order', 'plan']);
    expect(written().access).toBe('authenticated');
  });

  test('init asks for a configuration that enables the plugin', async () => {
    const cwd = temporaryFolder();
    const config = join(cwd, 'shop.json');
    writeFileSync(config, JSON.stringify({ entities, plugins: { 'auth-jwt': {} } }));
    const { ports, events } = terminal('authenticated');
    const root = join(cwd, 'shop');
    const request = { cwd, root, config, plugins: [], yes: false, dryRun: false, install: false };
    const { preview: _, ...answers } = ports;
    const result = await initProject(request, { ...quietPorts, env: how.env ?? {}, ...answers, preview: () => {} });
    expect(events).toEqual(['access of Product and Order', 'plan']);
    expect(result).not.toHaveProperty('open');
    life = lifeIn(root);
    expect(written().access).toBe('authenticated');
    expect((await life.sync(how)).status).toBe('unchanged');
  });
});

test('status repeats the open entities, also from its index, until access is explicit', async () => {
  await life.add(['auth-jwt'], how);
  const cache = temporaryFolder();
  const later = (seconds: number) => ({ cache, clock: () => new Date(Date.now() + seconds * 1000) });
  const seen = [];
  for (const seconds of [10, 20, 30]) seen.push((await projectStatus(life.root, later(seconds))).open);
  expect(seen).toEqual(Array.from({ length: 3 }, () => entities.map(({ name }) => ({ name, operations: all }))));
  edit({ access: 'public' });
  await life.sync(how);
  expect(await projectStatus(life.root, later(40))).not.toHaveProperty('open');
});

test('remove explains that rules need the plugin', async () => {
  await life.add(['auth-jwt'], terminal('authenticated').ports);
  const refused = life.remove(['auth-jwt'], how);
  await expect(refused).rejects.toMatchObject({
    problems: [{ code: 'CONFIG_ACCESS_NEEDS_AUTH', hint: expect.stringContaining('genlock sync --access public') }],
  });
});

describe('a policy with "openEntities": "refuse"', () => {
  beforeEach(() => {
    mkdirSync(join(home, '.config/genlock'), { recursive: true });
    const policy = { version: 1, openEntities: 'refuse' };
    writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify(policy));
  });

  test('refuses a plan that leaves entities open', async () => {
    const before = treeHash(life.root);
    const refused = life.add(['auth-jwt'], { ...how, yes: true });
    await expect(refused).rejects.toThrow('Anyone can create, change and delete Product and Order.');
    expect(await codesOf(refused)).toEqual(['POLICY_OPEN_ENTITIES']);
    expect(treeHash(life.root)).toEqual(before);
  });

  test.each<readonly [DefaultAccess]>([['authenticated'], ['public']])(
    'accepts the explicit access %j',
    async (access) => {
      await life.add(['auth-jwt'], terminal(access).ports);
      expect(written().access).toBe(access);
    },
  );

  test('has no effect without an authentication plugin, and on removals', async () => {
    edit({ description: undefined, entities: [...entities, { name: 'Note', fields: [] }] });
    await life.sync({ ...how, yes: true });
    await life.add(['auth-jwt'], { yes: true });
    expect(await codesOf(life.sync(how))).toEqual(['POLICY_OPEN_ENTITIES']);
    await life.remove(['auth-jwt'], how);
  });
});
