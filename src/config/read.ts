import { GenlockError } from '../errors/error.ts';
import { ownersOf, userModel } from './access-checks.ts';
import { accessOf, accountAccess, fieldAccessOf, openAccess, openOperations, permitsOwner } from './access.ts';
import {
  deleteRules,
  fieldTypes,
  formats,
  relationTypes,
  type Config,
  type Entity,
  type Field,
  type OpenEntity,
  type PluginConfig,
  type Relation,
  type RenamedValue,
} from './config.ts';
import { crossChecks, hasAuthPlugin } from './cross-checks.ts';
import { valueName, type WrittenValue } from './field-rules.ts';
import { readJsonDocument, type SourceLocations } from '../core/json-document.ts';
import { packageNameFrom } from './names.ts';
import { configSchema, type WrittenConfig } from './schema.ts';
import { checkSchema, problemsIn } from '../core/schema-check.ts';
import { databaseKindOf } from './aliases.ts';
import { packageManagers } from '../core/package-managers.ts';

const documentCodes = {
  syntax: 'CONFIG_SYNTAX',
  tooLarge: 'CONFIG_TOO_LARGE',
  keyDuplicate: 'CONFIG_KEY_DUPLICATE',
  keyForbidden: 'CONFIG_KEY_FORBIDDEN',
} as const;

/** Codes for values of the wrong shape. */
export const schemaCodes = {
  keyUnknown: 'CONFIG_KEY_UNKNOWN',
  keyMissing: 'CONFIG_KEY_MISSING',
  wrongType: 'CONFIG_WRONG_TYPE',
} as const;

export interface ReadOptions {
  /** The file name for errors. */
  readonly file: string;
  /** The name to use if the file has none: a valid package name. */
  readonly fallbackName?: string;
  /** Plugins other than the bundled ones whose manifests declare `"provides": "auth"`. */
  readonly authPlugins?: readonly string[];
  /** Plugins about to be enabled unless the file disables them. */
  readonly adding?: readonly string[];
}

/**
 * Reads `genlock.json` and applies every default.
 *
 * @throws GenlockError with all problems at once, each with its line, column and key, in the order of the text
 */
export function readConfig(
  text: string,
  { file, fallbackName = packageNameFrom(''), ...plugins }: ReadOptions,
): Config {
  const document = readJsonDocument(text, { file, codes: documentCodes });
  const shape = checkSchema(configSchema, { value: document.value, codes: schemaCodes });
  const faults = [...shape.unknownKeys, ...shape.faults, ...crossChecks(document.value, plugins)];
  const [first, ...rest] = problemsIn(document, faults);
  if (first !== undefined) throw new GenlockError([first, ...rest]);
  if (shape.data === undefined) throw new Error('a configuration without problems has no data');
  const hasAccounts = hasAuthPlugin(document.value, plugins);
  return withDefaults(shape.data, { name: fallbackName, hasAccounts });
}

/**
 * Where the parts of a `genlock.json` stand, for faults that only show once plugins are known. Parses the text at the
 * first use, because most commands find no such fault.
 *
 * @param text a valid configuration
 */
export function configLocations(text: string, { file }: Pick<ReadOptions, 'file'>): SourceLocations {
  let parsed: SourceLocations | undefined;
  const document = (): SourceLocations => (parsed ??= readJsonDocument(text, { file, codes: documentCodes }));
  return { locate: (path) => document().locate(path), locateKey: (path) => document().locateKey(path) };
}

interface Ground {
  readonly name: string;
  /** Whether `User` records are sign-in accounts. */
  readonly hasAccounts: boolean;
}

function withDefaults(written: WrittenConfig, { name, hasAccounts }: Ground): Config {
  const above = (entity: WrittenEntity) => (hasAccounts && entity.name === userModel ? accountAccess : written.access);
  const open = (hasAccounts ? (written.entities ?? []) : []).flatMap((entity): readonly OpenEntity[] => {
    const undecided = openOperations(entity.access, above(entity));
    return undecided.length === 0 ? [] : [{ name: entity.name, operations: undecided }];
  });
  return {
    name: written.name ?? name,
    database: databaseKindOf(written.database ?? 'file') ?? 'file',
    ...packageManagerOf(written.packageManager),
    ...(written.roles === undefined ? {} : { roles: written.roles }),
    ...(written.jobs === true ? { jobs: true } : {}),
    entities: (written.entities ?? []).map((entity) => entityOf(entity, above(entity))),
    ...(open.length === 0 ? {} : { open }),
    plugins: new Map(Object.entries(written.plugins ?? {}).map(([plugin, given]) => [plugin, pluginOf(given)])),
  };
}

function packageManagerOf(written: string | undefined): Pick<Config, 'packageManager'> {
  const manager = packageManagers.find((known) => known === written) ?? 'npm';
  return manager === 'npm' ? {} : { packageManager: manager };
}

type Written<Key extends keyof WrittenConfig> = NonNullable<WrittenConfig[Key]>;
type WrittenEntity = Written<'entities'>[number];

function entityOf({ access, owner, ...entity }: WrittenEntity, above: unknown): Entity {
  const { fields = [], relations = [] } = entity;
  const members = { fields: fields.map(fieldOf), relations: relations.map(relationOf) };
  if (access === undefined && above === undefined) return { ...entity, ...members };
  const rights = accessOf(access, accessOf(above, openAccess));
  const named = permitsOwner(rights) ? (owner ?? ownersOf(relations)[0]) : undefined;
  return { ...entity, ...members, access: rights, ...(named === undefined ? {} : { owner: named }) };
}

/** Applies the defaults of a field. */
export function fieldOf(field: NonNullable<WrittenEntity['fields']>[number]): Field {
  const { type, required = false, unique = false, values, format, access, ...rest } = field;
  const rules = fieldAccessOf(access);
  const form = format === undefined ? {} : { format: known(formats, format) };
  return {
    ...rest,
    type: known(fieldTypes, type),
    required,
    unique,
    ...form,
    ...valuesOf(values),
    ...(rules === undefined ? {} : { access: rules }),
  };
}

function valuesOf(values: readonly WrittenValue[] | undefined): Pick<Field, 'values' | 'renamedValues'> {
  if (values === undefined) return {};
  const renamedValues = values.flatMap((value): readonly RenamedValue[] =>
    typeof value === 'string' || value.was === undefined ? [] : [{ name: value.name, was: value.was }],
  );
  return { values: values.map(valueName), ...(renamedValues.length === 0 ? {} : { renamedValues }) };
}

/** Applies the defaults of a relation. */
export function relationOf({ onDelete, ...relation }: NonNullable<WrittenEntity['relations']>[number]): Relation {
  const { type, required = false } = relation;
  const rule = onDelete === undefined ? {} : { onDelete: known(deleteRules, onDelete) };
  return { ...relation, type: known(relationTypes, type), required, ...rule };
}

function pluginOf({ enabled = true, settings = {}, version }: Written<'plugins'>[string]): PluginConfig {
  return { enabled, settings, ...(version !== undefined && { version }) };
}

/** Returns the word as a member of the list. The schema has already checked the word. */
function known<Word extends string>(words: readonly Word[], word: string): Word {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined) throw new Error(`${word} is not one of ${words.join(', ')}`);
  return found;
}
