import * as z from 'zod';
import { databaseWords } from '../../config/aliases.ts';
import { manifestSchema } from './rules.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** The keywords of a JSON schema for one key of the manifest. */
interface Keywords {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

const path = '^/(?![/\\\\])\\S*$';
const value = 'It must be a valid value of the setting.';

/** Keywords by key. `*` stands for any name of a map or any entry of an array. */
const keywords: Readonly<Record<string, Keywords>> = {
  $schema: { description: 'The location of this schema, for editors.' },
  name: {
    description: 'Name of the plugin: a valid npm package name, equal to the name in package.json.',
    pattern: '^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$',
    maxLength: 100,
  },
  version: { description: 'A semantic version without a leading "v", equal to the version in package.json.' },
  description: { description: 'A sentence about the plugin, shown to users.', maxLength: 2000 },
  author: { description: 'Author, shown to users.', maxLength: 2000 },
  license: { description: 'SPDX identifier of the licence, shown to users.', maxLength: 2000 },
  category: { description: 'Category, shown to users.', maxLength: 2000 },
  tier: { description: 'Tier of the offer, shown to users.', maxLength: 2000 },
  frameworks: { description: 'Frameworks that the plugin supports.', default: ['express'] },
  databases: {
    description: 'Kinds of database that the plugin supports. All kinds if absent.',
    items: { type: 'string', enum: databaseWords },
  },
  dependencies: {
    description:
      'Packages that the contributed code imports, with version ranges that have an upper bound. Packages named "@types/…" are development dependencies.',
    additionalProperties: { type: 'string', maxLength: 200, pattern: '^[0-9A-Za-z.*^~<>=|+ -]+$' },
    default: {},
  },
  settings: { description: 'Settings of the plugin.' },
  'settings.schema': {
    description:
      'Settings by key: letters, digits, "_" and "-", at most 64 characters. At most 100 of them have a pattern.',
  },
  'settings.schema.*.type': { description: 'Type of the value.', enum: ['string', 'number', 'boolean'] },
  'settings.schema.*.label': { description: 'Name for users, one line.', minLength: 1, maxLength: 200 },
  'settings.schema.*.default': { description: `Value without an entry in genlock.json. ${value} Not for secrets.` },
  'settings.schema.*.sample': {
    description: `Value for tests of generated projects and for "genlock plugin validate". ${value} A string of at least 8 characters for a secret.`,
  },
  'settings.schema.*.required': { description: 'Whether a project must set the value.', default: false },
  'settings.schema.*.secret': {
    description: 'Whether the value is stored in the environment instead of genlock.json.',
    default: false,
  },
  'settings.schema.*.validation': {
    description: '"url": the value is an http or https address. Only for type "string".',
    enum: ['url'],
  },
  'settings.schema.*.pattern': {
    description: 'Regular expression that matches the whole value. Only for type "string", not for secrets.',
    maxLength: 200,
  },
  'settings.schema.*.min': { description: 'Lowest value. Only for type "number".' },
  'settings.schema.*.max': { description: 'Highest value. Only for type "number".' },
  'settings.schema.*.env': {
    description:
      'Environment variable. Contains the value of a secret, with the default <PLUGIN>_<KEY> in capitals. For other settings, overrides genlock.json where the application runs.',
    pattern: '^[A-Z][A-Z0-9_]{0,99}$',
  },
  'settings.schema.*.generate': {
    description: 'Whether to write a random value to .env when the plugin is installed. Only for secrets.',
    default: false,
  },
  adminMenu: { description: 'One entry of the admin menu. The SDK call "registerAdminMenu" adds further entries.' },
  'adminMenu.label': { description: 'Text of the entry, one line.', minLength: 1, maxLength: 200 },
  'adminMenu.icon': { description: 'Name of an icon of Genlock.', minLength: 1, maxLength: 200 },
  'adminMenu.href': { description: 'Path of an application page.', pattern: path, maxLength: 300 },
  'adminMenu.children': { description: 'Entries below this entry.' },
  'adminMenu.children.*.id': {
    description: 'Unique id of the entry.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$',
  },
  'adminMenu.children.*.label': { description: 'Text of the entry, one line.', minLength: 1, maxLength: 200 },
  'adminMenu.children.*.href': { description: 'Path of an application page.', pattern: path, maxLength: 300 },
  provides: {
    description: 'Part of the application that this plugin implements. A project has at most one plugin for each part.',
    enum: ['auth', 'mail'],
  },
  extends: {
    description: 'Part of the application to which this plugin adds routes. Another plugin provides the part.',
    enum: ['auth'],
  },
  requires: {
    description: 'Names of the plugins without which this plugin does not work.',
    maxItems: 10,
    uniqueItems: true,
  },
  inputs: {
    description:
      'Data about the project that the generator receives: the names of the entities, and the parts that other plugins provide. The plugin runs again if the data changes.',
    uniqueItems: true,
  },
  'inputs.*': { description: 'One kind of data.', enum: ['entities', 'capabilities'] },
};

/**
 * Returns the JSON Schema (draft 2020-12) of `manifest.json` for editors. The schema checks structure and single
 * values; `readManifest` checks the other rules.
 */
export function manifestJsonSchema(): object {
  const schema = z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' });
  return { ...described(schema, ''), title: 'Manifest of a plugin' };
}

/** Adds the keywords to a schema and to all schemas of its keys. */
function described(schema: Schema, at: string): Schema {
  const { properties, items, additionalProperties } = schema;
  const place = (key: string) => (at === '' ? key : `${at}.${key}`);
  const keys = Object.entries(properties ?? {}).map(([key, value]) => [key, inner(value, place(key))]);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(keys) }),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: described(items, place('*')) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: described(additionalProperties, place('*')) }
      : {}),
    ...keywords[at],
  };
}

function inner(value: Schema | boolean, at: string): Schema | boolean {
  return typeof value === 'boolean' ? value : described(value, at);
}
