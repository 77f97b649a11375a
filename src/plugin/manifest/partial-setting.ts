import type { SettingValue } from '../../../sandbox/index.ts';
import type { JsonPath } from '../../core/json-document.ts';
import { entriesAt, valueAt } from './validated-text.ts';

/** Readable parts of a `settings.schema` entry. Values of a wrong type are omitted. */
export interface PartialSetting {
  readonly key: string;
  readonly path: JsonPath;
  readonly type?: 'string' | 'number' | 'boolean' | undefined;
  readonly default?: SettingValue | undefined;
  readonly sample?: SettingValue | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isSecret: boolean;
  readonly isGenerated: boolean;
  readonly hasUrl: boolean;
  readonly pattern?: string | undefined;
  readonly env?: string | undefined;
}

/** Returns all entries of a manifest, so that an invalid entry does not hide errors in the others. */
export function partialSettings(manifest: unknown): readonly PartialSetting[] {
  return entriesAt(valueAt(manifest, 'settings'), 'schema').map(([key, entry]) => {
    const [type, env] = [valueAt(entry, 'type'), valueAt(entry, 'env')];
    const pattern = valueAt(entry, 'pattern');
    return {
      key,
      path: ['settings', 'schema', key],
      type: type === 'string' || type === 'number' || type === 'boolean' ? type : undefined,
      default: settingValueAt(entry, 'default'),
      sample: settingValueAt(entry, 'sample'),
      min: numberAt(entry, 'min'),
      max: numberAt(entry, 'max'),
      isSecret: valueAt(entry, 'secret') === true,
      isGenerated: valueAt(entry, 'generate') === true,
      hasUrl: valueAt(entry, 'validation') === 'url',
      pattern: typeof pattern === 'string' ? pattern : undefined,
      env: typeof env === 'string' ? env : undefined,
    };
  });
}

function settingValueAt(entry: unknown, key: string): SettingValue | undefined {
  const value = valueAt(entry, key);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function numberAt(entry: unknown, key: string): number | undefined {
  const value = valueAt(entry, key);
  return typeof value === 'number' ? value : undefined;
}
