import type { EntityModel, Guard } from '../../data-layer/model.ts';
import { type Code, lazyMember, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';

/** `server/generated/guards.ts`: the rules of plugins for entities whose models they provide. */
export const modelGuards: Emitter = function* ({ model }) {
  const guarded = model.entities.flatMap(({ guard, names }) => (guard === undefined ? [] : [guardEntry(names, guard)]));
  yield {
    path: 'server/generated/guards.ts',
    content: print(
      paragraphs([
        lines([header, "import type { ModelGuard } from '../lib/records/guards';"]),
        lines([
          '/** The rules of plugins for entities whose models they provide, by entity. */',
          [
            'export const guards: ReadonlyMap<string, ModelGuard> = ',
            guarded.length === 0 ? 'new Map();' : rows('new Map<string, ModelGuard>([', guarded, ']);'),
          ],
        ]),
      ]),
    ),
  };
};

function guardEntry({ pascal }: EntityModel['names'], { plugin, refuse, readOnly, module }: Guard): Code {
  const rules = [
    ['plugin: ', quote(plugin)],
    ['refuse: ', list('[', [...refuse].map(quote), ']')],
    ['readOnly: ', list('[', [...readOnly].map(quote), ']')],
    ...(module === undefined
      ? []
      : [['hooks: async () => ', lazyMember(`../${module.replace(/^server\//u, '')}`, 'hooks')]]),
  ];
  return rows('[', [quote(pascal), rows('{', rules, '}')], ']');
}
