import * as fc from 'fast-check';
import type { Entity } from '../../../src/config/config.ts';
import { entityClashes } from '../../../src/config/entity-clashes.ts';
import { longestName } from '../../../src/config/names.ts';
import { isReservedEntityName, reservedFieldReason } from '../../../src/config/reserved.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { graphsOf, type GraphOptions, type Vocabulary } from '../data-layer/arbitrary-model.ts';

/** Words with a special meaning for the seed, and single letters to reach every length. */
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

/** Generates camelCase names of every possible length. */
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

/** Generates up to six entities of a valid configuration for a kind of database. */
export const entityGraphsOn = (options: GraphOptions): fc.Arbitrary<readonly Entity[]> =>
  options.kind === 'document' ? graphsOf(words, options) : graphsOf(words, options).filter(areShort);

/** Returns whether all names fit into PostgreSQL. */
function areShort(entities: readonly Entity[]): boolean {
  try {
    renderPrismaSchema(resolveModel({ database: 'relational', entities }));
    return true;
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DATA_NAME_LONG') return false;
    throw error;
  }
}

/**
 * Entities for an embedded database, with fields of every type and relations of every type to any entity, including
 * itself.
 */
export const entityGraphs: fc.Arbitrary<readonly Entity[]> = entityGraphsOn({ kind: 'file' });

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
