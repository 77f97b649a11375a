import { expect, test } from 'vitest';
import type { Operation, RegisterSlot } from '../../../sandbox/index.ts';
import { codesOf, files, unvalidatedText } from './trial.ts';

const own = files('client/a/Note.tsx', 'client/b/index.tsx', 'server/lib/a.ts', "client/a';evil();'.tsx");
const slot = (module: string, more: Partial<RegisterSlot> = {}): Operation => ({
  kind: 'registerSlot',
  slot: 'header',
  module,
  ...more,
});
const codes = (...operations: readonly Operation[]) => codesOf([own, ...operations]);

/** Control: without validation, the module is imported. */
const rendered = (...operations: readonly Operation[]) =>
  unvalidatedText('client/generated/slots.ts', [own, ...operations]);

test.each(['client/a/Note', 'client/a/Note.tsx', 'client/b'])('accepts %s', (module) => {
  expect(codes(slot(module), slot(module, { slot: 'form', entity: 'Order' }))).toEqual([]);
});

test.each(['client/App', 'server/lib/a', 'node_modules/react/index.js', 'client/missing'])(
  'refuses %s, which is not a client module of the plugin',
  (module) => {
    expect(codes(slot(module))).toEqual(['JUDGE_SLOT_MODULE']);
    expect(rendered(slot(module))).toContain('lazy(() => import(');
  },
);

test('refuses a name that is code', () => {
  expect(codes(slot("client/a';evil();'"))).toEqual(['JUDGE_MODULE_NAME']);
  expect(rendered(slot("client/a';evil();'"))).toContain('evil();');
});

test('refuses an entity for a slot without entities', () => {
  expect(codes(slot('client/a/Note', { entity: 'Order' }))).toEqual(['JUDGE_SLOT_ENTITY']);
});

test('refuses a module twice in one slot', () => {
  const form = slot('client/a/Note', { slot: 'form' });
  expect(codes(form, slot('client/a/Note', { slot: 'form', entity: 'Order' }))).toEqual([]);
  expect(codes(form, slot('client/a/Note.tsx', { slot: 'form' }))).toEqual(['JUDGE_SLOT_TWICE']);
});
