import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';

/** Returns plausible values for required settings without a default, by key. Omits secrets. */
export function sampleSettings(
  schemas: Readonly<Record<string, SettingSchema>>,
): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([key, schema]) => (needsValue(schema) ? [[key, plausible(schema)]] : [])),
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
