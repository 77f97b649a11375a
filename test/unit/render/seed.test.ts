import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entity, Field, Relation } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { seedOrder } from '../../../src/render/server/seed-order.ts';
import { entityGraphs } from './entity-graphs.ts';
import { rendered } from './contributions.ts';

const relation = (target: string, given: Partial<Relation> = {}): Relation => ({
  name: `to${target}`,
  type: 'many-to-one',
  target,
  required: false,
  ...given,
});
const entity = (name: string, relations: readonly Relation[] = [], fields: readonly Field[] = []): Entity => ({
  name,
  fields,
  relations,
});
const orderOf = (...entities: readonly Entity[]) =>
  seedOrder(resolveModel({ database: 'file', entities })).map((step) => step.entity.names.pascal);

describe('the seed', () => {
  test('creates targets before the records that refer to them', () => {
    const tags = relation('Tag', { type: 'many-to-many' });
    expect(orderOf(entity('Post', [relation('Author'), tags]), entity('Author'), entity('Tag'))).toEqual([
      'Author',
      'Tag',
      'Post',
    ]);
  });

  test('creates required targets first if entities refer to each other', () => {
    const required = relation('Book', { required: true });
    expect(orderOf(entity('Page', [required]), entity('Book', [relation('Page')]))).toEqual(['Book', 'Page']);
  });

  test('creates every entity once, with relations only to existing records', () => {
    fc.assert(
      fc.property(entityGraphs, (entities) => {
        const steps = seedOrder(resolveModel({ database: 'file', entities }));
        const made = steps.map((step) => step.entity.names.pascal);
        expect(made.toSorted()).toEqual(entities.map(({ name }) => name).toSorted());
        for (const [index, { references, links }] of steps.entries()) {
          const before = new Set(made.slice(0, index));
          expect([...references, ...links].filter(({ target }) => !before.has(target))).toEqual([]);
        }
      }),
    );
  });

  test('has dates around the day of the run', () => {
    const dates = (['Date', 'DateTime'] as const).flatMap((type): Field[] => [
      { name: `a${type}`, type, required: false, unique: false },
      { name: `unique${type}`, type, required: false, unique: true },
    ]);
    const entities = [entity('Event', [], dates)];
    expect(rendered('prisma/seed.ts', { entities })).toContain('faker.setDefaultRefDate(daysAgo(0));');
    const events = rendered('prisma/seed/events.ts', { entities });
    expect(events).toContain('uniqueDateTime: daysAgo(number),');
    expect(events).toContain('uniqueDate: dayOf(daysAgo(number)),');
    expect(events).not.toMatch(/20\d\d/u);
  });

  test.each([
    { name: 'Customer', field: 'name', type: 'String', call: 'faker.person.fullName()' },
    { name: 'Agent', field: 'name', type: 'String', call: 'faker.person.fullName()' },
    { name: 'Product', field: 'name', type: 'String', call: 'faker.commerce.productName()' },
    { name: 'Product', field: 'title', type: 'Int', call: 'faker.number.int({ min: 0, max: 100 })' },
    { name: 'Product', field: 'email', type: 'String', call: 'faker.internet.exampleEmail().toLowerCase()' },
    { name: 'Product', field: 'price', type: 'Decimal', call: 'faker.commerce.price()' },
    { name: 'Product', field: 'anything', type: 'DateTime', call: 'faker.date.recent({ days: 90 })' },
  ] as const)('$name.$field by $call', ({ name, field, type, call }) => {
    const entities = [entity(name, [], [{ name: field, type, required: true, unique: false }])];
    const route = resolveModel({ database: 'file', entities }).entities[0]?.names.route;
    expect(rendered(`prisma/seed/${route}.ts`, { entities })).toContain(`${field}: ${call},`);
  });

  test.each([
    { name: 'Category', call: 'faker.commerce.department()' },
    { name: 'Product', call: 'faker.commerce.productName()' },
  ])('unique names of $name by $call with a number', ({ name, call }) => {
    const entities = [entity(name, [], [{ name: 'name', type: 'String', required: true, unique: true }])];
    const route = resolveModel({ database: 'file', entities }).entities[0]?.names.route;
    expect(rendered(`prisma/seed/${route}.ts`, { entities })).toContain(`name: \`\${${call}} \${number}\`,`);
  });

  test('creates reserved example addresses, which differ if they are unique', () => {
    const fields = ['email', 'website', 'contactEmail'].map((name) => ({
      name,
      type: 'String' as const,
      required: true,
      unique: name === 'contactEmail',
    }));
    const text = rendered('prisma/seed/people.ts', { entities: [entity('Person', [], fields)] }) ?? '';
    expect(text).toContain('email: faker.internet.exampleEmail().toLowerCase()');
    expect(text).toContain('website: `https://${faker.internet.domainWord()}.example`');
    expect(text).toContain('contactEmail: `${faker.internet.username().toLowerCase()}.${number}@example.com`');
    expect(text).not.toMatch(/internet\.(email|url)\(/);
  });
});
