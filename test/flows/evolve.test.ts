import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { changeEntity, type EntityAction } from '../../src/flows/project/entity.ts';
import { applySaved, planProject } from '../../src/flows/plan/saved-plan.ts';
import { updatePlugins, upgradeProject } from '../../src/flows/plugins/update.ts';
import { codesOf, examplePlugin, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Pick<Life, 'root'>) => [...treeHash(root, ['.env'])];
const request = ({ root }: Pick<Life, 'root'>, how: How = {}) => ({
  cwd: root,
  yes: false,
  dryRun: false,
  install: false,
  ...how,
});

async function withGuestbook(): Promise<Life & { readonly folder: string }> {
  const life = await newLife();
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await life.add([folder]);
  return { ...life, folder };
}

const update = (life: Life, plugins: readonly string[] = [], how: How = {}) =>
  updatePlugins({ ...request(life, how), plugins }, { ...quietPorts, ...how });
const apply = (life: Life, file: string, how: How = {}) =>
  applySaved({ ...request(life, how), file }, { ...quietPorts, ...how });
const entity = (life: Life, action: EntityAction) => changeEntity(action, request(life), quietPorts);

describe('update', () => {
  const template = 'templates/express/client/pages/guestbook/index.tsx';

  test('uses the current folder, and merges user edits', async () => {
    const life = await withGuestbook();
    const page = join(life.root, 'client/pages/guestbook/index.tsx');
    writeFileSync(page, `// mine\n${readFileSync(page, 'utf8')}`);
    const file = join(life.folder, template);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\n\}\s*$/u, '\n} // theirs\n'));
    const { plan, merged, plugins } = await update(life, [], { yes: true });
    expect([plan.conflicts, merged, plugins.map(({ change }) => change)]).toEqual([
      [],
      ['client/pages/guestbook/index.tsx'],
      ['updated'],
    ]);
    expect(readFileSync(page, 'utf8')).toMatch(/^\/\/ mine\n[^]*\} \/\/ theirs\n$/u);
    expect((await update(life)).status).toBe('unchanged');
  });

  test('needs consent for additions, because the user typed only a name', async () => {
    const life = await withGuestbook();
    appendFileSync(join(life.folder, template), '// one line more\n');
    const before = bytes(life);
    expect(await codesOf(update(life, ['guestbook']))).toEqual(['CONSENT_NEEDED']);
    expect(bytes(life)).toEqual(before);
    expect((await update(life, ['guestbook'], { yes: true })).status).toBe('changed');
  });

  test('refuses a missing folder and a plugin that is not installed', async () => {
    const life = await withGuestbook();
    rmSync(life.folder, { recursive: true });
    expect(await codesOf(update(life))).toEqual(['PLUGIN_UNREADABLE']);
    expect(await codesOf(update(life, ['other']))).toEqual(['PLUGIN_NOT_INSTALLED']);
  });

  test('upgrade takes a project of another renderer, and is then done', async () => {
    const life = await withGuestbook();
    const before = bytes(life);
    const file = join(life.root, 'genlock.lock.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"renderer": \d+/u, '"renderer": 999'));
    expect((await upgradeProject(request(life), quietPorts)).status).toBe('changed');
    expect(bytes(life)).toEqual(before);
    expect((await upgradeProject(request(life), quietPorts)).status).toBe('unchanged');
  });
});

describe('a saved plan', () => {
  test('equals the direct command, and saving it changes no file', async () => {
    const [life, other] = [await newLife(), await newLife()];
    const before = bytes(life);
    const file = await save(life, { add: [examplePlugin('guestbook')] });
    expect(bytes(life)).toEqual(before);
    expect(await codesOf(apply(life, file))).toEqual(['CONSENT_NEEDED']);
    expect((await apply(life, file, { yes: true })).status).toBe('changed');
    await other.add([examplePlugin('guestbook')]);
    expect(bytes(life)).toEqual(bytes(other));
    const out = await save(life, { remove: ['guestbook'] });
    await apply(life, out);
    expect(bytes(life)).toEqual(before);
  });

  test.each<readonly [string, (life: Life) => void]>([
    ['the configuration', ({ root }) => edit(join(root, 'genlock.json'), ['"String"', '"Text"'])],
    ['a file it changes', ({ root }) => edit(join(root, 'prisma/schema/customer.prisma'), [/$/u, '// mine\n'])],
  ])('is refused if %s has changed since', async (_, change) => {
    const life = await newLife();
    edit(join(life.root, 'genlock.json'), ['"name": "email"', '"name": "mail"']);
    const file = await save(life);
    change(life);
    const before = bytes(life);
    expect(new Set(await codesOf(apply(life, file, { yes: true })))).toEqual(new Set(['PROJECT_CHANGED_SINCE_PLAN']));
    expect(bytes(life)).toEqual(before);
  });

  test('a refusal names the files that differ, without the records of Genlock', async () => {
    const life = await newLife();
    edit(join(life.root, 'genlock.json'), ['"name": "email"', '"name": "mail"']);
    const file = await save(life);
    edit(join(life.root, 'prisma/schema/customer.prisma'), [/$/u, '// mine\n']);
    const problems = [
      { where: { file: 'prisma/schema/customer.prisma' }, hint: expect.stringContaining('plan --out') },
    ];
    await expect(apply(life, file, { yes: true })).rejects.toMatchObject({ problems });
  });

  test('a missing plan file is named', async () => {
    const life = await newLife();
    const file = join(life.root, 'no-plan.json');
    await expect(apply(life, file)).rejects.toMatchObject({ problems: [{ message: `${file} does not exist` }] });
    writeFileSync(file, '[]');
    await expect(apply(life, file)).rejects.toThrow('(Invalid input');
  });

  test('refuses a change that planning does not produce', async () => {
    const life = await newLife();
    const file = await save(life, { add: [examplePlugin('guestbook')] });
    const plan: { plan: { changes: { path: string }[] } } = JSON.parse(readFileSync(file, 'utf8'));
    const before = bytes(life);
    plan.plan.changes.push({ ...plan.plan.changes[0], path: 'server/backdoor.ts' });
    writeFileSync(file, JSON.stringify(plan));
    expect(await codesOf(apply(life, file, { yes: true }))).toEqual(['PROJECT_CHANGED_SINCE_PLAN']);
    for (const text of ['{', '{}', JSON.stringify({ ...plan, version: 2 }), JSON.stringify({ ...plan, more: 1 })]) {
      writeFileSync(file, text);
      expect(await codesOf(apply(life, file, { yes: true }))).toEqual(['PROJECT_PLAN_INVALID']);
    }
    expect(bytes(life)).toEqual(before);
  });
});

describe('entity', () => {
  test('add and remove are each other’s inverse', async () => {
    const life = await newLife();
    const before = bytes(life);
    const fields = ['title:string:required', 'state:Enum:values=open,done:default=open', 'size:Int:default=3', 'customer:Customer:required', 'products:Product:many']; // prettier-ignore
    const { steps } = await entity(life, { kind: 'add', name: 'WorkOrder', fields });
    expect(entities(life).at(-1)).toEqual({
      name: 'WorkOrder',
      fields: [
        { name: 'title', type: 'String', required: true },
        { name: 'state', type: 'Enum', values: ['open', 'done'], default: 'open' },
        { name: 'size', type: 'Int', default: 3 },
      ],
      relations: [
        { name: 'customer', type: 'many-to-one', target: 'Customer', required: true },
        { name: 'products', type: 'many-to-many', target: 'Product' },
      ],
    });
    expect(existsSync(join(life.root, 'server/routes/work-orders.ts'))).toBe(true);
    expect(steps[0]?.command).toMatch(/db migrate dev --name add-work-order$/u);
    await entity(life, { kind: 'remove', name: 'WorkOrder' });
    expect(bytes(life)).toEqual(before);
  });

  test('add accepts every option of the short form', async () => {
    const life = await newLife();
    const fields = ['title:String!:max=80:pattern=/^[^<]*$/', 'price:Decimal!=0:min=0', 'state:open|done!=open', 'seller:Customer!:onDelete=cascade', 'products:Product[]']; // prettier-ignore
    await entity(life, { kind: 'add', name: 'Offer:route=deals', fields });
    expect(entities(life).at(-1)).toEqual({
      name: 'Offer',
      fields: [
        { name: 'title', type: 'String', required: true, max: 80, pattern: '^[^<]*$' },
        { name: 'price', type: 'Decimal', required: true, default: 0, min: 0 },
        { name: 'state', type: 'Enum', required: true, default: 'open', values: ['open', 'done'] },
      ],
      relations: [
        { name: 'seller', type: 'many-to-one', target: 'Customer', required: true, onDelete: 'cascade' },
        { name: 'products', type: 'many-to-many', target: 'Product' },
      ],
      route: 'deals',
    });
  });

  test('rename updates references and records the old name for the migration', async () => {
    const life = await newLife();
    const before = bytes(life);
    await entity(life, { kind: 'rename', name: 'Customer', to: 'Client' });
    expect(entities(life).find(({ name }) => name === 'Client')).toMatchObject({ was: 'Customer' });
    expect(JSON.stringify(entities(life))).not.toContain('"target":"Customer"');
    expect(existsSync(join(life.root, 'server/routes/clients.ts'))).toBe(true);
    expect(existsSync(join(life.root, 'server/routes/customers.ts'))).toBe(false);
    await entity(life, { kind: 'rename', name: 'Client', to: 'Customer' });
    expect(bytes(life)).toEqual(before);
  });

  test.each<readonly [string, EntityAction, string]>([
    ['one that others refer to', { kind: 'remove', name: 'Customer' }, 'ENTITY_REFERENCED'],
    ['one that is not there', { kind: 'remove', name: 'Custmer' }, 'ENTITY_UNKNOWN'],
    ['one whose name is taken', { kind: 'add', name: 'Order', fields: [] }, 'CONFIG_ENTITY_DUPLICATE'],
    ['a field without a type', { kind: 'add', name: 'Ticket', fields: ['title'] }, 'USAGE'],
    ['a word nobody knows', { kind: 'add', name: 'Ticket', fields: ['title:String:nullable'] }, 'USAGE'],
    ['a misspelt type', { kind: 'add', name: 'Ticket', fields: ['title:Strng'] }, 'CONFIG_FIELD_TYPE_UNKNOWN'],
    ['a default that does not fit', { kind: 'add', name: 'Ticket', fields: ['size:Int:default=big'] }, 'CONFIG_DEFAULT_INVALID'], // prettier-ignore
  ])('refused, and nothing changed: %s', async (_, action, code) => {
    const life = await newLife();
    const before = bytes(life);
    expect(await codesOf(entity(life, action))).toContain(code);
    expect(bytes(life)).toEqual(before);
  });

  test.each<readonly [EntityAction, string]>([
    [{ kind: 'add', name: 'Ticket', fields: ['title:String', 'title:Int'] }, 'title:Int (character 1): '],
    [{ kind: 'add', name: 'Ticket title:String  title:Int', fields: [] }, 'title:Int (character 22): '],
    [{ kind: 'add', name: 'Ticket', fields: ['part:Ticket!'] }, 'part:Ticket! (character 1): '],
    [{ kind: 'add', name: 'Orders', fields: [] }, 'Orders (character 1): '],
    [{ kind: 'rename', name: 'Customer', to: 'Orders' }, 'Orders (character 1): '],
  ])('names the argument instead of a line that is not on disk: %j', async (action, argument) => {
    const life = await newLife();
    const error: unknown = await entity(life, action).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ problems: [{ message: expect.stringContaining(argument) }] });
    expect(error).not.toHaveProperty('problems.0.where');
  });

  test('a refused removal names the relations', async () => {
    const life = await newLife();
    await expect(entity(life, { kind: 'remove', name: 'Customer' })).rejects.toThrow('is the target of Order.customer');
  });
});

function edit(file: string, [from, to]: readonly [string | RegExp, string]): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

/** The entities as genlock.json has them. */
function entities({ root }: Life): readonly Record<string, unknown>[] {
  return parse(readFileSync(join(root, 'genlock.json'), 'utf8')).entities;
}

/** A plan in a file outside of the project. */
async function save(life: Life, wish: { add?: readonly string[]; remove?: readonly string[] } = {}): Promise<string> {
  const out = join(temporaryFolder(), 'plan.json');
  await planProject({ cwd: life.root, add: [], remove: [], out, ...wish }, quietPorts);
  return out;
}
