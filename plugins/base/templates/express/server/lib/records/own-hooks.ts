import { hookFiles } from '../../generated/entity-types';
import type { AnyHooks, EntityHooks } from './hooks';

type Modules = Readonly<Record<string, { readonly default?: unknown }>>;

/**
 * Returns the hooks of every entity that has a file.
 *
 * @throws Error if the default export of a file is not `defineHooks(…)`, or if the file does not
 *   have the name of its entity
 */
export function readHooks(modules: Modules): ReadonlyMap<string, AnyHooks> {
  const known = new Map<string, AnyHooks>();
  for (const [path, { default: exported }] of Object.entries(modules)) {
    const file = path.slice(path.lastIndexOf('/') + 1);
    if (!isEntityHooks(exported)) {
      throw new Error(`Use defineHooks as the default export of server/hooks/${file}.`);
    }
    const { entity } = exported;
    const expected = hookFiles.get(entity);
    if (expected === undefined)
      throw new Error(`server/hooks/${file}: no entity is named ${entity}.`);
    if (file !== expected) {
      throw new Error(`Rename server/hooks/${file} to ${expected}, the file of ${entity}.`);
    }
    known.set(entity, exported.hooks);
  }
  return known;
}

function isEntityHooks(value: unknown): value is EntityHooks {
  return typeof value === 'object' && value !== null && 'entity' in value && 'hooks' in value;
}

/** The hooks of the project, by entity. */
export const ownHooks = readHooks(
  import.meta.glob<{ default?: unknown }>(['../../hooks/*.ts', '!../../hooks/*.test.ts'], {
    eager: true,
  }),
);
