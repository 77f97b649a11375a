import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { applyPlan } from '../../src/apply/apply.ts';
import { prepareWithValidSchema } from '../../src/engine/merge-schema.ts';
import type { Planned } from '../../src/plan/changes.ts';
import type { DesiredProject } from '../../src/project/prepare.ts';
import { temporaryFolder } from '../support/temporary.ts';

const path = 'prisma/schema/schema.prisma';
const head = `datasource db {\n  provider = "sqlite"\n}\n\n`;
const schema = `${head}model Note {\n  id    Int    @id\n  title String\n}\n`;
const wanted = (root: string, text: string): DesiredProject => ({
  root,
  desired: new Map([[path, { content: text, mode: 0o644, owner: 'core' }]]),
  records: new Map([['genlock.lock.json', '{}\n']]),
  objects: new Map(),
});

let root = '';
beforeEach(async () => {
  root = join(temporaryFolder(), 'app');
  await applyPlan({ root, command: 'genlock test', ...(await prepareWithValidSchema(wanted(root, schema))) });
});

const edit = (from: string, to: string): void => {
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};
const merge = (from: string, to: string): Promise<Planned> =>
  prepareWithValidSchema(wanted(root, schema.replace(from, to)));

test('a schema both sides changed is merged if Prisma takes the result', async () => {
  edit('title String', 'title String? // mine');
  const planned = await merge('title String', 'title String\n  text  String');
  expect(planned.merged).toEqual([path]);
  expect(planned.plan.conflicts).toEqual([]);
});

test('reports a conflict and keeps the file if Prisma refuses the merged schema', async () => {
  edit('id    Int    @id', 'id    Int    @id @default(autoincrement())');
  // By itself each is fine; together the default is of another type.
  const planned = await merge('id    Int    @id', 'id    String @id');
  expect(planned.merged).toEqual([]);
  expect(planned.plan.conflicts).toMatchObject([{ path, reason: 'edited' }]);
});

test('merges a schema that is already invalid', async () => {
  edit('title String', 'title Nothing');
  const planned = await merge('id    Int    @id', 'id    Int    @id @default(autoincrement())');
  expect(planned.merged).toEqual([path]);
});
