import { patternFault } from '../../config/pattern.ts';
import type { SchemaFault } from '../../core/schema-check.ts';
import { partialSettings, type RoughSetting } from './partial-setting.ts';

const code = 'PLUGIN_SETTING_VALIDATION_INVALID';

/**
 * Checks `validation: "url"` and `pattern`: both only for text. A pattern must run in bounded time and is not allowed
 * for secrets.
 */
export function settingValidations(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap((setting) => [...urlFaults(setting), ...patternFaults(setting)]);
}

function urlFaults({ type, hasUrl, path }: RoughSetting): readonly SchemaFault[] {
  if (!hasUrl || type === undefined || type === 'string') return [];
  return [{ code, message: `A ${type} can't be a URL.`, path: [...path, 'validation'] }];
}

function patternFaults({ type, isSecret, pattern, path }: RoughSetting): readonly SchemaFault[] {
  if (pattern === undefined) return [];
  const at = [...path, 'pattern'];
  if (type === 'number' || type === 'boolean') return [{ code, message: `A ${type} has no pattern.`, path: at }];
  if (isSecret) return [{ code, message: 'A secret has no pattern.', path: at }];
  const fault = patternFault(pattern);
  return fault === undefined ? [] : [{ code, message: fault.message, path: at }];
}
