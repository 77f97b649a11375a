import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { Manifest } from './plugin.ts';

/** Plausible values for the settings a plugin can't do without: what somebody who uses it might write. */
export function sampleSettings({ settings }: Manifest): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, schema]) => (needsValue(schema) ? [[key, plausible(schema)]] : [])),
  );
}

function needsValue({ required, secret, default: given }: SettingSchema): boolean {
  return required === true && secret !== true && (given === undefined || given === '');
}

function plausible({ type, validation, min, max }: SettingSchema): SettingValue {
  if (type === 'boolean') return true;
  if (type === 'number') return min ?? Math.min(1, max ?? 1);
  return validation === 'url' ? 'https://example.com' : 'example';
}
