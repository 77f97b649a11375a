import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initProject } from '../../src/flows/project/init.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { repository } from '../support/cli.ts';
import { codesOf, examplePlugin, lifeIn, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

/** Project with two plugins, one in a folder next to it, and a file with a line added by the user. */
let [place, plugins, edited] = ['', '', 'server/app.ts'];

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-repair-')));
  plugins = join(place, 'plugins');
  cpSync(examplePlugin('guestbook'), join(plugins, 'guestbook'), { recursive: true });
  const root = join(place, 'shop');
  const config = join(repository, 'examples/shop/genlock.json');
  const request = {
    cwd: place,
    root,
    config,
    plugins: [join(plugins, 'guestbook')],
    yes: true,
    dryRun: false,
    install: false,
  };
  await initProject(request, quietPorts);
  await lifeIn(root).add([examplePlugin('page-views')]);
  appendFileSync(join(root, edited), '// mine\n');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Copies the project and the plugin next to it to a new folder. */
function copied(): Life {
  const folder = temporaryFolder();
  cpSync(place, folder, { recursive: true });
  return lifeIn(join(folder, 'shop'));
}

const bytes = ({ root }: Pick<Life, 'root'>) => [...treeHash(root, ['.env'])];
const at = ({ root }: Pick<Life, 'root'>, path: string) => join(root, path);
const read = (life: Pick<Life, 'root'>, path: string) => readFileSync(at(life, path), 'utf8');

interface Records {
  readonly operations: string;
  /** Base of an unedited file, and of the edited file. */
  readonly base: string;
  readonly editedBase: string;
}
const object = (digest: string) => `.genlock/objects/${digest}`;

function recordsOf(life: Life): Records {
  const { files } = JSON.parse(read(life, '.genlock/baseline.json'));
  const { plugins: locked } = JSON.parse(read(life, 'genlock.lock.json'));
  return {
    operations: object(locked.guestbook.operations),
    base: object(files['server/main.ts'].digest),
    editedBase: object(files[edited].digest),
  };
}

/** Ways to damage a project's records of which all can be proved. */
const damages: Readonly<Record<string, (life: Life, records: Records) => void>> = {
  'the stored operations of a plugin are gone': (life, { operations }) => rmSync(at(life, operations)),
  'stored operations are not what their name says': (life, { operations }) => appendFileSync(at(life, operations), ' '),
  'a base is gone': (life, { base }) => rmSync(at(life, base)),
  'the base of an edited file is gone': (life, { editedBase }) => rmSync(at(life, editedBase)),
  'the base of an edited file is cut off': (life, { editedBase }) => truncateSync(at(life, editedBase), 20),
  'all objects are gone': (life) => rmSync(at(life, '.genlock/objects'), { recursive: true }),
  'the baseline is gone': (life) => rmSync(at(life, '.genlock/baseline.json')),
  'the baseline is cut off': (life) => truncateSync(at(life, '.genlock/baseline.json'), 5000),
  'the baseline is empty': (life) => truncateSync(at(life, '.genlock/baseline.json'), 0),
  'all of .genlock is gone': (life) => rmSync(at(life, '.genlock'), { recursive: true }),
  'the schemas are cut off': (life) => truncateSync(at(life, '.genlock/genlock.schema.json'), 9),
};

/** Damages that are repaired without a message, because a run or the current schemas produce the same bytes. */
const silent = new Set(Object.keys(damages).filter((what) => /operations|schemas/u.test(what)));

describe('rebuilds damaged data that can be proved', () => {
  test.each(Object.entries(damages))('%s', async (what, damage) => {
    const life = copied();
    const before = bytes(life);
    damage(life, recordsOf(life));
    const damaged = bytes(life);
    expect(damaged).not.toEqual(before);
    await projectStatus(life.root);
    expect(bytes(life)).toEqual(damaged);
    const { plan, repaired } = await life.sync();
    expect(plan.conflicts).toEqual([]);
    expect(repaired.length > 0).toBe(!silent.has(what));
    expect(bytes(life)).toEqual(before);
    expect((await life.sync()).status).toBe('unchanged');
  });
});

test('rebuilds the base of an edited file while the file is merged with a change', async () => {
  const life = copied();
  const path = 'server/generated/routes.ts';
  writeFileSync(at(life, path), `// mine\n${read(life, path)}`);
  const { files } = JSON.parse(read(life, '.genlock/baseline.json'));
  rmSync(at(life, `.genlock/objects/${files[path].digest}`));
  const { plan, merged } = await life.add([examplePlugin('contact-form')]);
  expect(plan.conflicts).toEqual([]);
  expect(merged).toContain(path);
  expect(read(life, path)).toMatch(/^\/\/ mine\n[^]*contact/u);
});

const switched = (text: string, name: string, enabled: boolean): string =>
  applyEdits(text, modify(text, ['plugins', name, 'enabled'], enabled, { formattingOptions: {} }));

async function switchedOff(): Promise<Life & { readonly operations: string }> {
  const life = copied();
  const { operations } = recordsOf(life);
  const text = read(life, 'genlock.json');
  writeFileSync(at(life, 'genlock.json'), switched(text, 'guestbook', false));
  await life.sync();
  return { ...life, operations };
}

describe('a disabled plugin with lost data', () => {
  test('runs again, although none of its files are rendered', async () => {
    const life = await switchedOff();
    const before = bytes(life);
    rmSync(at(life, life.operations));
    expect((await life.sync()).plugins).toEqual([]);
    expect(bytes(life)).toEqual(before);
    expect((await life.sync()).status).toBe('unchanged');
    rmSync(at(life, life.operations));
    writeFileSync(at(life, 'genlock.json'), switched(read(life, 'genlock.json'), 'guestbook', true));
    // The approved code cannot be read, so all code counts as changed.
    expect(await codesOf(life.sync())).toEqual(['CONSENT_NEEDED']);
    expect((await life.sync({ yes: true })).plan.conflicts).toEqual([]);
  });

  test.each([
    ['its folder is gone', (folder: string) => rmSync(folder, { recursive: true })],
    ['its folder has changed', (folder: string) => appendFileSync(join(folder, 'generator.js'), '// more\n')],
  ])('is refused if %s', async (_, change) => {
    const life = await switchedOff();
    rmSync(at(life, life.operations));
    change(join(life.root, '../plugins/guestbook'));
    const before = bytes(life);
    expect(await codesOf(life.sync())).toEqual(['PROJECT_OBJECT_INVALID']);
    expect(bytes(life)).toEqual(before);
  });
});

describe('refuses damaged data that cannot be proved, and changes nothing', () => {
  test('operations whose folder has changed since', async () => {
    const life = copied();
    const { operations } = recordsOf(life);
    rmSync(at(life, operations));
    rmSync(join(life.root, '../plugins/guestbook'), { recursive: true });
    const before = bytes(life);
    expect(await codesOf(life.sync())).toEqual(['PROJECT_OBJECT_INVALID']);
    expect(await codesOf(life.add([examplePlugin('reports')]))).toEqual(['PROJECT_OBJECT_INVALID']);
    expect(bytes(life)).toEqual(before);
    expect((await life.remove(['guestbook'])).status).toBe('changed');
  });

  test('remove runs no plugin', async () => {
    const life = copied();
    rmSync(at(life, recordsOf(life).operations));
    expect(await codesOf(life.remove(['page-views']))).toEqual(['PROJECT_OBJECT_INVALID']);
  });

  test('a changed line of a file whose base is nowhere: markers, no loss', async () => {
    const life = copied();
    rmSync(at(life, '.genlock'), { recursive: true });
    const mine = read(life, edited).replace('express()', 'express(/* mine */)');
    expect(mine).not.toBe(read(life, edited));
    writeFileSync(at(life, edited), mine);
    const { plan } = await life.sync();
    expect(plan.conflicts.map(({ path, reason }) => [path, reason])).toEqual([[edited, 'exists']]);
    expect(read(life, edited)).toContain('express(/* mine */)');
  });
});

test('sync corrects the footprint of a bundled plugin in the lockfile', async () => {
  const life = copied();
  const before = bytes(life);
  const text = read(life, 'genlock.lock.json');
  const path = ['plugins', 'base', 'footprint', 'files'];
  writeFileSync(at(life, 'genlock.lock.json'), applyEdits(text, modify(text, path, 1, {})));
  expect(bytes(life)).not.toEqual(before);
  await life.sync();
  expect(bytes(life)).toEqual(before);
});

describe('a lost lockfile', () => {
  test.each([
    ['missing', (life: Life) => rmSync(at(life, 'genlock.lock.json'))],
    ['cut off', (life: Life) => truncateSync(at(life, 'genlock.lock.json'), 300)],
    ['empty', (life: Life) => truncateSync(at(life, 'genlock.lock.json'), 0)],
  ])('%s: the folders of plugins that have one are to be given again', async (_, damage) => {
    const life = copied();
    const before = bytes(life);
    damage(life);
    const damaged = bytes(life);
    expect(await codesOf(life.sync())).toEqual(['PROJECT_LOCKFILE_INVALID']);
    expect(bytes(life)).toEqual(damaged);
    const { plan } = await life.add([join(life.root, '../plugins/guestbook'), examplePlugin('page-views')], {
      yes: true,
    });
    expect(plan.conflicts).toEqual([]);
    expect(bytes(life)).toEqual(before);
  });
});
