import type { SchemaFault } from '../../core/schema-check.ts';
import { partialSettings, type RoughSetting } from './partial-setting.ts';

/**
 * What belongs to secrets only, and what a secret can't have: a default would be the same secret in every project
 * that has the plugin.
 */
export function settingSecrets(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap((entry) =>
    faults(entry).map(([key, message]) => ({
      code: 'PLUGIN_SETTING_SECRET_INVALID',
      message,
      path: [...entry.path, key],
    })),
  );
}

function faults({ isSecret, isGenerated, type, default: value }: RoughSetting): readonly [string, string][] {
  const found: [string, string][] = [];
  if (isSecret && value !== undefined) found.push(['default', 'A secret has no default.']);
  if (!isSecret && isGenerated) found.push(['generate', 'Only a secret can be generated.']);
  if (isSecret && isGenerated && type !== undefined && type !== 'string') {
    found.push(['generate', `A generated secret is text, not a ${type}.`]);
  }
  return found;
}
