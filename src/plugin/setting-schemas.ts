import type { SettingSchema } from '../../sandbox/index.ts';
import type { Contribution } from './plugin.ts';

/** What describes a plugin's settings, by key: its manifest, then what it adds with `registerSettings`. */
export function settingSchemas({
  manifest,
  operations,
}: Pick<Contribution, 'manifest' | 'operations'>): Readonly<Record<string, SettingSchema>> {
  const called = operations.filter((operation) => operation.kind === 'registerSettings');
  return Object.fromEntries(
    [manifest.settings, ...called.map(({ schema }) => schema)].flatMap(Object.entries<SettingSchema>),
  );
}
