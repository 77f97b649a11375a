import { authPlugin } from '../../config/names.ts';
import { readConfig } from '../../config/read.ts';
import { GenlockError } from '../../errors/error.ts';
import type { Plugin } from '../../plugin/plugin.ts';

/**
 * Entities of a project. `names`: entities with names that the plugin uses itself, so that a clear refusal is also a
 * valid result.
 */
export const graphNames = ['none', 'one', 'relations', 'large', 'names'] as const;
export type GraphName = (typeof graphNames)[number];

/** An entity as `genlock.json` describes it. */
export interface WrittenEntity {
  readonly name: string;
  readonly fields?: readonly object[];
  readonly relations?: readonly object[];
}

const customer: WrittenEntity = {
  name: 'Customer',
  fields: [
    { name: 'name', type: 'String', required: true },
    { name: 'email', type: 'String', required: true, unique: true },
  ],
};

/** Returns the entities of a graph. With authentication, a relation refers to the account. */
export function entitiesOf(graph: GraphName, plugin: Plugin, hasAuth: boolean): readonly WrittenEntity[] {
  if (graph === 'none') return [];
  if (graph === 'one') return [customer];
  if (graph === 'relations') return related(hasAuth);
  return graph === 'large' ? large() : sameNames(plugin);
}

function related(hasAuth: boolean): readonly WrittenEntity[] {
  const author = { name: 'author', type: 'many-to-one', target: 'User' };
  return [
    customer,
    { name: 'Label', fields: [{ name: 'title', type: 'String', required: true, unique: true }] },
    {
      name: 'Purchase',
      fields: [
        { name: 'total', type: 'Decimal', required: true },
        { name: 'paid', type: 'Boolean', default: false },
      ],
      relations: [
        { name: 'customer', type: 'many-to-one', target: 'Customer', required: true },
        { name: 'labels', type: 'many-to-many', target: 'Label' },
        ...(hasAuth ? [author] : []),
      ],
    },
  ];
}

function large(): readonly WrittenEntity[] {
  return Array.from({ length: 12 }, (_, at) => ({
    name: `Record${letter(at)}`,
    fields: Array.from({ length: 8 }, (__, field) => ({
      name: `field${letter(field)}`,
      type: ['String', 'Decimal', 'Boolean'][field % 3],
    })),
    relations: at === 0 ? [] : [{ name: 'previous', type: 'many-to-one', target: `Record${letter(at - 1)}` }],
  }));
}

const letter = (at: number): string => String.fromCodePoint('A'.codePointAt(0)! + at);

/** Returns entities named like the plugin and its words. Names that `genlock.json` cannot have are omitted. */
function sameNames({ manifest: { name } }: Plugin): readonly WrittenEntity[] {
  const words = name.replace(/^@[^/]*\//u, '').split(/[^a-z0-9]+/u);
  const names = new Set([pascal(words), ...words.map((word) => pascal([word]))]);
  return [...names].map((entity) => ({ name: entity, fields: [{ name: 'title', type: 'String' }] })).filter(isValid);
}

const pascal = (words: readonly string[]): string =>
  words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');

function isValid(entity: WrittenEntity): boolean {
  const text = JSON.stringify({ name: 'sample', database: 'file', entities: [entity], plugins: {} });
  try {
    readConfig(text, { file: 'genlock.json', adding: [authPlugin] });
    return true;
  } catch (error) {
    if (error instanceof GenlockError) return false;
    throw error;
  }
}
