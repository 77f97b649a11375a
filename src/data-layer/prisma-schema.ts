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

/** Where the schema lies in a project. */
export const schemaFolder = 'prisma/schema';
/** Where the client is generated to. */
export const clientFolder = 'server/generated/prisma';

/** The database's name in a datasource, by kind. */
const providers: Readonly<Record<DatabaseKind, string>> = {
  file: 'sqlite',
  relational: 'postgresql',
  document: 'mongodb',
};

/**
 * The data model as Prisma schema files: path from the project's root → text, exactly as `prisma format` leaves it.
 * `base.prisma` holds generator and datasource, every entity has a file with its enums, and so has every plugin that
 * brings models. A model that several define is merged into the first one's place, entities before plugins and plugins by
 * name; what is its plugin's alone stays as the plugin wrote it. The order plugins come in changes nothing.
 *
 * @throws GenlockError all problems at once: `DATA_MODEL_CLASH` where two definitions contradict each other,
 * `DATA_FIELD_REQUIRED` where a plugin adds to an entity what its API couldn't fill, `DATA_TARGET_UNKNOWN` for a type
 * nobody defines, `DATA_TYPE_UNSUPPORTED` for one that this kind of database hasn't, `DATA_NAME_LONG` for a name that
 * PostgreSQL would cut.
 */
export function renderPrismaSchema(
  model: DataModel,
  pluginSchemas: readonly PluginSchema[] = [],
): ReadonlyMap<string, string> {
  const entities = entityDefinitions(model);
  const plugins = pluginSchemas
    .toSorted((one, other) => (one.plugin < other.plugin ? -1 : 1))
    .map((schema) => readPluginSchema(schema, model.database));
  const drafts = merged([...entities.flat(), ...plugins.flatMap(({ definitions }) => definitions)], model);
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

function draftOf(definition: Definition, drafts: ReadonlyMap<string, Draft>): Definition | Draft {
  return drafts.get(definition.name) ?? definition;
}

/**
 * The project is bundled (Vite, `moduleResolution: bundler`), and `js` is the one extension that its bundler, its test
 * runner and its type checker all resolve without a further option. Prisma 6, which the document kind runs on, wants the
 * URL in the schema; Prisma 7 refuses it there.
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
