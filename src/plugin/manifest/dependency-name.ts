import { isPackageName } from '../../config/names.ts';
import type { SchemaFault } from '../../core/schema-check.ts';
import { entriesAt } from './validated-text.ts';

/** Checks the keys of `dependencies`: valid npm package names that are not Node's built-in modules. */
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
