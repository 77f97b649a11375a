import { isSettingKey } from '../../../sandbox/index.ts';
import type { SchemaFault } from '../../core/schema-check.ts';
import { partialSettings } from './partial-setting.ts';

/**
 * Checks the keys of `settings.schema`: letters, digits, `_` and `-`, and not a property that all JavaScript objects
 * have.
 */
export function settingKeys(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest)
    .filter(({ key }) => !isSettingKey(key) || key in Object.prototype)
    .map(({ key, path }) => ({
      code: 'PLUGIN_SETTING_KEY_INVALID',
      message: `${JSON.stringify(key)} can't be the key of a setting.`,
      path,
      inKey: true,
    }));
}
