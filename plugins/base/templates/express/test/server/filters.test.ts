import { describe, expect, it } from 'vitest';
import { column, optional } from '../../server/lib/column';
import { isEmpty, isPresent, matches } from '../../server/lib/conditions';
import { filterReader, limits, search, searchSchema } from '../../server/lib/filters';
import { HttpProblem } from '../../server/lib/problem';

const read = filterReader({
  columns: {
    name: column.text,
    note: optional(column.text),
    amount: column.int,
    done: column.boolean,
    ownerId: column.id,
  },
  related: { parent: { name: column.text } },
  links: ['tags'],
});

/** Returns the parameters with errors. */
function refused(filters: Record<string, unknown>) {
  try {
    read(filters);
  } catch (error) {
    return error instanceof HttpProblem
      ? error.options.errors?.map(({ parameter }) => parameter)
      : undefined;
  }
  return [];
}

describe('filters', () => {
  it.each([
    [{ name: 'A' }, { name: 'A' }],
    [{ note: '' }, isEmpty('note')],
    [{ 'name[ne]': '' }, { name: { not: '' } }],
    [{ 'note[ne]': '' }, isPresent('note')],
    [{ 'note[ne]': 'A' }, { OR: [{ note: { not: 'A' } }, isEmpty('note')] }],
    [{ 'note[null]': 'true' }, isEmpty('note')],
    [{ 'note[null]': 'false' }, isPresent('note')],
    [{ 'amount[gte]': '7' }, { amount: { gte: 7 } }],
    [{ 'amount[in]': '7,8' }, { amount: { in: [7, 8] } }],
    [{ 'name[in]': String.raw`a\,b,c\\,\d,` }, { name: { in: ['a,b', 'c\\', '\\d', ''] } }],
    [{ 'name[contains]': '%' }, matches('name', 'contains', '%')],
    [{ 'done[ne]': 'true' }, { done: { not: true } }],
  ])('reads %o', (filters, condition) => {
    expect(read(filters)).toEqual({ own: [condition], related: [] });
  });

  it('reads conditions for related records', () => {
    const filters = { 'parent.name': 'A', 'parent.name[ne]': 'B', 'tags[some]': '1' };
    expect(read(filters)).toEqual({
      own: [],
      related: [
        { relation: 'parent', condition: { name: 'A' } },
        { relation: 'parent', condition: { name: { not: 'B' } } },
        { relation: 'tags', condition: { id: '1' } },
      ],
    });
  });

  it.each([
    'unknown',
    'name[unknown]',
    'name[gt]',
    'name[null]',
    'amount[contains]',
    'done[in]',
    'ownerId[contains]',
    'parent.amount',
    'parent.tags[some]',
    'parent.parent.name',
    'parent[name]',
    'constructor',
    '__proto__.name',
    'tags',
    'tags[none]',
    'name[ne',
    'name[ne][ne]',
  ])('refuses %s', (parameter) => {
    expect(refused({ [parameter]: 'true' })).toEqual([parameter]);
  });

  it.each([
    { 'amount[gt]': 'a' },
    { 'amount[in]': '1,a' },
    { 'name[contains]': '' },
    { 'name[contains]': 'a\0' },
    { 'name[in]': 'a,\uD800' },
    { 'note[null]': '1' },
    { name: ['A', 'B'] },
    { name: { ne: 'A' } },
    { 'tags[some]': '' },
  ])('refuses the value in %o', (filters) => {
    expect(refused(filters)).toEqual(Object.keys(filters));
  });

  it('are limited in number and length', () => {
    const long = 'a'.repeat(limits.characters);
    expect(refused({ name: long, 'note[in]': `${long},${long}` })).toEqual([]);
    expect(refused({ name: `${long}a` })).toEqual(['name']);
    expect(refused({ 'name[in]': `b,${long}a` })).toEqual(['name[in]']);
    const values = Array.from({ length: limits.values }, () => '1').join(',');
    expect(refused({ 'amount[in]': values })).toEqual([]);
    expect(refused({ 'amount[in]': `${values},1` })).toEqual(['amount[in]']);
    const operators = ['ne', 'in', 'gt', 'gte', 'lt', 'lte'];
    const columns = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, column.int]));
    const many = ['a', 'b', 'c', 'd']
      .flatMap((name) => operators.map((operator) => [`${name}[${operator}]`, '1']))
      .slice(0, limits.filters + 1);
    const readMany = filterReader({ columns });
    expect(readMany(Object.fromEntries(many.slice(1))).own).toHaveLength(limits.filters);
    expect(() => readMany(Object.fromEntries(many))).toThrow(HttpProblem);
  });
});

describe('a search', () => {
  it('finds each word in one of the fields', () => {
    expect(search(' a  b ', ['name', 'note'])).toEqual([
      { OR: [matches('name', 'contains', 'a'), matches('note', 'contains', 'a')] },
      { OR: [matches('name', 'contains', 'b'), matches('note', 'contains', 'b')] },
    ]);
    expect(search(' ', ['name'])).toEqual([]);
  });

  it('is limited in words and length', () => {
    const words = Array.from({ length: limits.words }, () => 'a').join(' ');
    const isValid = (q: string) => searchSchema.safeParse(q).success;
    expect([words, `${words} a`].map(isValid)).toEqual([true, false]);
    expect(['a'.repeat(limits.characters), 'a\0'].map(isValid)).toEqual([true, false]);
    expect(isValid('a'.repeat(limits.characters + 1))).toBe(false);
  });
});
