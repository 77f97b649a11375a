import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entity, Relation } from '../../../src/config/config.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { renamesOf } from '../../../src/data-layer/renames.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { dropsOf } from '../../../src/database/drops.ts';
import { type RenamePlan, renameStatements } from '../../../src/database/rename-statements.ts';
import { schemaModels } from '../../../src/database/schema-models.ts';
import { GenlockError } from '../../../src/errors/error.ts';

/** Seed of the steps. The same seed gives the same steps. */
const seed = Number(process.env['GENLOCK_SEED'] ?? 20_260_101);

/** A many-to-many of `entity` to `Tag`. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly was?: string | undefined;
}

interface Project {
  readonly entity: string;
  readonly was?: string | undefined;
  readonly relations: readonly Named[];
}

/** The join tables of the database → the relation whose rows they have. */
type Stored = ReadonlyMap<string, number>;

const step = fc.record({
  /** The new order by these numbers, and which relations are removed and renamed. */
  changes: fc.array(fc.record({ order: fc.nat(), isRemoved: fc.boolean(), isRenamed: fc.boolean() }), {
    minLength: 4,
    maxLength: 4,
  }),
  removes: fc.boolean(),
  renames: fc.boolean(),
  /** Keeps the former names of earlier steps. */
  keepsWas: fc.boolean(),
  entity: fc.constantFrom(undefined, undefined, 'Article', 'Post', 'Zebra'),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function changed({ entity, was, relations }: Project, { changes, ...rest }: Step, at: number): Project {
  const { removes, renames, keepsWas, entity: next } = rest;
  const unchanged = { order: 0, isRemoved: false, isRenamed: false };
  const sorted = relations
    .map((relation, index) => ({ relation, change: changes[index] ?? unchanged }))
    .filter(({ change }, index) => index === relations.length - 1 || !(removes && change.isRemoved))
    .toSorted((one, other) => one.change.order - other.change.order);
  const isRenamed = next !== undefined && next !== entity;
  return {
    entity: next ?? entity,
    was: isRenamed ? entity : keepsWas ? was : undefined,
    relations: sorted.map(({ relation, change }) => {
      const { id, name } = relation;
      if (renames && change.isRenamed) return { id, name: `name${id}At${at}`, was: name };
      return { id, name, was: keepsWas ? relation.was : undefined };
    }),
  };
}

function entitiesOf({ entity, was, relations }: Project): readonly Entity[] {
  const links = relations.map(({ name, was: former }): Relation => ({
    ...{ name, type: 'many-to-many', target: 'Tag', required: false },
    ...(former === undefined ? {} : { was: former }),
  }));
  return [
    { name: entity, fields: [], relations: links, ...(was === undefined ? {} : { was }) },
    { name: 'Tag', fields: [], relations: [] },
  ];
}

/** Returns the tables that the schema requires, with the relations. */
function required({ entity, relations }: Project): Stored {
  const { entities } = resolveModel({ database: 'relational', entities: entitiesOf({ entity, relations }) });
  const links = entities.flatMap((model) => model.links);
  return new Map(
    links.map(({ relationName }, at) => [
      `_${relationName ?? [entity, 'Tag'].toSorted().join('To')}`,
      relations[at]?.id ?? 0,
    ]),
  );
}

/** Runs the statements on the stored tables. Returns the tables, and the relations whose tables are then dropped. */
async function migrated(stored: Stored, { before, after }: Migration) {
  const config = { database: 'relational', entities: entitiesOf(after) } as const;
  const tables = new Map([before, 'Tag', ...stored.keys()].map((name) => [name, []] as const));
  const models = await schemaModels(renderPrismaSchema(resolveModel(config)));
  const plan: RenamePlan = { provider: 'sqlite', models, tables, enums: new Map(), replaced: new Map() };
  const left = new Map(stored);
  const dropped: (number | undefined)[] = [];
  const take = (table: string) => {
    const rows = left.get(table);
    left.delete(table);
    return rows;
  };
  for (const statement of renameStatements(renamesOf(config), plan)) {
    const [, from = '', to] = /^(?:ALTER|DROP) TABLE "(_\w+)"(?: RENAME TO "(_\w+)")?$/.exec(statement) ?? [];
    if (to !== undefined) left.set(to, take(from) ?? NaN);
    else if (from !== '') dropped.push(take(from));
  }
  const drops = dropsOf(plan);
  for (const { table, keeper } of drops) if (keeper === undefined) dropped.push(take(table));
  return { left, dropped, count: drops.length };
}

interface Migration {
  readonly before: string;
  readonly after: Project;
}

/** Returns whether a migration is refused because a former name that was kept could be pending. */
async function isRefused(stored: Stored, migration: Migration): Promise<boolean> {
  try {
    await migrated(stored, migration);
    return false;
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DATA_RELATION_AMBIGUOUS') return true;
    throw error;
  }
}

test('a relation that gets the former name of another relation is refused', async () => {
  // In one step, `likes` became `stars`, and `stars` got another name, which its removed `was` does not show.
  const relations = [
    { id: 0, name: 'stars', was: 'likes' },
    { id: 1, name: 'votes' },
  ];
  const stored = new Map([
    ['_PostToTag', 0],
    ['_PostStars', 1],
  ]);
  const migration = { before: 'Post', after: { entity: 'Post', relations } };
  await expect(migrated(stored, migration)).rejects.toMatchObject({ code: 'DATA_RELATION_AMBIGUOUS' });
});

test('each relation keeps its rows when relations of the same entities are moved, renamed and removed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      let project: Project = { entity: 'Post', relations: [0, 1, 2, 3].map((id) => ({ id, name: `first${id}` })) };
      let stored = required(project);
      for (const [at, one] of steps.entries()) {
        const first = changed(project, one, at);
        const second = changed(project, { ...one, keepsWas: false }, at);
        const isUncertain = await isRefused(stored, { before: project.entity, after: first });
        const after = isUncertain ? second : first;
        const { left, dropped, count } = await migrated(stored, { before: project.entity, after });
        expect(left).toEqual(required(after));
        const kept = new Set(after.relations.map(({ id }) => id));
        const removed = project.relations.filter(({ id }) => !kept.has(id));
        expect(count).toBe(removed.length);
        expect(new Set(dropped)).toEqual(new Set(removed.map(({ id }) => id)));
        project = after;
        stored = left;
      }
    }),
    { numRuns: 100, seed },
  );
});
