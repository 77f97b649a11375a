import type { DatabaseKind } from '../config/config.ts';
import { GenlockError } from '../errors/error.ts';
import { injectBackRelations } from './back-relations.ts';
import { longNames } from './database-names.ts';
import { entityDefinitions } from './entity-definitions.ts';
import { type Draft, mergeDefinitions } from './merge.ts';
import type { DataModel } from './model.ts';
import { pluginProblems } from './plugin-checks.ts';
import { type PluginSchema, readPluginSchema } from './plugin-schema.ts';
import { mergedText } from './plugin-text.ts';
import { definitionText, settingsBlock } from './prisma-text.ts';
import type { Definition } from './schema/definition.ts';

/** The schema folder of a project. */
export const schemaFolder = 'prisma/schema';
/** The output folder of the generated client. */
export const clientFolder = 'server/generated/prisma';

/** The database's name in a datasource, by kind. */
const providers: Readonly<Record<DatabaseKind, string>> = {
  file: 'sqlite',
  relational: 'postgresql',
  document: 'mongodb',
};

/**
 * Renders the data model as Prisma schema files: path from the project's root → text, formatted like `prisma format`.
 * `base.prisma` contains generator and datasource. Each entity has a file with its enums, and each plugin with models
 * has a file. A model with several definitions is merged at the first one: entities before plugins, plugins by name.
 * Models of a single plugin are kept unchanged. The plugin order does not matter.
 *
 * @throws GenlockError all problems at once: `DATA_MODEL_CLASH` if two definitions contradict each other,
 * `DATA_FIELD_REQUIRED` if a plugin adds a field to an entity that its API cannot fill, `DATA_TARGET_UNKNOWN` for an
 * undefined type, `DATA_TYPE_UNSUPPORTED` for a type that the database kind does not support, `DATA_NAME_LONG` for a
 * name that PostgreSQL would truncate.
 */
export function renderPrismaSchema(
  model: DataModel,
  pluginSchemas: readonly PluginSchema[] = [],
): ReadonlyMap<string, string> {
  const entities = entityDefinitions(model);
  const plugins = pluginSchemas
    .toSorted((one, other) => (one.plugin < other.plugin ? -1 : 1))
    .map((schema) => readPluginSchema(schema, model.database));
  const known = plugins.flatMap(({ definitions }) => definitions);
  const drafts = merged([...entities.flat(), ...known, ...ownRoles(model, known)], model);
  const files = new Map([[`${schemaFolder}/base.prisma`, baseText(model.database)]]);
  for (const [index, definitions] of entities.entries()) {
    const name = model.entities[index]?.names.kebab ?? '';
    files.set(freePath(name, files), definitions.map((one) => definitionText(draftOf(one, drafts))).join('\n'));
  }
  for (const plugin of plugins) {
    const text = mergedText(plugin, drafts);
    if (text !== undefined) files.set(freePath(fileName(plugin.plugin), files), text);
  }
  return files;
}

function merged(definitions: readonly Definition[], model: DataModel): ReadonlyMap<string, Draft> {
  const { drafts, problems } = mergeDefinitions(definitions);
  const [first, ...rest] = [...problems, ...pluginProblems(drafts, model.database)];
  if (first !== undefined) throw new GenlockError([first, ...rest]);
  injectBackRelations(drafts, model);
  const [long, ...others] = longNames(drafts, model.database);
  if (long !== undefined) throw new GenlockError([long, ...others]);
  return drafts;
}

/** Returns the project's roles as values of the plugin's enum `Role`; empty if no plugin has this enum. */
function ownRoles({ roles = [] }: DataModel, definitions: readonly Definition[]): readonly Definition[] {
  if (roles.length === 0 || !definitions.some(({ keyword, name }) => keyword === 'enum' && name === 'Role')) return [];
  const members = roles.map((name) => ({ name, type: '', mark: '', attributes: [] }) as const);
  return [{ keyword: 'enum', name: 'Role', owner: 'genlock.json', members, attributes: [] }];
}

function draftOf(definition: Definition, drafts: ReadonlyMap<string, Draft>): Definition | Draft {
  return drafts.get(definition.name) ?? definition;
}

/**
 * Returns the schema file with generator and datasource. `js` is the only import extension that the bundler (Vite,
 * `moduleResolution: bundler`), test runner and type checker all resolve without options. The document kind uses Prisma
 * 6, which requires the URL in the schema; Prisma 7 refuses the URL there.
 */
function baseText(database: DatabaseKind): string {
  const client = settingsBlock('generator client', {
    provider: '"prisma-client"',
    output: `"../../${clientFolder}"`,
    importFileExtension: '"js"',
  });
  const source = settingsBlock('datasource db', {
    provider: `"${providers[database]}"`,
    ...(database === 'document' ? { url: 'env("DATABASE_URL")' } : {}),
  });
  return `${client}\n${source}`;
}

/** The file `base.prisma` contains the generator, so the models of the plugin `base` have another file. */
function fileName(plugin: string): string {
  return plugin === 'base' ? 'requests' : plugin.replace(/^@/, '').replaceAll('/', '-');
}

/** Returns a free path. An entity called Base, or a plugin with an entity's file name, gets a number. */
function freePath(name: string, files: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count += 1) {
    const path = `${schemaFolder}/${name}${count === 1 ? '' : `-${count}`}.prisma`;
    if (!files.has(path)) return path;
  }
}
