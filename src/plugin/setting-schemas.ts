import type { SettingSchema } from '../../sandbox/index.ts';
import type { Contribution } from './plugin.ts';

/**
 * Returns the schemas of a plugin's settings by key: settings of the manifest, then settings from `registerSettings`.
 */
export function settingSchemas({
  manifest,
  operations,
}: Pick<Contribution, 'manifest' | 'operations'>): Readonly<Record<string, SettingSchema>> {
  const called = operations.filter((operation) => operation.kind === 'registerSettings');
  return Object.fromEntries(
    [manifest.settings, ...called.map(({ schema }) => schema)].flatMap(Object.entries<SettingSchema>),
  );
}
