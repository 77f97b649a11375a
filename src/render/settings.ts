import { GenlockError } from '../errors/error.ts';
import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { secretVariable } from '../plugin/secrets.ts';

/** One setting of a plugin, as the project knows it. */
export interface PluginSetting {
  readonly plugin: string;
  readonly key: string;
  readonly schema: SettingSchema;
  /** The environment variable of a secret. */
  readonly variable?: string;
  /** What `genlock.json` or the default says; never set for a secret. */
  readonly value?: SettingValue;
}

/**
 * What the manifest describes and what `registerSettings` adds to it, in that order.
 *
 * @throws GenlockError `RENDER_SETTING_CLASH` where a call contradicts the manifest or names another plugin
 */
export function settingsOf({ manifest, settings, operations }: Contribution): PluginSetting[] {
  const schemas = new Map(Object.entries(manifest.settings));
  for (const operation of operations) {
    if (operation.kind !== 'registerSettings') continue;
    if (operation.pluginId !== manifest.name) {
      throw clash(`${manifest.name} registers settings of ${operation.pluginId}`);
    }
    for (const [key, schema] of Object.entries(operation.schema)) {
      const described = schemas.get(key);
      if (described !== undefined && !sameSchema(described, schema)) {
        throw clash(`${manifest.name} registers the setting ${key} in another way than its manifest describes it`);
      }
      schemas.set(key, schema);
    }
  }
  return [...schemas].map(([key, schema]) => {
    const known = { plugin: manifest.name, key, schema };
    if (schema.secret === true) return { ...known, variable: secretVariable(manifest.name, key, schema) };
    const value = settings[key] ?? schema.default;
    return value === undefined ? known : { ...known, value };
  });
}

function sameSchema(one: SettingSchema, other: SettingSchema): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return entries.length === values.size && entries.every(([key, value]) => values.get(key) === value);
}

function clash(message: string): GenlockError {
  return new GenlockError({ code: 'RENDER_SETTING_CLASH', message });
}
