import type { SchemaFault } from '../../core/schema-check.ts';
import { isReservedVariable, secretVariable } from '../secrets.ts';
import { valueAt } from './validated-text.ts';
import { partialSettings, type PartialSetting } from './partial-setting.ts';

/**
 * Checks the environment variables of settings: each is unique and not reserved by the application, Node or other
 * tools.
 */
export function settingVariables(manifest: unknown): readonly SchemaFault[] {
  const name = valueAt(manifest, 'name');
  const plugin = typeof name === 'string' ? name : '';
  const isAuth = valueAt(manifest, 'provides') === 'auth';
  const taken = new Map<string, string>();
  return partialSettings(manifest)
    .filter(({ isSecret, env }) => isSecret || env !== undefined)
    .flatMap((entry) => {
      const variable = secretVariable(plugin, entry.key, entry.env === undefined ? {} : { env: entry.env });
      const twin = taken.get(variable);
      if (twin === undefined) taken.set(variable, entry.key);
      if (twin !== undefined) return [fault(entry, `${variable} is already the variable of "${twin}".`)];
      return isReservedVariable(variable, { isAuth })
        ? [fault(entry, `${variable} can't be the variable of a setting.`)]
        : [];
    });
}

function fault({ path, env }: PartialSetting, message: string): SchemaFault {
  const code = 'PLUGIN_SETTING_ENV_INVALID';
  return env === undefined ? { code, message, path, inKey: true } : { code, message, path: [...path, 'env'] };
}
