import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { secretVariable } from '../plugin/secrets.ts';
import { settingSchemas } from '../plugin/setting-schemas.ts';

/** A plugin setting in a project. */
export interface PluginSetting {
  readonly plugin: string;
  readonly key: string;
  readonly schema: SettingSchema;
  readonly isSecret: boolean;
  /** The environment variable: always set for a secret, optional for other settings. */
  readonly variable?: string;
  /** The value from `genlock.json` or the default. An environment variable can override it. Never set for a secret. */
  readonly value?: SettingValue;
}

/** Returns the settings from the manifest, followed by the settings from `registerSettings`. */
export function settingsOf({ manifest, settings, operations }: Contribution): PluginSetting[] {
  return Object.entries(settingSchemas({ manifest, operations })).map(([key, schema]) => {
    const known = { plugin: manifest.name, key, schema, isSecret: schema.secret === true };
    if (known.isSecret) return { ...known, variable: secretVariable(manifest.name, key, schema) };
    const value = settings[key] ?? schema.default;
    const open = schema.env === undefined ? known : { ...known, variable: schema.env };
    return value === undefined ? open : { ...open, value };
  });
}
