import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseKinds, type Entity } from '../../../src/config/config.ts';
import { readConfig } from '../../../src/config/read.ts';
import { arbitraryEntitiesOn } from '../data-layer/arbitrary-model.ts';
import { entityGraphsOn } from '../render/entity-graphs.ts';

describe.each(databaseKinds)('on a %s database', (database) => {
  test.each([
    ['names apt to clash', arbitraryEntitiesOn({ kind: database })],
    ['names of any length', entityGraphsOn({ kind: database })],
    ['users', arbitraryEntitiesOn({ kind: database, withUsers: true })],
  ])('accepts random entities with %s and reads them back unchanged', (_, graphs) => {
    const property = fc.property(graphs, (entities) => {
      const text = JSON.stringify({ database, entities, plugins: { 'auth-jwt': {} } });
      expect(readConfig(text, { file: 'genlock.json' }).entities).toEqual(entities);
    });
    fc.assert(property, { numRuns: 100, endOnFailure: true });
  });
});

/** Features that the random entities must cover together, so that the properties above test all of them. */
const features: Readonly<Record<string, (entity: Entity) => boolean>> = {
  'a one-to-one': ({ relations }) => relations.some(({ type }) => type === 'one-to-one'),
  'a one-to-many': ({ relations }) => relations.some(({ type }) => type === 'one-to-many'),
  'a rule of deletion': ({ relations }) => relations.some(({ onDelete }) => onDelete !== undefined),
  'a required relation': ({ relations }) => relations.some(({ required }) => required),
  'a self relation': ({ name, relations }) => relations.some(({ target }) => target === name),
  'a tree': ({ relations }) => relations.some(({ tree }) => tree === true),
  'two relations to one target': ({ relations }) =>
    new Set(relations.map(({ target }) => target)).size < relations.length,
  'a group': ({ unique = [] }) => unique.length > 0,
  'an Enum with a default': ({ fields }) =>
    fields.some((field) => field.type === 'Enum' && field.default !== undefined),
  'Json with a default': ({ fields }) => fields.some((field) => field.type === 'Json' && field.default !== undefined),
  'a bounded BigInt': ({ fields }) => fields.some((field) => field.type === 'BigInt' && field.max !== undefined),
  'a pattern': ({ fields }) => fields.some(({ pattern }) => pattern !== undefined),
  'an index': ({ fields }) => fields.some(({ index }) => index === true),
  'a former name': ({ was, fields }) => was !== undefined && fields.some((field) => field.was !== undefined),
  'a label': ({ label, fields }) => label !== undefined && fields.some((field) => field.label !== undefined),
  'a title': ({ title }) => title !== undefined,
  'a hidden field': ({ fields }) => fields.some(({ hidden }) => hidden === true),
  'a format with a default': ({ fields }) =>
    fields.some((field) => field.format === 'email' && field.default !== undefined),
  'money with a bound': ({ fields }) => fields.some(({ format, min }) => format === 'money' && min !== undefined),
  'an owner': ({ owner }) => owner !== undefined,
};

test.each(databaseKinds)('random entities for a %s database cover all features', (kind) => {
  const entities = fc.sample(arbitraryEntitiesOn({ kind, withUsers: true }), { numRuns: 400, seed: 7 }).flat();
  const unseen = Object.entries(features).filter(([, has]) => !entities.some(has));
  expect(unseen.map(([name]) => name)).toEqual([]);
});
