import { everyEntity, type RegisterHooks } from '../../../sandbox/index.ts';
import { type Problem, throwProblems } from '../../errors/error.ts';
import { type Code, lazyMember, lines, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';

/**
 * `server/generated/hooks.ts`: the hooks of plugins. Hooks for every entity have one entry, so a new entity needs no run
 * of the plugin.
 */
export const pluginHooks: Emitter = function* (input) {
  const all = registeredHooks(input);
  requireEntities(all, input);
  const list = 'export const pluginHooks: readonly RegisteredHooks[] = ';
  yield {
    path: 'server/generated/hooks.ts',
    content: print(
      paragraphs([
        lines([header, "import type { RegisteredHooks } from '../lib/records/plugin-hooks';"]),
        lines([
          '/** The hooks of plugins, in order. The entity `*` is every entity. */',
          [list, all.length === 0 ? '[];' : rows('[', all.map(entry), '];')],
        ]),
      ]),
    ),
  };
};

interface Registered {
  readonly plugin: string;
  readonly operation: RegisterHooks;
}

/** Returns the hooks of all plugins, by the names of the plugins and in the order of their calls. */
function registeredHooks({ contributions }: RenderInput): readonly Registered[] {
  return contributions.flatMap(({ manifest, operations }) =>
    operations.flatMap((operation) =>
      operation.kind === 'registerHooks' ? [{ plugin: manifest.name, operation }] : [],
    ),
  );
}

/** @throws GenlockError `DATA_HOOKS_ENTITY` if the entity of hooks does not exist, all plugins at once */
function requireEntities(all: readonly Registered[], { model }: RenderInput): void {
  const known = new Set([everyEntity, ...model.entities.map(({ names }) => names.pascal)]);
  throwProblems(
    all
      .filter(({ operation }) => !known.has(operation.entity))
      .map(({ plugin, operation: { entity } }): Problem => ({
        code: 'DATA_HOOKS_ENTITY',
        message: `${plugin} has hooks for the entity ${entity}, which does not exist`,
      })),
  );
}

function entry({ operation: { entity, module } }: Registered): Code {
  const path = module.replace(/^server\//u, '../').replace(/(?:\/index)?\.[jt]sx?$/u, '');
  return rows(
    '{',
    [
      ['entity: ', quote(entity)],
      ['load: async () => ', lazyMember(path, 'hooks')],
    ],
    '}',
  );
}
