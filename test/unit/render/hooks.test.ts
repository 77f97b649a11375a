import { expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import type { Entity } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

const path = 'server/generated/hooks.ts';
const entity = (name: string): Entity => ({ name, fields: [], relations: [] });

/** Creates a plugin that registers modules, given as `entity module`. */
const plugin = (name: string, ...uses: readonly (readonly [string, string])[]) =>
  contribution(name, {
    operations: [
      { kind: 'copyTemplates', files: uses.map(([, module]) => ({ path: module, content: '' })) },
      ...uses.map(([of, module]): Operation => ({ kind: 'registerHooks', entity: of, module })),
    ],
  });

const audit = plugin('audit', ['*', 'server/lib/audit/hooks.ts']);
const search = plugin('search', ['Order', 'server/lib/search/index.ts'], ['*', 'server/lib/search/all']);
const entities = [entity('Order')];

test('has an empty list without plugins', () => {
  expect(rendered(path, {})).toContain('export const pluginHooks: readonly RegisteredHooks[] = [];');
});

test('lists hooks in the order of the plugins and their calls', () => {
  const text = rendered(path, { contributions: [audit, search], entities }) ?? '';
  expect([...text.matchAll(/entity: '(.*)'|import\('(.*)'\)/gu)].map(([, name, module]) => name ?? module)).toEqual([
    ...['*', '../lib/audit/hooks'],
    ...['Order', '../lib/search'],
    ...['*', '../lib/search/all'],
  ]);
});

test('needs no new operations for an entity that is added later', () => {
  const before = rendered(path, { contributions: [audit] });
  expect(rendered(path, { contributions: [audit], entities })).toBe(before);
});

test('removes exactly the hooks of a plugin', () => {
  expect(rendered(path, { contributions: [audit], entities })).not.toContain('search');
});

test('names every plugin with hooks for an entity that does not exist', () => {
  const other = plugin('other', ['Missing', 'server/lib/other']);
  expect(() => rendered(path, { contributions: [other, search] })).toThrow(
    expect.objectContaining({
      problems: [
        expect.objectContaining({
          code: 'DATA_HOOKS_ENTITY',
          message: 'other has hooks for the entity Missing, which does not exist',
        }),
        expect.objectContaining({
          code: 'DATA_HOOKS_ENTITY',
          message: 'search has hooks for the entity Order, which does not exist',
        }),
      ],
    }),
  );
});
