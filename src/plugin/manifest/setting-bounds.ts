import type { SchemaFault } from '../../core/schema-check.ts';
import { partialSettings, type RoughSetting } from './partial-setting.ts';

/** Checks `min` and `max`: only for numbers, and `min` is not greater than `max`. */
export function settingBounds(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap(misplaced);
}

function misplaced({ type, min, max, path }: RoughSetting): readonly SchemaFault[] {
  const code = 'PLUGIN_SETTING_BOUNDS_INVALID';
  if (type === 'string' || type === 'boolean') {
    const given = [...(min === undefined ? [] : ['min']), ...(max === undefined ? [] : ['max'])];
    return given.map((bound) => ({ code, message: `A ${type} has no "${bound}".`, path: [...path, bound] }));
  }
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ code, message: `"min" (${min}) is greater than "max" (${max}).`, path: [...path, 'min'] }];
}
