import * as fc from 'fast-check';
import type { Entity } from '../../../src/config/config.ts';
import { entityClashes } from '../../../src/config/entity-clashes.ts';
import { longestName } from '../../../src/config/names.ts';
import { isReservedEntityName, reservedFieldReason } from '../../../src/config/reserved.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { graphsOf, type GraphOptions, type Vocabulary } from '../data-layer/arbitrary-model.ts';

/** Words the seed knows something about, and single letters to reach every length. */
const word = fc.constantFrom(
  'email',
  'name',
  'price',
  'type',
  'key',
  'date',
  'order',
  'node',
  'year',
  'status',
  'b',
  'q',
);

/** camelCase, of every length there may be. */
const camel = fc
  .tuple(fc.integer({ min: 1, max: longestName }), fc.array(word, { minLength: 1, maxLength: 40 }))
  .map(([length, [first = '', ...rest]]) => [first, ...rest.map(capital)].join('').slice(0, length));

const fieldName = camel.filter((name) => reservedFieldReason(name) === undefined);
const entityName = camel.map(capital).filter((name) => !isReservedEntityName(name));

const words: Vocabulary = {
  entityNames: entityName,
  memberNames: fieldName,
  comparator: (...names) =>
    entityClashes(names.map((name, at) => ({ at, name, fields: [], relations: [], written: {} }))).length > 0,
};

/** Up to six entities that a configuration of a kind could hold. */
export const entityGraphsOn = (options: GraphOptions): fc.Arbitrary<readonly Entity[]> =>
  options.kind === 'document' ? graphsOf(words, options) : graphsOf(words, options).filter(areShort);

/** Whether PostgreSQL would keep all their names. */
function areShort(entities: readonly Entity[]): boolean {
  try {
    renderPrismaSchema(resolveModel({ database: 'relational', entities }));
    return true;
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DATA_NAME_LONG') return false;
    throw error;
  }
}

/** Those of an embedded database: fields of every type, relations of every type to any of them, itself too. */
export const entityGraphs: fc.Arbitrary<readonly Entity[]> = entityGraphsOn({ kind: 'file' });

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
