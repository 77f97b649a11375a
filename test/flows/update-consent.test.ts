import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { codesOf, examplePlugin, newLife, ownGuestbook, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Adds the guestbook, changes the plugin, and updates it without consent. */
async function updated(change: (file: string) => void) {
  const life = await newLife();
  const { folder, route } = ownGuestbook();
  await life.add([folder]);
  change(route);
  const request = { cwd: life.root, plugins: [], yes: false, dryRun: false, install: false };
  return {
    codes: await codesOf(updatePlugins(request, quietPorts)),
    plan: updatePlugins({ ...request, dryRun: true }, quietPorts),
  };
}
const update = (life: Life, how: How = {}) =>
  updatePlugins(
    { cwd: life.root, plugins: [], yes: false, dryRun: false, install: false, ...how },
    { ...quietPorts, ...how },
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
      return Promise.resolve(true);
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
