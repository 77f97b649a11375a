import { pluginHooks } from '../../generated/hooks';
import type { AnyHooks, Hooks, Types } from './hooks';
import type { Actor, Row } from './types';

type Values = Readonly<Record<string, unknown>>;

/** The types of a record of any entity. */
interface AnyRecord extends Types {
  readonly record: Row & Values;
  readonly input: Values;
  readonly patch: Values;
  readonly where: object;
}

interface PluginContext {
  /** The name of the entity: `OrderLine`. */
  readonly entity: string;
  /** Whether the application itself reads or writes, such as a job. */
  readonly isApplication: boolean;
}

/**
 * Hooks of a plugin: for every entity, or with the types of one, `PluginHooks<EntityTypes['Order']>`.
 * They run in the order of the plugins’ names. Those before a write run before the project’s own
 * hooks, and those after a write run after them.
 */
export type PluginHooks<Known extends Types = AnyRecord> = Hooks<Known, PluginContext>;

type AnyPluginHooks = PluginHooks<Types>;

/** The module with the hooks of a plugin for an entity, or for every entity (`*`). */
export interface RegisteredHooks {
  readonly entity: string;
  readonly load: () => Promise<AnyPluginHooks>;
}

/** Adds the hooks of plugins to the hooks of an entity. */
export async function withPluginHooks(
  entity: string,
  own: AnyHooks,
  { isApplication }: Pick<Actor, 'isApplication'>,
): Promise<AnyHooks> {
  const chosen = pluginHooks.filter((one) => one.entity === '*' || one.entity === entity);
  if (chosen.length === 0) return own;
  const loaded = await Promise.all(chosen.map(({ load }) => load()));
  const extra = { entity, isApplication };
  return {
    ...hooksBefore([...loaded, own], extra),
    ...hooksAfter([own, ...loaded], extra),
  };
}

type Every = readonly AnyPluginHooks[];

/** Returns hooks that run all given hooks. Each receives the data that the hook before it returned. */
function hooksBefore(every: Every, extra: PluginContext): AnyHooks {
  return {
    ...(has(every, 'beforeRead') && {
      async beforeRead(context) {
        const limits: object[] = [];
        for (const hooks of every) {
          const limit = await hooks.beforeRead?.({ ...context, ...extra });
          if (limit) limits.push(limit);
        }
        return limits.length > 0 ? { AND: limits } : undefined;
      },
    }),
    ...(has(every, 'beforeCreate') && {
      async beforeCreate(context) {
        let { data } = context;
        for (const hooks of every) {
          data = (await hooks.beforeCreate?.({ ...context, ...extra, data })) ?? data;
        }
        return data;
      },
    }),
    ...(has(every, 'beforeUpdate') && {
      async beforeUpdate(context) {
        let { data } = context;
        for (const hooks of every) {
          data = (await hooks.beforeUpdate?.({ ...context, ...extra, data })) ?? data;
        }
        return data;
      },
    }),
    ...(has(every, 'beforeDelete') && {
      async beforeDelete(context) {
        for (const hooks of every) await hooks.beforeDelete?.({ ...context, ...extra });
      },
    }),
  };
}

function hooksAfter(every: Every, extra: PluginContext): AnyHooks {
  return {
    ...(has(every, 'afterCreate') && {
      async afterCreate(context) {
        for (const hooks of every) await hooks.afterCreate?.({ ...context, ...extra });
      },
    }),
    ...(has(every, 'afterUpdate') && {
      async afterUpdate(context) {
        for (const hooks of every) await hooks.afterUpdate?.({ ...context, ...extra });
      },
    }),
    ...(has(every, 'afterDelete') && {
      async afterDelete(context) {
        for (const hooks of every) await hooks.afterDelete?.({ ...context, ...extra });
      },
    }),
  };
}

function has(every: Every, name: keyof AnyPluginHooks): boolean {
  return every.some((hooks) => hooks[name] !== undefined);
}
