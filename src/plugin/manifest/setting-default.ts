import type { Finding } from '../../config/shape.ts';
import { valueFault } from '../setting-value.ts';
import { roughSettings } from './rough-setting.ts';

/** `default`: a value the setting itself would take. */
export function settingDefaults(manifest: unknown): readonly Finding[] {
  return roughSettings(manifest).flatMap(({ type, default: value, min, max, hasUrl, path }) => {
    if (type === undefined || value === undefined) return [];
    const fault = valueFault(value, { type, min, max, isUrl: hasUrl });
    if (fault === undefined) return [];
    const message = `The default ${fault.reason}.`;
    return [{ code: 'PLUGIN_SETTING_DEFAULT_INVALID', message, path: [...path, 'default'] }];
  });
}
