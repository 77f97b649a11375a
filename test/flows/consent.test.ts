import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { codesOf, examplePlugin, lifePorts, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const yes = () => Promise.resolve(true);
const never = () => Promise.reject(new Error('a question'));
const asked: How = { interactive: true, agree: yes };

/** A copy of the guestbook that may be changed, and the file of it that runs on the server. */
function ownGuestbook() {
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  return { folder, route: join(folder, 'templates/express/server/routes/guestbook.ts') };
}

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

/** Adds the guestbook, changes the plugin, and updates it without consent. */
async function updated(change: (file: string) => void) {
  const life = await newLife();
  const { folder, route } = ownGuestbook();
  await life.add([folder]);
  change(route);
  const request = { cwd: life.root, plugins: [], yes: false, dryRun: false, install: false };
  return {
    codes: await codesOf(updatePlugins(request, lifePorts)),
    plan: updatePlugins({ ...request, dryRun: true }, lifePorts),
  };
}
const update = (life: Life, how: How = {}) =>
  updatePlugins(
    { cwd: life.root, plugins: [], yes: false, dryRun: false, install: false, ...how },
    { ...lifePorts, ...how },
  );
const instead = (from: string, to: string) => (file: string) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};

describe('an update needs consent again', () => {
  test('if its code uses a new capability, even without other growth', async () => {
    const { codes, plan } = await updated(instead("from 'express';", "from 'express'; import 'node:child_process';"));
    expect(codes).toEqual(['CONSENT_NEEDED']);
    const [change] = (await plan).plugins;
    expect(change).toMatchObject({
      asks: true,
      before: { version: '1.0.0' },
      growth: { footprint: { routes: [], code: { tests: { lines: 0 } } } },
    });
    expect(change?.growth?.findings).toMatchObject([
      { kind: 'processes', what: 'node:child_process', file: 'server/routes/guestbook.ts' },
    ]);
  });

  test('for more lines, and reports them', async () => {
    const { codes, plan } = await updated((file) => appendFileSync(file, 'export const more = 1;\n'));
    expect(codes).toEqual(['CONSENT_NEEDED']);
    expect((await plan).plugins).toMatchObject([
      { growth: { footprint: { code: { server: { lines: 18 } } }, findings: [] } },
    ]);
  });

  test('for other code on the same lines, without other growth', async () => {
    const { codes, plan } = await updated(instead('take: 50', 'take: 51'));
    expect(codes).toEqual(['CONSENT_NEEDED']);
    const [change] = (await plan).plugins;
    expect(change).toMatchObject({
      asks: true,
      changedCode: [{ path: 'server/routes/guestbook.ts', place: 'server', added: 1, removed: 1 }],
    });
    expect(change?.growth).toBeUndefined();
  });

  test('but not for a picture or plain text', async () => {
    const life = await newLife();
    const { folder } = ownGuestbook();
    const inert = join(folder, 'templates/express/public/guestbook.svg');
    mkdirSync(dirname(inert), { recursive: true });
    writeFileSync(inert, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await life.add([folder]);
    writeFileSync(inert, '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>');
    const { status, plan, plugins } = await update(life);
    expect([status, plan.changes.map(({ path }) => path)]).toEqual([
      'changed',
      expect.arrayContaining(['public/guestbook.svg']),
    ]);
    expect(plugins).toMatchObject([{ asks: false, changedCode: [] }]);
  });

  test('and if the installed version cannot be read, all its code counts as changed', async () => {
    const life = await newLife();
    const { folder, route } = ownGuestbook();
    await life.add([folder]);
    instead("from 'express';", "from 'express'; // as ever")(route);
    const objects = join(life.root, '.genlock/objects');
    const lock: { plugins: Record<string, { operations: string }> } = JSON.parse(
      readFileSync(join(life.root, 'genlock.lock.json'), 'utf8'),
    );
    rmSync(join(objects, lock.plugins['guestbook']?.operations ?? 'none'));
    const { plugins } = await update(life, { dryRun: true });
    const code = plugins[0]?.changedCode ?? [];
    expect(code.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['server/routes/guestbook.ts', 'client/pages/guestbook/index.tsx']),
    );
    expect(code.filter(({ before, removed }) => before + removed > 0)).toEqual([]);
  });

  test('unless its folder was typed, without a terminal', async () => {
    const life = await newLife();
    const { folder, route } = ownGuestbook();
    await life.add([folder]);
    instead("from 'express';", "from 'express'; // as ever")(route);
    expect(await codesOf(life.sync())).toEqual(['CONSENT_NEEDED']);
    expect(await codesOf(life.add([folder], { interactive: true, agree: () => Promise.resolve(false) }))).toEqual([
      'DECLINED',
    ]);
    expect((await life.add([folder])).status).toBe('changed');
  });

  test('once for several plugins, each with its own changes', async () => {
    const life = await newLife();
    const folders = ['guestbook', 'page-views'].map((name) => {
      const folder = join(temporaryFolder(), name);
      cpSync(examplePlugin(name), folder, { recursive: true });
      return folder;
    });
    await life.add(folders);
    const routes = ['guestbook', 'page-views'].map((name) => `server/routes/${name}.ts`);
    for (const [at, folder] of folders.entries()) {
      appendFileSync(join(folder, `templates/express/${routes[at]}`), '// theirs\n');
    }
    const shown: string[][] = [];
    const agree = (): Promise<boolean> => {
      shown.push(['asked']);
      return yes();
    };
    const preview: How['preview'] = ({ plugins }) =>
      void shown.push(
        plugins.flatMap(({ name, changedCode = [] }) => changedCode.map(({ path }) => `${name} ${path}`)),
      );
    await update(life, { interactive: true, agree, preview });
    expect(shown).toEqual([[`guestbook ${routes[0]}`, `page-views ${routes[1]}`], ['asked']]);
  });

  test('and shows the changed code of the plugin first in the diff', async () => {
    const life = await newLife();
    const { folder, route } = ownGuestbook();
    await life.add([folder]);
    // An edit of the user, which is merged, and a file that precedes the code by its path.
    const mine = join(life.root, 'server/routes/guestbook.ts');
    writeFileSync(mine, `// mine\n${readFileSync(mine, 'utf8')}`);
    instead("from 'express';", "from 'express'; // theirs")(route);
    const early = join(folder, 'templates/express/docs/guestbook.md');
    mkdirSync(dirname(early), { recursive: true });
    writeFileSync(early, 'plain\n');
    const seen: string[] = [];
    const agree: How['agree'] = async (diff) => {
      seen.push(...(await diff()).map(({ path, patch = '' }) => `${path}\n${patch}`));
      return false;
    };
    expect(await codesOf(update(life, { interactive: true, agree }))).toEqual(['DECLINED']);
    expect(seen[0]).toMatch(/^server\/routes\/guestbook\.ts\n[^]*\+.*\/\/ theirs/u);
    expect(seen[0]).not.toContain('// mine');
    // The file of the project differs from the plugin's, so its own change is shown, too.
    expect(seen.map((file) => file.split('\n')[0])).toEqual([
      'server/routes/guestbook.ts',
      'docs/guestbook.md',
      'server/routes/guestbook.ts',
    ]);
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
