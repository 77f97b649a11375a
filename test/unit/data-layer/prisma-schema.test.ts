import compiler from '@prisma/prisma-schema-wasm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseKinds, type DatabaseKind, type Entity } from '../../../src/config/config.ts';
import type { DataModel, EntityModel } from '../../../src/data-layer/model.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { arbitraryEntitiesOn } from './arbitrary-model.ts';
import { formatted } from './formatted.ts';

interface DmmfField {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly hasDefaultValue: boolean;
  readonly default?: unknown;
  readonly dbName?: string | null;
  readonly relationOnDelete?: string;
}
interface DmmfModel {
  readonly name: string;
  readonly fields: readonly DmmfField[];
  readonly uniqueFields: readonly (readonly string[])[];
}
interface Dmmf {
  readonly datamodel: {
    readonly models: readonly DmmfModel[];
    readonly enums: readonly { readonly name: string; readonly values: readonly { readonly name: string }[] }[];
  };
}

/** Parses the schema with Prisma. */
function readBack(files: ReadonlyMap<string, string>): Dmmf['datamodel'] {
  const plain = [...files].map(([path, text]) => [path, text.replace(/^ +url +=.*\n/mu, '')]);
  const dmmf: Dmmf = JSON.parse(compiler.get_dmmf(JSON.stringify({ prismaSchema: plain, noColor: true })));
  return dmmf.datamodel;
}

/** The parts of a field, for example `title String! unique`, `lines Line[]`. */
type Shape = readonly [name: string, type: string, ...rest: string[]];

const shapeOf = (field: DmmfField): Shape => {
  const single = field.isRequired ? '!' : '?';
  return [
    field.name,
    `${field.type}${field.isList ? '[]' : single}`,
    ...(field.isUnique ? ['unique'] : []),
    ...(field.hasDefaultValue ? ['default'] : []),
    ...(field.dbName === '_id' ? ['_id'] : []),
  ];
};

const mark = (required: boolean) => (required ? '!' : '?');
const unique = (is: boolean) => (is ? ['unique'] : []);

/** Returns the shapes that the model requires for an entity, independently of the rendered text. */
function expectedShapes(entity: EntityModel, database: DatabaseKind): readonly Shape[] {
  const isDocument = database === 'document';
  return [
    ['id', 'String!', 'default', ...(isDocument ? ['_id'] : [])],
    ['createdAt', 'DateTime!', 'default'],
    ['updatedAt', 'DateTime!'],
    ...entity.fields.map((field): Shape => {
      const types: Partial<Record<typeof field.type, string>> = {
        Text: 'String',
        Date: 'String',
        Enum: field.enumName ?? '',
        ...(isDocument ? { Decimal: 'String' } : {}),
      };
      const hasDefault = field.default !== undefined && field.type !== 'Json';
      const type = `${types[field.type] ?? field.type}${mark(field.required)}`;
      return [field.name, type, ...unique(field.unique), ...(hasDefault ? ['default'] : [])];
    }),
    ...entity.references.flatMap((one): Shape[] => [
      [one.name, `${one.target}${mark(one.required)}`],
      [one.idField, `String${mark(one.required)}`, ...unique(one.unique)],
    ]),
    ...entity.links.flatMap((link): Shape[] => [
      [link.name, `${link.target}[]`],
      ...(isDocument ? [[link.idsField, 'String[]'] satisfies Shape] : []),
    ]),
    ...entity.backReferences.flatMap((back): Shape[] => [
      [back.name, `${back.source}${back.kind === 'one-to-one' ? '?' : '[]'}`],
      ...(isDocument && back.kind === 'many-to-many' ? [[back.idsField ?? '', 'String[]'] satisfies Shape] : []),
    ]),
  ];
}

const actions = { cascade: 'Cascade', restrict: 'Restrict', setNull: 'SetNull' };
const byName = (one: Shape, other: Shape) => (one[0] < other[0] ? -1 : 1);

/** Prisma's parser rounds numbers except Int and rewrites dates. For these defaults, only the presence is compared. */
function expectSameDefaults(entity: EntityModel, read: DmmfModel | undefined): void {
  const exact = new Set(['String', 'Text', 'Int', 'Boolean', 'Date', 'Enum']);
  for (const field of entity.fields) {
    if (!exact.has(field.type) || field.default === undefined) continue;
    expect(read?.fields.find(({ name }) => name === field.name)?.default).toEqual(field.default);
  }
}

function expectSame(files: ReadonlyMap<string, string>, model: DataModel): void {
  const { models, enums } = readBack(files);
  expect(models).toHaveLength(model.entities.length);
  for (const entity of model.entities) {
    const read = models.find(({ name }) => name === entity.names.pascal);
    const shapes = (read?.fields ?? []).map(shapeOf).toSorted(byName);
    expect(shapes).toEqual(expectedShapes(entity, model.database).toSorted(byName));
    expect(read?.uniqueFields).toEqual(entity.uniques);
    expectSameDefaults(entity, read);
    const rules = entity.references.map(({ name }) => read?.fields.find((one) => one.name === name)?.relationOnDelete);
    expect(rules).toEqual(
      entity.references.map(({ onDelete }, index) => {
        const isInCircle = model.database === 'document' && onDelete !== 'restrict' && rules[index] === 'NoAction';
        return isInCircle ? 'NoAction' : actions[onDelete];
      }),
    );
  }
  const declared = model.entities.flatMap(({ fields }) =>
    fields.flatMap(({ enumName, values }) => (enumName === undefined ? [] : [[enumName, values] as const])),
  );
  const read = enums.map(({ name, values }) => [name, values.map((value) => value.name)] as const);
  expect(new Map(read)).toEqual(new Map(declared));
}

const schemaOf = (entities: readonly Entity[], database: DatabaseKind) => {
  const model = resolveModel({ database, entities });
  return { model, files: renderPrismaSchema(model) };
};

describe.each(databaseKinds)('a schema of the %s kind, for any graph of entities', (kind) => {
  test('is formatted, accepted by prisma validate, and matches the model', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEntitiesOn({ kind }), async (entities) => {
        const { model, files } = schemaOf(entities, kind);
        expect(files.size).toBe(entities.length + 1);
        expect(formatted(files)).toEqual(files);
        await validatePrismaSchema(files);
        expectSame(files, model);
      }),
      { numRuns: 75, interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true },
    );
  }, 60_000);
});
