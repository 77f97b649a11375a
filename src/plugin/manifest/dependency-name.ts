import { isPackageName } from '../../config/names.ts';
import type { SchemaFault } from '../../core/schema-check.ts';
import { entriesAt } from './validated-text.ts';

/** Keys of `dependencies`: names npm takes for packages, never those of Node's own modules. */
export function dependencyNames(manifest: unknown): readonly SchemaFault[] {
  return entriesAt(manifest, 'dependencies')
    .filter(([name]) => !isPackageName(name) || name in Object.prototype)
    .map(([name]) => ({
      code: 'PLUGIN_DEPENDENCY_NAME_INVALID',
      message: `${JSON.stringify(name)} can't be the name of a package.`,
      path: ['dependencies', name],
      inKey: true,
    }));
}
