import { guards } from '../../generated/guards';
import { HttpProblem } from '../problem';
import type { AnyHooks } from './hooks';
import type { Actor, Database, Row, User } from './types';

/** The operations that a plugin can refuse for an entity whose model it provides. */
export type Write = 'create' | 'update' | 'delete';

type Values = Readonly<Record<string, unknown>>;

type Result<Value> = Value | undefined | void | Promise<Value | undefined | void>;

interface Context {
  /** The signed-in user; null for anonymous callers and for the application itself. */
  readonly user: User | null;
  /** Whether the application itself writes, such as a job. */
  readonly isApplication: boolean;
  /** The transaction of the write. An error rolls it back. */
  readonly tx: Database;
}

/**
 * The rules of a plugin for the records of its model. They run after the project’s own hooks, in the
 * same transaction, so they see the values that are stored. A hook refuses a write by throwing an
 * `HttpProblem`.
 */
export interface GuardHooks {
  /** Returns the values to store, or nothing to keep them. */
  beforeCreate?(context: Context & { readonly data: Values }): Result<Values>;
  /** Returns the changes to store, or nothing to keep them. */
  beforeUpdate?(
    context: Context & { readonly data: Values; readonly previous: Row },
  ): Result<Values>;
  beforeDelete?(context: Context & { readonly previous: Row }): Result<never>;
}

/** The rules of a plugin for an entity. */
export interface ModelGuard {
  readonly plugin: string;
  /** The operations that are not offered. */
  readonly refuse: readonly Write[];
  /** The fields that are never written. */
  readonly readOnly: readonly string[];
  readonly hooks?: () => Promise<GuardHooks>;
}

/** Returns whether an entity offers an operation. */
export function isOffered(entity: string, operation: Write): boolean {
  return guards.get(entity)?.refuse.includes(operation) !== true;
}

/** Returns the operations of a list that an entity offers. */
export function offeredOf(entity: string, operations: readonly Write[]): readonly Write[] {
  return operations.filter((operation) => isOffered(entity, operation));
}

/** The response to an operation that is not offered, also not to the application. */
export function notOffered(entity: string, operation: Write): HttpProblem {
  const plugin = guards.get(entity)?.plugin ?? 'a plugin';
  return new HttpProblem(405, {
    code: 'not_offered',
    detail: `${entity} does not offer "${operation}": its records belong to ${plugin}.`,
  });
}

/** Adds the rules of a plugin to the hooks of an entity. */
export async function withGuard(entity: string, own: AnyHooks, actor: Actor): Promise<AnyHooks> {
  const guard = guards.get(entity);
  if (guard === undefined) return own;
  const { beforeCreate, beforeUpdate, beforeDelete } = (await guard.hooks?.()) ?? {};
  const { isApplication } = actor;
  const isLimited = guard.readOnly.length > 0;
  return {
    ...own,
    ...((beforeCreate ?? isLimited) && {
      async beforeCreate(context) {
        const data = { ...((await own.beforeCreate?.(context)) ?? context.data) };
        requireWritable(entity, data, guard);
        return (await beforeCreate?.({ ...context, data, isApplication })) ?? data;
      },
    }),
    ...((beforeUpdate ?? isLimited) && {
      async beforeUpdate(context) {
        const { previous } = context;
        const data = { ...((await own.beforeUpdate?.(context)) ?? context.data) };
        requireWritable(entity, data, guard);
        const row = previous as Row;
        return (await beforeUpdate?.({ ...context, previous: row, data, isApplication })) ?? data;
      },
    }),
    ...(beforeDelete && {
      async beforeDelete(context) {
        await own.beforeDelete?.(context);
        await beforeDelete({ ...context, previous: context.previous as Row, isApplication });
      },
    }),
  };
}

/** @throws Error if the project’s own code sets a field that only the plugin writes */
function requireWritable(entity: string, data: object, { plugin, readOnly }: ModelGuard): void {
  const field = readOnly.find((name) => Object.hasOwn(data, name));
  if (field === undefined) return;
  throw new Error(`Do not set ${entity}.${field} in hooks or jobs: only ${plugin} writes it.`);
}
