import * as z from 'zod';
import { type SchemaFault, refuse } from '../../core/schema-check.ts';
import { dependencyNames } from './dependency-name.ts';
import { dependencyRange } from './dependency-range.ts';
import { name } from './name.ts';
import { settingVariables } from './setting-env.ts';
import { settingSecrets } from './setting-secret.ts';
import { setting } from './setting.ts';
import { text, line } from './text.ts';
import { parse } from 'semver';
import { validatedText, oneOf, valueAt } from './validated-text.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { databaseFault, databaseKindOf } from '../../config/aliases.ts';
import { isSitePath, isSettingKey } from '../../../sandbox/index.ts';
import { partialSettings, type PartialSetting } from './partial-setting.ts';
import { longestMatchedDefault, mostPatterns, settingPatternFaults } from '../setting-pattern.ts';
import { valueFault } from '../setting-value.ts';

/** `version`: an exact Semantic Versioning 2.0.0 version, without a leading `v`. */
const version = validatedText((given) => {
  const read = parse(given);
  if (read !== null && (given === read.version || given.startsWith(`${read.version}+`))) return undefined;
  return { code: 'PLUGIN_VERSION_INVALID', message: `${JSON.stringify(given)} is not a version.` };
});

/** `frameworks`: any ids. Each one also names a folder of templates. Support is checked later. */
const frameworks = z.array(
  validatedText((given) => {
    if (/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/u.test(given)) return undefined;
    return { code: 'PLUGIN_FRAMEWORK_INVALID', message: `${JSON.stringify(given)} can't be the id of a framework.` };
  }),
);

/** `databases`: database kinds or product names. */
const databases = z.array(
  z.string().transform((given, context): DatabaseKind => {
    const kind = databaseKindOf(given);
    if (kind !== undefined) return kind;
    refuse(context, { message: 'is not a database kind', ...databaseFault(given), code: 'PLUGIN_DATABASE_UNKNOWN' });
    return z.NEVER;
  }),
);

/** Link within the application's own site: never `javascript:`, `//host` or a scheme. */
const href = validatedText((given) => {
  if (isSitePath(given)) return undefined;
  return { code: 'PLUGIN_MENU_HREF_REFUSED', message: `${JSON.stringify(given)} is not a path of this site.` };
});

const id = validatedText((given) => {
  if (/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/u.test(given)) return undefined;
  return { code: 'PLUGIN_MENU_ID_INVALID', message: `${JSON.stringify(given)} can't be the id of a menu entry.` };
});

/** `adminMenu`: arguments of `registerAdminMenu` without the id, which is the plugin's name. */
const adminMenu = z.strictObject({
  label: line,
  icon: line.exactOptional(),
  href: href.exactOptional(),
  children: z.array(z.strictObject({ id, label: line, href })).exactOptional(),
});

/** `provides`: the part of the application that this plugin implements. */
const provides = oneOf(['auth', 'mail'], { code: 'PLUGIN_PROVIDES_UNKNOWN', noun: 'value of "provides"' });

/** `extends`: the part of the application to which this plugin adds routes. Another plugin implements the part. */
const extended = oneOf(['auth'], { code: 'PLUGIN_EXTENDS_INVALID', noun: 'value of "extends"' });

/** `inputs`: the data about the project that the generator receives. */
const inputs = z.array(
  oneOf(['entities', 'capabilities'], { code: 'PLUGIN_INPUTS_INVALID', noun: 'value of "inputs"' }),
);

const requiresCode = 'PLUGIN_REQUIRES_INVALID';
/** Limit of required plugins. Each of them can be downloaded before the user sees the plan. */
const mostRequirements = 10;

/** `requires`: names of the plugins without which this plugin does not work. */
const requires = z.array(name).check((context) => {
  const { length } = context.value;
  if (length <= mostRequirements) return;
  refuse(context, {
    code: requiresCode,
    message: `"requires" has ${length} plugins. The limit is ${mostRequirements}.`,
  });
});

/** Schema of `manifest.json` in the order of the plugin contract. Checks single values. */
export const manifestSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  name,
  version,
  description: text.exactOptional(),
  author: text.exactOptional(),
  license: text.exactOptional(),
  category: text.exactOptional(),
  tier: text.exactOptional(),
  frameworks: frameworks.exactOptional(),
  databases: databases.exactOptional(),
  dependencies: z.record(z.string(), dependencyRange).exactOptional(),
  settings: z.strictObject({ schema: z.record(z.string(), setting).exactOptional() }).exactOptional(),
  adminMenu: adminMenu.exactOptional(),
  provides: provides.exactOptional(),
  extends: extended.exactOptional(),
  requires: requires.exactOptional(),
  inputs: inputs.exactOptional(),
});

/** Rules for keys and for combinations of values. Each rule works on manifests with other errors. */
export const manifestRules: readonly ((manifest: unknown) => readonly SchemaFault[])[] = [
  dependencyNames,
  ownExtension,
  requiredNames,
  inputNames,
  settingKeys,
  settingBounds,
  settingDefaults,
  settingSamples,
  settingValidations,
  settingSecrets,
  settingVariables,
];

/** Checks `extends`: a plugin extends a part that another plugin provides. */
function ownExtension(manifest: unknown): readonly SchemaFault[] {
  const extension = valueAt(manifest, 'extends');
  if (extension === undefined || extension !== valueAt(manifest, 'provides')) return [];
  const message = `The plugin provides ${JSON.stringify(extension)} itself.`;
  return [{ code: 'PLUGIN_EXTENDS_INVALID', message, path: ['extends'] }];
}

/** Checks `requires`: each name once, and not the plugin's own name. */
function requiredNames(manifest: unknown): readonly SchemaFault[] {
  const names = valueAt(manifest, 'requires');
  if (!Array.isArray(names)) return [];
  const own = valueAt(manifest, 'name');
  return names.flatMap((required, at): readonly SchemaFault[] => {
    const path = ['requires', at];
    if (required === own) return [{ code: requiresCode, message: 'A plugin cannot require itself.', path }];
    if (names.indexOf(required) === at) return [];
    return [{ code: requiresCode, message: `${JSON.stringify(required)} is listed twice.`, path }];
  });
}

/** Checks `inputs`: each value once. */
function inputNames(manifest: unknown): readonly SchemaFault[] {
  const names = valueAt(manifest, 'inputs');
  if (!Array.isArray(names)) return [];
  return names.flatMap((name, at): readonly SchemaFault[] => {
    const message = `${JSON.stringify(name)} is listed twice.`;
    return names.indexOf(name) === at ? [] : [{ code: 'PLUGIN_INPUTS_INVALID', message, path: ['inputs', at] }];
  });
}

/**
 * Checks the keys of `settings.schema`: letters, digits, `_` and `-`, and not a property that all JavaScript objects
 * have.
 */
function settingKeys(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest)
    .filter(({ key }) => !isSettingKey(key) || key in Object.prototype)
    .map(({ key, path }) => ({
      code: 'PLUGIN_SETTING_KEY_INVALID',
      message: `${JSON.stringify(key)} can't be the key of a setting.`,
      path,
      inKey: true,
    }));
}

/** Checks `min` and `max`: only for numbers, and `min` is not greater than `max`. */
function settingBounds(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap(boundFaults);
}

function boundFaults({ type, min, max, path }: PartialSetting): readonly SchemaFault[] {
  const code = 'PLUGIN_SETTING_BOUNDS_INVALID';
  if (type === 'string' || type === 'boolean') {
    const given = [...(min === undefined ? [] : ['min']), ...(max === undefined ? [] : ['max'])];
    return given.map((bound) => ({ code, message: `A ${type} has no "${bound}".`, path: [...path, bound] }));
  }
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ code, message: `"min" (${min}) is greater than "max" (${max}).`, path: [...path, 'min'] }];
}

/** Checks `default`: it must be a valid value of the setting. */
function settingDefaults(manifest: unknown): readonly SchemaFault[] {
  return valueFaults(manifest, 'default', 'PLUGIN_SETTING_DEFAULT_INVALID');
}

/** Checks `sample`: it must be a valid value of the setting, and text for a secret. */
function settingSamples(manifest: unknown): readonly SchemaFault[] {
  return valueFaults(manifest, 'sample', 'PLUGIN_SETTING_SAMPLE_INVALID');
}

function valueFaults(manifest: unknown, key: 'default' | 'sample', code: SchemaFault['code']): readonly SchemaFault[] {
  const settings = partialSettings(manifest);
  const matched = checkedPatterns(settings);
  const invalid = settingPatternFaults(patternsOf(matched));
  const withPattern = new Set(matched);
  return settings.flatMap((setting) => {
    const { [key]: value, min, max, hasUrl, path } = setting;
    const type = setting.isSecret ? 'string' : setting.type;
    if (type === undefined || value === undefined) return [];
    // Other rules report invalid patterns.
    const isMatched = setting.pattern !== undefined && withPattern.has(setting) && !invalid.has(setting.pattern);
    const pattern = isMatched ? setting.pattern : undefined;
    const refused = (reason: string): SchemaFault[] => [
      { code, message: `The ${key} ${reason}.`, path: [...path, key] },
    ];
    if (pattern !== undefined && typeof value === 'string' && value.length > longestMatchedDefault) {
      return refused(`of a setting with a pattern has at most ${longestMatchedDefault} characters`);
    }
    const fault = valueFault(value, { type, min, max, isUrl: hasUrl, pattern });
    return fault === undefined ? [] : refused(fault.reason);
  });
}

/** Returns the settings whose patterns are checked. Plugins are untrusted, so their number is limited. */
function checkedPatterns(settings: readonly PartialSetting[]): readonly PartialSetting[] {
  return settings.filter(({ pattern }) => pattern !== undefined).slice(0, mostPatterns);
}

function patternsOf(settings: readonly PartialSetting[]): readonly string[] {
  return settings.flatMap(({ pattern }) => pattern ?? []);
}

const validationCode = 'PLUGIN_SETTING_VALIDATION_INVALID';

/**
 * Checks `validation: "url"` and `pattern`: both only for text. A pattern must run in bounded time and is not allowed
 * for secrets.
 */
function settingValidations(manifest: unknown): readonly SchemaFault[] {
  const settings = partialSettings(manifest);
  const checked = checkedPatterns(settings);
  const further = settings.filter(({ pattern }) => pattern !== undefined)[mostPatterns];
  const tooMany: SchemaFault[] = further === undefined ? [] : [tooManyPatterns(further)];
  const invalid = settingPatternFaults(patternsOf(checked));
  return [...settings.flatMap(urlFaults), ...checked.flatMap((setting) => patternFaults(setting, invalid)), ...tooMany];
}

function tooManyPatterns({ path }: PartialSetting): SchemaFault {
  const message = `A plugin has at most ${mostPatterns} settings with a pattern.`;
  return { code: validationCode, message, path: [...path, 'pattern'] };
}

function urlFaults({ type, hasUrl, path }: PartialSetting): readonly SchemaFault[] {
  if (!hasUrl || type === undefined || type === 'string') return [];
  return [{ code: validationCode, message: `A ${type} can't be a URL.`, path: [...path, 'validation'] }];
}

function patternFaults(
  { type, isSecret, pattern, path }: PartialSetting,
  invalid: ReadonlyMap<string, string>,
): readonly SchemaFault[] {
  if (pattern === undefined) return [];
  const at = [...path, 'pattern'];
  if (type === 'number' || type === 'boolean')
    return [{ code: validationCode, message: `A ${type} has no pattern.`, path: at }];
  if (isSecret) return [{ code: validationCode, message: 'A secret has no pattern.', path: at }];
  const message = invalid.get(pattern);
  return message === undefined ? [] : [{ code: validationCode, message, path: at }];
}
