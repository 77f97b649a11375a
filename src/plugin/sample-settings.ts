import type { SettingSchema, SettingValue } from '../../sandbox/index.ts';

/**
 * Returns values for settings without a default, by key: the samples of their schemas, and plausible values for required
 * settings without a sample. Omits secrets.
 */
export function sampleSettings(
  schemas: Readonly<Record<string, SettingSchema>>,
): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([key, schema]) => {
      const value = sampleOf(schema);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function sampleOf(schema: SettingSchema): SettingValue | undefined {
  const { required, secret, default: given, sample } = schema;
  if (secret === true || (given !== undefined && given !== '')) return undefined;
  return sample ?? (required === true ? plausible(schema) : undefined);
}

function plausible({ type, validation, min, max }: SettingSchema): SettingValue {
  if (type === 'boolean') return true;
  if (type === 'number') return min ?? Math.min(1, max ?? 1);
  return validation === 'url' ? 'https://example.com' : 'example';
}
