import type { Finding } from '../../config/shape.ts';
import { roughSettings } from './rough-setting.ts';

/** `validation: "url"`: of text only. */
export function settingValidations(manifest: unknown): readonly Finding[] {
  return roughSettings(manifest)
    .filter(({ hasUrl, type }) => hasUrl && type !== undefined && type !== 'string')
    .map(({ type, path }) => ({
      code: 'PLUGIN_SETTING_VALIDATION_INVALID',
      message: `A ${type} can't be a URL.`,
      path: [...path, 'validation'],
    }));
}
