import { expect, test } from 'vitest';
import type { Operation, RegisterSlot } from '../../../../sandbox/index.ts';
import type { Entity } from '../../../../src/config/config.ts';
import { contribution, rendered } from '../contributions.ts';

const path = 'client/generated/slots.ts';
const order: Entity = {
  name: 'Order',
  fields: [{ name: 'title', type: 'String', required: true, unique: false }],
  relations: [],
};

const plugin = (name: string, ...slots: readonly Omit<RegisterSlot, 'kind'>[]) =>
  contribution(name, {
    operations: slots.map((slot): Operation => ({ kind: 'registerSlot', ...slot })),
  });

const maps = plugin(
  'maps',
  { slot: 'form', entity: 'Order', module: 'client/maps/Address.tsx' },
  { slot: 'header', module: 'client/maps/index.tsx' },
);
const notes = plugin('notes', { slot: 'form', module: 'client/notes/Hint' });

test('has empty lists without plugins', () => {
  expect(rendered(path, {})).toContain('header: [],');
  expect(rendered(path, {})).not.toContain('lazy');
});

test('loads each component in the order of the plugins, for its entity', () => {
  const text = rendered(path, { contributions: [maps, notes], entities: [order] });
  expect(text).toContain(`  form: [
    { path: '/orders', Component: lazy(() => import('@/maps/Address')) },
    { Component: lazy(() => import('@/notes/Hint')) },
  ],
  header: [{ Component: lazy(() => import('@/maps')) }],
`);
});

test('leaves out a component for an entity that does not exist', () => {
  const text = rendered(path, { contributions: [maps] });
  expect(text).not.toContain('Address');
  expect(text).toContain("import('@/maps')");
});

test('removes exactly the components of a plugin', () => {
  const alone = rendered(path, { contributions: [notes], entities: [order] });
  expect(alone).not.toContain('maps');
  expect(alone).toContain("form: [{ Component: lazy(() => import('@/notes/Hint')) }],");
});
