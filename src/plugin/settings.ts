import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';
import { keyOf, type JsonPath, type SourceLocations } from '../core/json-document.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { throwProblems } from '../errors/error.ts';
import type { Problem, Where } from '../errors/error.ts';
import type { Contribution } from './plugin.ts';
import { secretVariable } from './secrets.ts';
import { settingSchemas } from './setting-schemas.ts';
import { valueFault, type ValueFault } from './setting-value.ts';

/** Settings of a plugin, as passed to its generator. */
export interface ResolvedSettings {
  /** Values by key. Settings without a value are absent. A secret is the NAME of its environment variable. */
  readonly settings: Record<string, SettingValue>;
  readonly warnings: string[];
}

const codes = {
  type: 'PLUGIN_SETTING_WRONG_TYPE',
  bounds: 'PLUGIN_SETTING_OUT_OF_BOUNDS',
  url: 'PLUGIN_SETTING_NOT_URL',
  pattern: 'PLUGIN_SETTING_PATTERN',
} as const satisfies Record<ValueFault['kind'], string>;

/** Plugin whose operations are known only after its run. */
type Described = Pick<Contribution, 'manifest'> & Partial<Pick<Contribution, 'operations'>>;

/**
 * Checks the settings in `genlock.json` against their schema and applies defaults. The value of a secret is neither used
 * nor repeated: a warning names the correct place. Settings that only `registerSettings` describes are known after the run:
 * before it, a key that the manifest does not have is not checked. After it, they follow the rules of the manifest's.
 *
 * @param places of the `genlock.json` that gives them; without it, problems have their key only
 * @throws GenlockError PLUGIN_SETTING_… with all problems at once, each with its place in `genlock.json`
 */
export function resolveSettings(
  { manifest, operations }: Described,
  given: Readonly<Record<string, SettingValue>>,
  places: SourceLocations = keysOnly,
): ResolvedSettings {
  const { name } = manifest;
  const schemas = settingSchemas({ manifest, operations: operations ?? [] });
  const known = Object.keys(schemas);
  const unknown = Object.keys(given)
    .filter((key) => !Object.hasOwn(schemas, key))
    .map((key) => unknownSetting(key, { plugin: name, known, where: places.locateKey(pathIn(name, key)) }));
  const problems: Problem[] = [];
  const settings: [string, SettingValue][] = [];
  const warnings: string[] = [];
  for (const [key, schema] of Object.entries(schemas)) {
    const isGiven = Object.hasOwn(given, key);
    if (schema.secret === true) {
      const variable = secretVariable(name, key, schema);
      settings.push([key, variable]);
      if (isGiven) warnings.push(misplacedSecret(keyOf(pathIn(name, key)), variable));
      continue;
    }
    const value = isGiven ? given[key] : schema.default;
    const problem = problemOf(value, { schema, where: places.locate(pathIn(name, key)), plugin: name, key });
    if (problem !== undefined) problems.push(problem);
    else if (value !== undefined) settings.push([key, value]);
  }
  if (operations !== undefined || problems.length > 0) problems.unshift(...unknown);
  throwProblems(problems);
  return { settings: Object.fromEntries(settings), warnings };
}

function problemOf(
  value: SettingValue | undefined,
  { schema, where, plugin, key }: { schema: SettingSchema; where: Where; plugin: string; key: string },
): Problem | undefined {
  if (schema.required === true && (value === undefined || value === '')) {
    const message = `The setting "${key}" of ${plugin} needs a value.`;
    const hint = `Add ${keyOf(pathIn(plugin, key))} (a ${schema.type}) to genlock.json, then run the command again.`;
    return { code: 'PLUGIN_SETTING_MISSING', message, hint, where };
  }
  if (value === undefined) return undefined;
  const fault = valueFault(value, { ...schema, isUrl: schema.validation === 'url' });
  return fault && { code: codes[fault.kind], message: `The setting "${key}" ${fault.reason}.`, where };
}

function unknownSetting(
  key: string,
  { plugin, known, where }: { plugin: string; known: readonly string[]; where: Where },
): Problem {
  const message = `${plugin} has no setting ${JSON.stringify(key)}.`;
  return { code: 'PLUGIN_SETTING_UNKNOWN', message, hint: suggestionFor(key, known), where };
}

function misplacedSecret(place: string, variable: string): string {
  return `${place} in genlock.json is a secret and is ignored. Put its value into .env as ${variable} and remove it from genlock.json.`;
}

function pathIn(plugin: string, key: string): JsonPath {
  return ['plugins', plugin, 'settings', key];
}

const keyAlone = (path: JsonPath): Where => ({ file: 'genlock.json', key: keyOf(path) });
const keysOnly: SourceLocations = { locate: keyAlone, locateKey: keyAlone };
