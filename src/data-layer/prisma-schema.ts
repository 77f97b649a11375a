import type { DatabaseKind, FieldDefault } from '../config/config.ts';
import { GenlockError } from '../errors/error.ts';
import type { DataModel, EntityModel, Link, Reference, ScalarField } from './model.ts';
import { type PluginSchema, pluginSchemaText, refuseClashes } from './plugin-schema.ts';
import { type FieldLine, modelBlock, numberLiteral, settingsBlock, stringLiteral } from './prisma-text.ts';

/** Where the schema lies in a project. */
export const schemaFolder = 'prisma/schema';
/** Where the client is generated to. */
export const clientFolder = 'server/generated/prisma';

const providers: Readonly<Record<Exclude<DatabaseKind, 'document'>, string>> = {
  file: 'sqlite',
  relational: 'postgresql',
};

/**
 * The data model as Prisma schema files: path from the project's root → text, exactly as `prisma format` leaves it.
 * `base.prisma` holds generator and datasource, every entity has a file, and so has every plugin that brings models.
 *
 * @throws GenlockError `DATA_MODEL_CLASH` where a model or enum is defined twice, `DATA_KIND_UNSUPPORTED` for the document
 * kind.
 */
export function renderPrismaSchema(
  model: DataModel,
  pluginSchemas: readonly PluginSchema[] = [],
): ReadonlyMap<string, string> {
  refuseClashes(model, pluginSchemas);
  const files = new Map([[`${schemaFolder}/base.prisma`, baseText(model.database)]]);
  for (const entity of model.entities) files.set(freePath(entity.names.kebab, files), entityText(entity));
  for (const schema of pluginSchemas) files.set(freePath(fileName(schema.plugin), files), pluginSchemaText(schema));
  return files;
}

/**
 * The project is bundled (Vite, `moduleResolution: bundler`), and `js` is the one extension that its bundler, its test
 * runner and its type checker all resolve without a further option.
 */
function baseText(database: DatabaseKind): string {
  if (database === 'document') {
    throw new GenlockError({ code: 'DATA_KIND_UNSUPPORTED', message: 'the document kind has no schema yet' });
  }
  const client = settingsBlock('generator client', {
    provider: 'prisma-client',
    output: `../../${clientFolder}`,
    importFileExtension: 'js',
  });
  return `${client}\n${settingsBlock('datasource db', { provider: providers[database] })}`;
}

/** The generation rules of an entity: own fields between `id` and the two dates, a reference or a list per relation. */
function entityText(entity: EntityModel): string {
  const fields: FieldLine[] = [
    { name: 'id', type: 'String', attributes: '@id @default(cuid())' },
    ...entity.fields.map(scalarLine),
    ...entity.references.flatMap(referenceLines),
    ...entity.links.map(linkLine),
    ...entity.backReferences.map(({ name, source, relationName }) => ({
      name,
      type: `${source}[]`,
      attributes: relationName === undefined ? '' : `@relation(${stringLiteral(relationName)})`,
    })),
    { name: 'createdAt', type: 'DateTime', attributes: '@default(now())' },
    { name: 'updatedAt', type: 'DateTime', attributes: '@updatedAt' },
  ];
  const indexes = entity.references.map(({ idField }) => `@@index([${idField}])`);
  return modelBlock(entity.names.pascal, { fields, attributes: [...indexes, '@@index([createdAt, id])'] });
}

function scalarLine(field: ScalarField): FieldLine {
  const type = field.type === 'Text' ? 'String' : field.type;
  const attributes = [
    ...(field.unique ? ['@unique'] : []),
    ...(field.default === undefined ? [] : [`@default(${defaultLiteral(field, field.default)})`]),
  ];
  return { name: field.name, type: field.required ? type : `${type}?`, attributes: attributes.join(' ') };
}

function referenceLines({ name, target, idField, required, relationName }: Reference): FieldLine[] {
  const mark = required ? '' : '?';
  const named = relationName === undefined ? '' : `${stringLiteral(relationName)}, `;
  const onDelete = required ? 'Restrict' : 'SetNull';
  return [
    {
      name,
      type: `${target}${mark}`,
      attributes: `@relation(${named}fields: [${idField}], references: [id], onDelete: ${onDelete})`,
    },
    { name: idField, type: `String${mark}`, attributes: '' },
  ];
}

function linkLine({ name, target, relationName }: Link): FieldLine {
  return {
    name,
    type: `${target}[]`,
    attributes: relationName === undefined ? '' : `@relation(${stringLiteral(relationName)})`,
  };
}

function defaultLiteral({ type }: ScalarField, value: FieldDefault): string {
  switch (type) {
    case 'String':
    case 'Text':
      return stringLiteral(String(value));
    case 'Int':
    case 'BigInt':
    case 'Float':
    case 'Decimal':
      return numberLiteral(String(value));
    case 'Boolean':
    case 'Enum':
      return String(value);
    case 'DateTime':
      return value === 'now' ? 'now()' : stringLiteral(instant(String(value)));
    case 'Json':
      return stringLiteral(JSON.stringify(value));
    default:
      throw new Error(`field type ${String(type satisfies never)}`);
  }
}

/** RFC 3339 in UTC; a time without a zone is read as UTC, so that the schema doesn't depend on where it is made. */
function instant(text: string): string {
  const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !/[T ]/i.test(text) ? text : `${text}Z`;
  return new Date(zoned).toISOString();
}

function fileName(plugin: string): string {
  return plugin.replace(/^@/, '').replaceAll('/', '-');
}

/** An entity called Base, or a plugin called like an entity's file, steps aside. */
function freePath(name: string, files: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count += 1) {
    const path = `${schemaFolder}/${name}${count === 1 ? '' : `-${count}`}.prisma`;
    if (!files.has(path)) return path;
  }
}
