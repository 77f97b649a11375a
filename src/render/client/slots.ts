import { slotNames, type RegisterSlot } from '../../../sandbox/index.ts';
import { compareText } from '../../core/tree.ts';
import { braces, type Code, lines, objects, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { pathOf } from './names.ts';

/** `client/generated/slots.ts`: the components of plugins in the pages, by place. */
export const slots: Emitter = function* (input) {
  const entries = entriesOf(input);
  const members = slotNames.toSorted(compareText).map((name): Code => {
    const components = entries.filter(({ slot }) => slot === name).map(({ code }) => code);
    return [`${name}: `, objects(components)];
  });
  yield {
    path: 'client/generated/slots.ts',
    content: print(
      paragraphs([
        lines([
          header,
          ...(entries.length === 0 ? [] : ["import { lazy } from 'react';"]),
          "import type { Slots } from '@/lib/slots';",
        ]),
        lines([
          '/** The components of plugins in the pages, by place. A page loads the components that it shows. */',
          rows('export const slots: Slots = {', members, '};'),
        ]),
      ]),
    ),
  };
};

interface Entry {
  readonly slot: RegisterSlot['slot'];
  readonly code: Code;
}

/** Returns the components in the order of the plugins. A component for an entity that does not exist is left out. */
function entriesOf({ contributions, model }: RenderInput): readonly Entry[] {
  const paths = new Map(model.entities.map((entity) => [entity.names.pascal, pathOf(entity)]));
  const operations = contributions.flatMap((contribution) => contribution.operations);
  return operations.flatMap((operation) => {
    if (operation.kind !== 'registerSlot') return [];
    const { slot, entity } = operation;
    const path = entity === undefined ? undefined : paths.get(entity);
    if (entity !== undefined && path === undefined) return [];
    return [{ slot, code: entryCode(operation, path) }];
  });
}

function entryCode({ module }: RegisterSlot, path: string | undefined): Code {
  const from = module.replace(/^client\//u, '@/').replace(/(?:\/index)?\.[jt]sx?$/u, '');
  const component: Code = ['Component: ', `lazy(() => import(${quote(from)}))`];
  return braces([...(path === undefined ? [] : [property('path', quote(path))]), component]);
}
