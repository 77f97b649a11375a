import type { SchemaFault } from '../../core/schema-check.ts';
import { patternFault } from '../../config/pattern.ts';
import { valueFault } from '../setting-value.ts';
import { partialSettings } from './partial-setting.ts';

/** Checks `default`: it must be a valid value of the setting. */
export function settingDefaults(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap(({ type, default: value, min, max, hasUrl, pattern, path }) => {
    if (type === undefined || value === undefined) return [];
    const fault = valueFault(value, { type, min, max, isUrl: hasUrl, pattern: isSound(pattern) ? pattern : undefined });
    if (fault === undefined) return [];
    const message = `The default ${fault.reason}.`;
    return [{ code: 'PLUGIN_SETTING_DEFAULT_INVALID', message, path: [...path, 'default'] }];
  });
}

/** Returns whether a pattern is valid. Other rules report invalid patterns. */
function isSound(pattern: string | undefined): boolean {
  return pattern !== undefined && patternFault(pattern) === undefined;
}
