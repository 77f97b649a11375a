import {
  braces,
  type Code,
  hardline,
  imports,
  indent,
  join,
  lines,
  list,
  objects,
  paragraphs,
  print,
  property,
  quote,
  rows,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';
import { hasJobs } from './jobs.ts';

/** The settings of a plugin; not empty. */
interface Group {
  readonly plugin: string;
  readonly settings: readonly PluginSetting[];
}

/**
 * `server/generated/settings.ts` and `variables.ts`: the plugin settings and their environment variables.
 * `test/support/sample-variables.ts`: the values of variables in tests.
 */
export const pluginSettings: Emitter = function* (input) {
  const groups = input.contributions
    .map((contribution) => ({ plugin: contribution.manifest.name, settings: settingsOf(contribution) }))
    .filter(({ settings }) => settings.length > 0);
  const all = groups.flatMap(({ settings }) => settings);
  yield { path: 'server/generated/variables.ts', content: print(variablesFile(all, hasJobs(input))) };
  yield { path: 'server/generated/settings.ts', content: print(settingsFile(groups, all.some(hasVariable))) };
  yield { path: 'test/support/sample-variables.ts', content: print(sampleFile(all)) };
};

/** Returns the samples of secrets, and of other settings without a value. */
function sampleFile(settings: readonly PluginSetting[]): Code {
  const samples = settings.flatMap(({ variable, value, schema: { sample } }) =>
    variable === undefined || value !== undefined || sample === undefined
      ? []
      : [property(variable, quote(String(sample)))],
  );
  return paragraphs([
    header,
    lines([
      '/** Values of environment variables in tests, from the manifests of plugins. */',
      ['export const sampleVariables: Readonly<Partial<Record<string, string>>> = ', rows('{', samples, '}'), ';'],
    ]),
  ]);
}

function hasVariable({ variable }: PluginSetting): boolean {
  return variable !== undefined;
}

function variablesFile(settings: readonly PluginSetting[], withJobs: boolean): Code {
  const variables = [
    ...(withJobs ? ["JOBS: z.enum(['on', 'off']).default('on')"] : []),
    ...settings.flatMap((setting) =>
      setting.variable === undefined ? [] : [property(setting.variable, variableSchema(setting))],
    ),
  ];
  const required = settings.flatMap(({ isSecret, variable, schema }) =>
    isSecret && schema.required === true && variable !== undefined ? [quote(variable)] : [],
  );
  return paragraphs([
    lines([header, ...(variables.length > 0 ? [imports(['z'], 'zod')] : [])]),
    lines([
      `/** Environment variables that plugins${withJobs ? ' and jobs' : ''} need. */`,
      rows('export const pluginVariables = {', variables, '};'),
    ]),
    lines([
      '/** Variables of required secrets. */',
      list('export const requiredSecrets: readonly string[] = [', required, '];'),
    ]),
  ]);
}

function variableSchema({ isSecret, schema, value }: PluginSetting): string {
  const type = isSecret || schema.type === 'string' ? textSchema(schema) : valueSchemas[schema.type](schema);
  if (value !== undefined) return `${type}.default(${literal(value)})`;
  return isSecret && schema.required === true ? type : `${type}.optional()`;
}

function textSchema({ validation, pattern }: PluginSetting['schema']): string {
  const text = validation === 'url' ? 'z.url()' : 'z.string()';
  return pattern === undefined ? text : `${text}.regex(new RegExp(${quote(`^(?:${pattern})$`)}, 'u'))`;
}

/** Parsers for values that are not strings in environment variables. */
const valueSchemas = {
  number: ({ min, max }: PluginSetting['schema']) =>
    `z.coerce.number()${min === undefined ? '' : `.min(${min})`}${max === undefined ? '' : `.max(${max})`}`,
  boolean: () => "z.stringbool({ truthy: ['true'], falsy: ['false'] })",
};

function settingsFile(groups: readonly Group[], hasSecrets: boolean): Code {
  return paragraphs([
    lines([
      header,
      "import type { PluginSettings } from '@shared/lib/admin';",
      ...(hasSecrets ? [imports(['env'], '../lib/env')] : []),
    ]),
    ...(groups.length === 0
      ? []
      : [
          ['interface Settings ', members(groups.map(groupType))],
          lines([
            '/** Plugin settings, by plugin. Secrets are environment variables. */',
            rows('export const settings: Settings = {', groups.map(groupValues), '};'),
          ]),
        ]),
    lines([
      '/** The settings in the admin area. For a secret, only whether it is set. */',
      ['export const pluginSettings: readonly PluginSettings[] = ', described(groups), ';'],
    ]),
  ]);
}

function members(types: readonly Code[]): Code {
  return [
    '{',
    indent([
      hardline,
      join(
        hardline,
        types.map((type) => [type, ';']),
      ),
    ]),
    hardline,
    '}',
  ];
}

function groupType({ plugin, settings }: Group): Code {
  const types = settings.map((setting) => `readonly ${propertyName(setting.key)}: ${typeOf(setting)}`);
  return [`readonly ${propertyName(plugin)}: `, members(types)];
}

/** Returns the TypeScript type. Secrets are always strings, because they are environment variables. */
function typeOf({ isSecret, schema }: PluginSetting): string {
  const isSet = schema.required === true || (!isSecret && schema.default !== undefined);
  const type = isSecret ? 'string' : schema.type;
  return isSet ? type : `${type} | undefined`;
}

function groupValues({ plugin, settings }: Group): Code {
  const values = settings.map((setting) => property(propertyName(setting.key), valueOf(setting)));
  return [`${propertyName(plugin)}: `, rows('{', values, '}')];
}

function valueOf({ variable, value }: PluginSetting): string {
  return variable === undefined ? literal(value) : `env.${variable}`;
}

function literal(value: PluginSetting['value']): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function described(groups: readonly Group[]): Code {
  return list(
    '[',
    groups.map(({ plugin, settings }) =>
      rows('{', [property('plugin', quote(plugin)), ['settings: ', objects(settings.map(descriptionOf))]], '}'),
    ),
    ']',
  );
}

function descriptionOf({ plugin, key, schema, isSecret, variable, value }: PluginSetting): Code {
  const known = [
    property('key', quote(key)),
    property('label', quote(schema.label ?? key)),
    property('type', quote(isSecret ? 'string' : schema.type)),
  ];
  if (isSecret && variable !== undefined) {
    const isSet = property('isSet', `env.${variable} !== undefined`);
    return braces([...known, property('variable', quote(variable)), isSet]);
  }
  const read = `settings${memberAccess(plugin)}${memberAccess(key)}`;
  const shown = variable === undefined ? 'null' : `${read} ?? null`;
  return braces([...known, property('value', value === undefined ? shown : read)]);
}

function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${quote(name)}]`;
}

/** Returns the name, with quotes if required. */
function propertyName(text: string): string {
  return isIdentifier(text) ? text : quote(text);
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
