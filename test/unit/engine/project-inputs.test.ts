import { expect, test } from 'vitest';
import { hasReaders, projectInputs } from '../../../src/engine/project-inputs.ts';

const entities = ['Post', 'Author'].map((name) => ({ name, fields: [], relations: [] }));
const provided = new Map([
  ['smtp', 'mail'],
  ['accounts', 'auth'],
]);
const project = { config: { entities }, provided };

test('a plugin receives sorted data that its manifest asks for', () => {
  expect(projectInputs({ name: 'seo' }, project)).toEqual({});
  expect(projectInputs({ name: 'seo', inputs: ['entities'] }, project)).toEqual({ entities: ['Author', 'Post'] });
  expect(projectInputs({ name: 'seo', inputs: ['capabilities'] }, project)).toEqual({ capabilities: ['auth', 'mail'] });
});

test('the part that a plugin provides itself is not among its capabilities', () => {
  expect(projectInputs({ name: 'smtp', inputs: ['capabilities'] }, project)).toEqual({ capabilities: ['auth'] });
});

test('without plugins that receive capabilities, a removal runs no plugin', () => {
  expect(hasReaders(new Map(), [])).toBe(false);
});
