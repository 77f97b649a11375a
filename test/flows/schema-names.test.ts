import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeEntity, type EntityAction } from '../../src/flows/project/entity.ts';
import { GenlockError, type Problem } from '../../src/errors/error.ts';
import { examplePlugin, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';

const own = 'prisma/schema/own.prisma';

/** A project whose user added a schema file. */
async function withOwn(text: string): Promise<Life> {
  const life = await newLife();
  mkdirSync(join(life.root, 'prisma/schema'), { recursive: true });
  writeFileSync(join(life.root, own), text);
  return life;
}

const change = (action: EntityAction, { root }: Life) =>
  changeEntity(action, { cwd: root, yes: true, dryRun: false, install: false }, quietPorts);

async function problemOf(refused: Promise<unknown>): Promise<Problem | undefined> {
  const error = await refused.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof GenlockError ? error.problems[0] : undefined;
}

const clash = (line: number) => ({ code: 'DATA_MODEL_CLASH', where: { file: own, line } });

describe("a name that the user's own schema file defines", () => {
  test('is refused for a new entity, with both places, before anything is written', async () => {
    const life = await withOwn('// Own models\n\nmodel Post {\n  id String @id\n}\n');
    const before = readFileSync(join(life.root, 'genlock.json'), 'utf8');
    const problem = await problemOf(change({ kind: 'add', name: 'Post', fields: ['title:String'] }, life));
    expect(problem).toMatchObject(clash(3));
    expect(problem?.message).toContain('entity Post of genlock.json');
    expect(existsSync(join(life.root, 'prisma/schema/post.prisma'))).toBe(false);
    expect(readFileSync(join(life.root, 'genlock.json'), 'utf8')).toBe(before);
  });

  test('is refused for a renamed entity and for a model of a plugin', async () => {
    const life = await withOwn('model Post {\n  id String @id\n}\n');
    expect(await problemOf(change({ kind: 'rename', name: 'Order', to: 'Post' }, life))).toMatchObject(clash(1));
    writeFileSync(join(life.root, own), 'model PageView {\n  id String @id\n}\n');
    expect(await problemOf(life.add([examplePlugin('page-views')]))).toMatchObject(clash(1));
  });

  test('is refused for an enum, too', async () => {
    const life = await withOwn('enum PostState {\n  A\n}\n');
    const fields = ['state:Enum:values=A,B'];
    expect(await problemOf(change({ kind: 'add', name: 'Post', fields }, life))).toMatchObject(clash(1));
  });

  test('accepts other changes and a name in a comment', async () => {
    const life = await withOwn('// model Post { }\nmodel Own {\n  id String @id\n}\n');
    expect(await change({ kind: 'add', name: 'Post', fields: ['title:String'] }, life)).toMatchObject({
      status: 'changed',
    });
    expect(await change({ kind: 'rename', name: 'Post', to: 'Article' }, life)).toMatchObject({ status: 'changed' });
  });
});
