import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { codesOf, examplePlugin, newLife, ownGuestbook, type How } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const yes = () => Promise.resolve(true);
const never = () => Promise.reject(new Error('a question'));
const asked: How = { interactive: true, agree: yes };

describe('the approved plan is the applied plan', () => {
  test('refuses a plan that changes while the user reads it', async () => {
    const life = await newLife();
    const before = [...treeHash(life.root)];
    let shown: ChangePreview | undefined;
    const preview = (given: ChangePreview): void => void (shown = given);
    const agree = () => {
      // Only a bug in Genlock would change the plan here.
      const [first] = shown?.plan.changes ?? [];
      Object.assign(first ?? {}, { path: 'server/other.ts' });
      return yes();
    };
    expect(await codesOf(life.add([examplePlugin('guestbook')], { ...asked, preview, agree }))).toEqual([
      'CONSENT_NEEDED',
    ]);
    expect([...treeHash(life.root)]).toEqual(before);
    // Control: the unchanged plan is applied.
    expect((await life.add([examplePlugin('guestbook')], { ...asked, preview })).status).toBe('changed');
  });

  test('refuses a plan if its files were edited meanwhile', async () => {
    const life = await newLife();
    const agree = () => {
      appendFileSync(join(life.root, 'server/generated/routes.ts'), '// mine\n');
      return yes();
    };
    expect(await codesOf(life.add([examplePlugin('guestbook')], { ...asked, agree }))).toEqual([
      'PROJECT_CHANGED_SINCE_PLAN',
    ]);
  });

  test('a plugin whose folder changes meanwhile installs the approved files', async () => {
    const life = await newLife();
    const { folder, route } = ownGuestbook();
    const agree = () => {
      writeFileSync(route, "import { rmSync } from 'node:fs';\nrmSync('/', { recursive: true });\n");
      return yes();
    };
    await life.add([folder], { ...asked, agree });
    expect(readFileSync(join(life.root, 'server/routes/guestbook.ts'), 'utf8')).not.toContain('rmSync');
  });

  test('shows the full diff before writing when requested', async () => {
    const life = await newLife();
    const seen: string[] = [];
    const agree: How['agree'] = async (diff) => {
      seen.push(...(await diff()).map(({ path, patch = '' }) => `${path}\n${patch}`));
      return false;
    };
    expect(await codesOf(life.add([examplePlugin('guestbook')], { interactive: true, agree }))).toEqual(['DECLINED']);
    expect(seen.find((file) => file.startsWith('server/routes/guestbook.ts'))).toContain('+export ');
    expect(seen.filter((file) => file.startsWith('.genlock'))).toEqual([]);
  });
});

describe('a bundled plugin', () => {
  const defaults: string[] = [];
  const how = (answer: boolean): How => ({
    interactive: true,
    preview: ({ plugins }) => defaults.push(...plugins.map(({ name }) => name)),
    agree: (_, byDefault) => {
      defaults.push(byDefault);
      return Promise.resolve(answer);
    },
  });

  test('is shown and confirmed in a terminal before anything is written', async () => {
    const life = await newLife();
    const before = treeHash(life.root);
    expect(await codesOf(life.add(['auth-jwt'], how(false)))).toEqual(['DECLINED']);
    expect(defaults.splice(0)).toEqual(['auth-jwt', 'yes']);
    expect(treeHash(life.root)).toEqual(before);
    expect((await life.add(['auth-jwt'], how(true))).status).toBe('changed');
    expect(defaults.splice(0)).toEqual(['auth-jwt', 'yes']);
    // The same plugin again, and a removal, need no question.
    await life.add(['auth-jwt'], how(false));
    await life.remove(['auth-jwt'], how(false));
    expect(defaults).toEqual([]);
  });

  test('is confirmed by sync if genlock.json asks for it', async () => {
    const life = await newLife();
    const file = join(life.root, 'genlock.json');
    const config: { plugins?: object } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...config, plugins: { 'auth-jwt': {} } }, null, 2));
    expect(await codesOf(life.sync(how(false)))).toEqual(['DECLINED']);
    expect(defaults.splice(0)).toEqual(['auth-jwt', 'yes']);
    expect((await life.sync()).status).toBe('changed');
    expect(defaults).toEqual([]);
  });

  test('is confirmed together with a plugin that is not bundled: then Enter means no', async () => {
    const life = await newLife();
    expect(await codesOf(life.add(['auth-jwt', examplePlugin('guestbook')], how(false)))).toEqual(['DECLINED']);
    expect(defaults.splice(0)).toEqual(['auth-jwt', 'guestbook', 'no']);
  });

  test('needs no question with --yes, and the base of a new project needs none', async () => {
    const life = await newLife();
    expect((await life.add(['auth-jwt'], { ...how(false), yes: true })).status).toBe('changed');
    const cwd = temporaryFolder();
    const request = { cwd, root: join(cwd, 'shop'), plugins: [], yes: false, dryRun: false, install: false };
    expect((await initProject(request, { ...quietPorts, interactive: true, agree: never })).status).toBe('created');
    expect(defaults).toEqual([]);
  });
});

describe('a policy that requires consent for every plugin', () => {
  const policy = JSON.stringify({ version: 1, consent: 'always' });

  test('is not content with a typed path', async () => {
    const life = await newLife();
    writeFileSync(join(life.root, 'genlock.policy.json'), policy);
    const add = (how: How) => codesOf(life.add([examplePlugin('guestbook')], how));
    expect(await add({})).toEqual(['CONSENT_NEEDED']);
    expect(await add({ interactive: true, agree: () => Promise.resolve(false) })).toEqual(['DECLINED']);
    expect(await add({ yes: true })).toEqual([]);
    // A change that adds no plugin needs no consent.
    expect((await life.remove(['guestbook'])).status).toBe('changed');
  });

  test('requires consent for a bundled plugin too, but without the policy a typed name is enough', async () => {
    const cwd = temporaryFolder();
    const request = { cwd, root: join(cwd, 'shop'), plugins: [], yes: false, dryRun: false, install: false };
    const file = join(cwd, 'company.json');
    writeFileSync(file, policy);
    const ports = { ...quietPorts, env: { GENLOCK_POLICY: file } };
    expect(await codesOf(initProject(request, ports))).toEqual(['CONSENT_NEEDED']);
    expect((await initProject(request, quietPorts)).status).toBe('created');
  });
});

/** A plugin that adds to a model of the project, brings one of its own, and needs a package. */
function loyaltyPlugin(): string {
  const folder = join(temporaryFolder(), 'loyalty');
  mkdirSync(folder);
  const identity = { name: 'loyalty', version: '1.0.0' };
  const manifest = { ...identity, databases: ['file'], dependencies: { ms: '^2.1.3' } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...identity, type: 'module' }));
  writeFileSync(join(folder, 'README.md'), '# loyalty\n');
  const schema = `model Customer {
  points Int @default(0)
}

model Voucher {
  id         String   @id @default(cuid())
  customerId String
  customer   Customer @relation(fields: [customerId], references: [id])
}
`;
  const generator = `import { registerPrismaSchema } from 'genlock/sdk';
export default async () => registerPrismaSchema(${JSON.stringify(schema)});
`;
  writeFileSync(join(folder, 'generator.js'), generator);
  return folder;
}

test('reports the new fields of existing models, and the columns that stay in the database', async () => {
  const life = await newLife();
  const { models } = await life.add([loyaltyPlugin()]);
  expect(models).toMatchObject([
    { name: 'Customer', change: 'changed', come: expect.arrayContaining(['points Int', 'vouchers Voucher[]']), go: [] },
    { name: 'Voucher', change: 'added' },
  ]);
  const { left, steps } = await life.remove(['loyalty']);
  expect(left).toMatchObject({ models: ['Voucher'], columns: ['Customer.points'] });
  expect(steps.at(-1)).toMatchObject({ command: expect.stringContaining('db migrate dev --name remove-loyalty') });
});

test('offers to install changed packages with the package manager of the existing lockfile', async () => {
  const offered: string[] = [];
  const offer = (command: string) => {
    offered.push(command);
    return Promise.resolve(false);
  };
  const life = await newLife();
  writeFileSync(join(life.root, 'pnpm-lock.yaml'), '');
  await life.add([examplePlugin('guestbook')], { offer });
  expect(offered).toEqual([]);
  const { steps } = await life.add([loyaltyPlugin()], { offer });
  expect(offered).toEqual(['pnpm install']);
  expect(steps.map(({ command }) => command)).toContain('pnpm install');
});

test.skipIf(process.platform === 'win32')(
  'runs the package manager after consent, and no longer lists it as a step',
  async () => {
    const life = await newLife();
    const bin = temporaryFolder();
    const npm = join(bin, 'npm');
    writeFileSync(npm, '#!/bin/sh\necho "$PWD $*" > "$0.ran"\n', { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const { steps } = await life.add([loyaltyPlugin()], { env, offer: yes });
    expect(readFileSync(`${npm}.ran`, 'utf8')).toBe(`${life.root} install\n`);
    expect(steps.map(({ command }) => command)).not.toContain('npm install');
  },
);
