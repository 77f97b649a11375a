import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeEntity } from '../../src/flows/project/entity.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { resolveConflicts } from '../../src/flows/project/resolve.ts';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Pick<Life, 'root'>) => [...treeHash(root, ['.env'])];
const rename = ({ root }: Life, name = 'Customer', to = 'Client') =>
  changeEntity({ kind: 'rename', name, to }, { cwd: root, yes: true, dryRun: false, install: false }, quietPorts);
const read = ({ root }: Life, path: string): string => readFileSync(join(root, path), 'utf8');
const has = ({ root }: Life, path: string): boolean => existsSync(join(root, path));

function write({ root }: Life, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Appends a comment line to a file. */
function append(life: Life, path: string, text: string): void {
  write(life, path, `${read(life, path)}${text}\n`);
}

/** Every file that is named after an entity, without the user's changes. */
function namedAfter(life: Life, word: RegExp): readonly string[] {
  return bytes(life)
    .map(([path]) => path)
    .filter((path) => word.test(path) && !path.startsWith('.genlock/'));
}

/** The rule of a user in a route, directly below a line that contains the entity's name. */
function withRule(life: Life): void {
  const text = read(life, 'server/routes/customers.ts');
  const [line] = /^export const customersRouter.*$/mu.exec(text) ?? [''];
  expect(line).not.toBe('');
  write(life, 'server/routes/customers.ts', text.replace(line, `${line}\ncustomersRouter.use(mayCall);`));
}

describe('entity rename', () => {
  test('moves the edits of every file that is named after the entity', async () => {
    const life = await newLife();
    const files = namedAfter(life, /customer/iu);
    expect(files.length).toBeGreaterThan(9);
    for (const [at, path] of files.entries()) append(life, path, `// mine ${String(at)}`);
    const { plan, renamed = [] } = await rename(life);
    expect(plan.conflicts).toEqual([]);
    expect(renamed.map(({ from }) => from).sort()).toEqual([...files].sort());
    expect(namedAfter(life, /customer/iu)).toEqual([]);
    for (const { from, to } of renamed) {
      const text = read(life, to);
      expect(text).toContain(`// mine ${String(files.indexOf(from))}`);
      // The relation `customer` of an order keeps its name.
      expect(text.replaceAll(/\/\/ mine.*\n|customerId/gu, '')).not.toMatch(/customer/iu);
    }
    expect((await life.sync()).status).toBe('unchanged');
    expect((await projectStatus(life.root)).files).toMatchObject({ missing: [], moved: [], conflicts: [] });
    expect(await verifyProject({ cwd: life.root, strict: false })).toMatchObject({ status: 'verified' });
  });

  test('renaming back gives the project with the same edits', async () => {
    const life = await newLife();
    withRule(life);
    const before = bytes(life);
    await rename(life);
    expect(read(life, 'server/routes/clients.ts')).toContain('(clientRecords);\ncustomersRouter.use(mayCall);');
    await rename(life, 'Client', 'Customer');
    expect(bytes(life)).toEqual(before);
  });

  test('a hand-written `was` has the same effect', async () => {
    const life = await newLife();
    withRule(life);
    const text = read(life, 'genlock.json');
    const renamed = text.replace('"name": "Customer",', '"name": "Client", "was": "Customer",');
    write(life, 'genlock.json', renamed.replaceAll('"target": "Customer"', '"target": "Client"'));
    await life.sync();
    expect(read(life, 'server/routes/clients.ts')).toContain('customersRouter.use(mayCall);');
    expect(has(life, 'server/routes/customers.ts')).toBe(false);
  });

  test('a conflict names both files, and the new file contains both versions', async () => {
    const life = await newLife();
    const path = 'server/routes/customers.ts';
    const text = read(life, path).replace('export const customersRouter', 'export /* mine */ const customersRouter');
    write(life, path, text);
    const { plan } = await rename(life);
    const to = 'server/routes/clients.ts';
    expect(plan.conflicts).toMatchObject([{ path: to, renamedFrom: path, reason: 'edited' }]);
    expect(has(life, path)).toBe(false);
    expect(read(life, to)).toMatch(
      /<{7}[^]*export \/\* mine \*\/ const customersRouter[^]*={7}[^]*const clientsRouter/u,
    );
    expect(await codesOf(rename(life, 'Client', 'Buyer'))).toEqual(['PROJECT_CONFLICT']);
    await resolveConflicts({ cwd: life.root, how: 'abort', dryRun: false });
    expect(read(life, to)).toBe(text);
    expect((await life.sync()).plan.conflicts).toMatchObject([{ path: to, reason: 'edited' }]);
  });

  test('moves the user’s own hooks, and does not overwrite a file', async () => {
    const life = await newLife();
    write(life, 'server/hooks/customer.ts', '// mine\n');
    const { renamed } = await rename(life);
    expect(renamed).toEqual([{ from: 'server/hooks/customer.ts', to: 'server/hooks/client.ts', isOwn: true }]);
    expect(read(life, 'server/hooks/client.ts')).toBe('// mine\n');
    write(life, 'server/hooks/customer.ts', '// taken\n');
    expect((await rename(life, 'Client', 'Customer')).renamed).toBeUndefined();
    expect(read(life, 'server/hooks/client.ts')).toBe('// mine\n');
    expect(read(life, 'server/hooks/customer.ts')).toBe('// taken\n');
  });

  test.each([
    ["export default defineHooks('Customer', {});\n", "export default defineHooks('Client', {});\n"],
    ['defineHooks(\n  "Customer",\n  { ü: 1 },\n);\r\n', 'defineHooks(\n  "Client",\n  { ü: 1 },\n);\r\n'],
    ["defineHooks('CustomerOrder', {}); // Customer\n", undefined],
    ["// defineHooks('Customer', {})\ndefineHooks('Customer', {});\n", undefined],
  ])('changes the name of the entity in the call of defineHooks: %j', async (text, expected = text) => {
    const life = await newLife();
    write(life, 'server/hooks/customer.ts', text);
    await rename(life);
    expect(read(life, 'server/hooks/client.ts')).toBe(expected);
  });

  test('moves overrides of generated files', async () => {
    const life = await newLife();
    const former = 'client/overrides/forms/CustomerForm.tsx';
    write(life, former, '// mine\n');
    write(life, 'client/overrides/components/Shell.tsx', '// mine, too\n');
    const to = 'client/overrides/forms/ClientForm.tsx';
    expect((await rename(life)).renamed).toEqual([{ from: former, to, isOwn: true }]);
    expect(read(life, to)).toBe('// mine\n');
    expect(has(life, former)).toBe(false);
    expect(read(life, 'client/overrides/components/Shell.tsx')).toBe('// mine, too\n');
  });

  test('deleted files stay deleted, moved files stay in place, and a file that the user renamed is accepted', async () => {
    const life = await newLife();
    rmSync(join(life.root, 'test/client/entities/customer.test.tsx'));
    renameSync(join(life.root, 'shared/customer.ts'), join(life.root, 'shared/person.ts'));
    await life.sync();
    append(life, 'shared/person.ts', '// mine');
    renameSync(join(life.root, 'client/forms/CustomerForm.tsx'), join(life.root, 'client/forms/ClientForm.tsx'));
    append(life, 'client/forms/ClientForm.tsx', '// mine, too');
    expect((await rename(life)).plan.conflicts).toEqual([]);
    expect(namedAfter(life, /(?:customer|client)\.test\.tsx$/iu)).toEqual([]);
    expect(has(life, 'shared/client.ts')).toBe(false);
    expect(read(life, 'shared/person.ts')).toMatch(/clientInput[^]*\/\/ mine\n$/u);
    expect(read(life, 'client/forms/ClientForm.tsx')).toMatch(/ClientForm\([^]*\/\/ mine, too\n$/u);
    expect((await life.sync()).status).toBe('unchanged');
  });

  test('a file of the user at the new path is a conflict', async () => {
    const life = await newLife();
    write(life, 'server/routes/clients.ts', '// own\n');
    withRule(life);
    const { plan } = await rename(life);
    expect(plan.conflicts).toMatchObject([
      { path: 'server/routes/clients.ts', reason: 'exists' },
      { path: 'server/routes/customers.ts', reason: 'deleted' },
    ]);
  });
});
