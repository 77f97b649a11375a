import { type Code, imports, lines, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';

/** `server/generated/settings.ts` and `variables.ts`: what plugins are told, and what they need from the environment. */
export const pluginSettings: Emitter = function* ({ contributions }) {
  const plugins = contributions.map(settingsOf).filter((settings) => settings.length > 0);
  yield { path: 'server/generated/variables.ts', content: print(variablesFile(plugins.flat())) };
  if (plugins.length > 0) yield { path: 'server/generated/settings.ts', content: print(settingsFile(plugins)) };
};

function variablesFile(settings: readonly PluginSetting[]): Code {
  const variables = settings.flatMap(({ variable, schema }) =>
    variable === undefined ? [] : [property(variable, variableSchema(schema.required === true))],
  );
  return paragraphs([
    lines([header, ...(variables.length > 0 ? [imports(['z'], 'zod')] : [])]),
    lines([
      '/** Environment variables that plugins need. */',
      rows('export const pluginVariables = {', variables, '};'),
    ]),
  ]);
}

function variableSchema(required: boolean): string {
  return required ? 'z.string()' : 'z.string().optional()';
}

function settingsFile(plugins: readonly (readonly PluginSetting[])[]): Code {
  const secret = plugins.flat().some(({ variable }) => variable !== undefined);
  return paragraphs([
    lines([header, ...(secret ? [imports(['env'], '../lib/env')] : [])]),
    lines([
      '/** Settings of plugins, by plugin; secrets come from the environment. */',
      rows('export const settings = {', plugins.map(settingsObject), '};'),
    ]),
  ]);
}

function settingsObject(settings: readonly PluginSetting[]): Code {
  const [first] = settings;
  const members = settings.flatMap((setting) => {
    const value = settingValue(setting);
    return value === undefined ? [] : [property(propertyName(setting.key), value)];
  });
  return [`${propertyName(first?.plugin ?? '')}: `, rows('{', members, '}')];
}

function settingValue({ variable, value }: PluginSetting): string | undefined {
  if (variable !== undefined) return `env.${variable}`;
  return typeof value === 'string' ? quote(value) : value?.toString();
}

/** Quoted only where it has to be. */
function propertyName(text: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(text) ? text : quote(text);
}
