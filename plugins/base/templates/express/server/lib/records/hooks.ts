import type { EntityTypes } from '../../generated/entity-types';
import { withGuard } from './guards';
import { withPluginHooks } from './plugin-hooks';
import { type Actor, application, type Database, type User } from './types';

/** The types of one entity in hooks. */
export interface Types {
  readonly record: object;
  readonly input: object;
  readonly patch: object;
  readonly where: object;
}

type Result<Value> = Value | undefined | void | Promise<Value | undefined | void>;

interface Context {
  /** The signed-in user; null for anonymous callers and for the application itself. */
  readonly user: User | null;
  /**
   * The database. In a write, this is its transaction: an error rolls it back. On SQLite, a query
   * outside it would wait for its end.
   */
  readonly tx: Database;
}

/**
 * Functions that run with every read or write of an entity’s records: in the API, in bulk requests,
 * in the admin area and in jobs. A hook refuses a request by throwing an `HttpProblem`.
 */
export interface Hooks<Known extends Types, Extra extends object = object> {
  /** Returns a condition that limits the accessible records. */
  beforeRead?(context: Context & Extra): Result<Known['where']>;
  /** Returns the data to store, or nothing to keep it. */
  beforeCreate?(
    context: Context & Extra & { readonly data: Known['input'] },
  ): Result<Known['input']>;
  afterCreate?(context: Context & Extra & { readonly record: Known['record'] }): Result<never>;
  /** Returns the changes to store, or nothing to keep them. */
  beforeUpdate?(
    context: Context &
      Extra & { readonly data: Known['patch']; readonly previous: Known['record'] },
  ): Result<Known['patch']>;
  afterUpdate?(
    context: Context &
      Extra & { readonly record: Known['record']; readonly previous: Known['record'] },
  ): Result<never>;
  beforeDelete?(context: Context & Extra & { readonly previous: Known['record'] }): Result<never>;
  afterDelete?(context: Context & Extra & { readonly previous: Known['record'] }): Result<never>;
}

/** Hooks whose types match the records at run time. */
export type AnyHooks = Hooks<Types>;

/** The default export of a file in `server/hooks`. */
export interface EntityHooks {
  readonly entity: keyof EntityTypes & string;
  readonly hooks: AnyHooks;
}

/** Defines the hooks of an entity. The file `server/hooks/order-line.ts` belongs to `OrderLine`. */
export function defineHooks<Name extends keyof EntityTypes & string>(
  entity: Name,
  hooks: Hooks<EntityTypes[Name]>,
): EntityHooks {
  return { entity, hooks };
}

const none: AnyHooks = {};

/** The hooks after they have loaded. An import takes time even if the module is loaded. */
let loaded: ReadonlyMap<string, AnyHooks> | undefined;

/**
 * Returns the hooks of an entity, with the hooks of plugins and the rules of the plugin that
 * provides its model. They load at the first use, because they may import its records.
 */
export async function hooksOf(entity: string, actor: Actor = application): Promise<AnyHooks> {
  loaded ??= (await import('./own-hooks')).ownHooks;
  const own = await withPluginHooks(entity, loaded.get(entity) ?? none, actor);
  return withGuard(entity, own, actor);
}
