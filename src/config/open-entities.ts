import type { OpenEntity, WriteOperation } from './config.ts';

const words: Readonly<Record<WriteOperation, string>> = { create: 'create', update: 'change', delete: 'delete' };

/** Limit of entities that a sentence names. */
const mostNamed = 12;

/** Returns sentences such as `Anyone can create, change and delete Product and Order.` */
export function openSentences(open: readonly OpenEntity[]): readonly string[] {
  const groups = Map.groupBy(open, ({ operations }) => enumeration(operations.map((operation) => words[operation])));
  return [...groups].map(([verbs, entities]) => {
    const more = entities.length - mostNamed;
    const names = entities.map(({ name }) => name);
    const shown = more > 1 ? [...names.slice(0, mostNamed), `${more} more entities`] : names;
    return `Anyone can ${verbs} ${enumeration(shown)}.`;
  });
}

/** Joins words: `a, b and c`. */
function enumeration(list: readonly string[]): string {
  const [last = '', ...before] = list.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}
