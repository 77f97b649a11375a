import { expect, test } from 'vitest';
import { type Draft, keepDraft, takeDraft } from '@/lib/drafts';

const draft: Draft = { page: '/notes/new', userId: 'eve', values: { text: 'Draft' } };

test('returns the unsaved values of a user on their page, once', () => {
  keepDraft(draft);
  expect(takeDraft('/notes/1/edit', 'eve')).toBeUndefined();
  expect(takeDraft('/notes/new', 'eve')).toEqual(draft);
  expect(takeDraft('/notes/new', 'eve')).toBeUndefined();
});

test('drops the values of a user when another user opens a form', () => {
  keepDraft(draft);
  expect(takeDraft('/notes/1/edit', 'bob')).toBeUndefined();
  expect(takeDraft('/notes/new', 'eve')).toBeUndefined();
});

test('keeps the values of a user when a visitor opens a form', () => {
  keepDraft(draft);
  expect(takeDraft('/notes/new', '')).toBeUndefined();
  expect(takeDraft('/notes/1/edit', '')).toBeUndefined();
  expect(takeDraft('/notes/new', 'eve')).toEqual(draft);
});
