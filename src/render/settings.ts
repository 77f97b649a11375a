import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { secretVariable } from '../plugin/secrets.ts';
import { settingSchemas } from '../plugin/setting-schemas.ts';

/** One setting of a plugin, as the project knows it. */
export interface PluginSetting {
  readonly plugin: string;
  readonly key: string;
  readonly schema: SettingSchema;
  readonly isSecret: boolean;
  /** The environment variable: of a secret always, of another setting if its entry names one. */
  readonly variable?: string;
  /** What `genlock.json` or the default says, and a variable may overrule; never set for a secret. */
  readonly value?: SettingValue;
}

/** What the manifest describes and what `registerSettings` adds to it, in that order. */
export function settingsOf({ manifest, settings, operations }: Contribution): PluginSetting[] {
  return Object.entries(settingSchemas({ manifest, operations })).map(([key, schema]) => {
    const known = { plugin: manifest.name, key, schema, isSecret: schema.secret === true };
    if (known.isSecret) return { ...known, variable: secretVariable(manifest.name, key, schema) };
    const value = settings[key] ?? schema.default;
    const open = schema.env === undefined ? known : { ...known, variable: schema.env };
    return value === undefined ? open : { ...open, value };
  });
}
