import { expect, test } from 'vitest';
import { requireSupport } from '../../../src/plugin/requirements.ts';
import { manifestOf } from './manifest-of.ts';
import { codesOf } from './problems.ts';

test('a plugin without requirements supports every database', () => {
  for (const database of ['relational', 'document', 'file'] as const) {
    expect(() => requireSupport(manifestOf(), database)).not.toThrow();
  }
});

test('accepts other frameworks in addition to ours', () => {
  expect(() => requireSupport(manifestOf({ frameworks: ['nextjs', 'express'] }), 'file')).not.toThrow();
});

test.each([
  [{ frameworks: ['nextjs'] }, ['PLUGIN_FRAMEWORK_UNSUPPORTED']],
  [{ frameworks: [] }, ['PLUGIN_FRAMEWORK_UNSUPPORTED']],
  [{ databases: ['mongodb', 'postgres'] }, ['PLUGIN_DATABASE_UNSUPPORTED']],
  [{ databases: [] }, ['PLUGIN_DATABASE_UNSUPPORTED']],
  [
    { frameworks: ['nextjs'], databases: ['document'] },
    ['PLUGIN_FRAMEWORK_UNSUPPORTED', 'PLUGIN_DATABASE_UNSUPPORTED'],
  ],
])('refuses %j with %j', (keys, codes) => {
  expect(codesOf(() => requireSupport(manifestOf(keys), 'file'))).toEqual(codes);
});

test('accepts an alias of the project’s database kind', () => {
  expect(() => requireSupport(manifestOf({ databases: ['sqlite'] }), 'file')).not.toThrow();
});
