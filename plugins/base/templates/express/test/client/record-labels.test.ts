import { expect, test } from 'vitest';
import { defineResource } from '@/lib/resource';

interface Note {
  id: string;
  title: string | null;
  body: string;
  createdAt?: string;
}

const names = { path: '/notes', singular: 'Note', plural: 'Notes', excerpt: 'body' } as const;
const titled = defineResource<Note>({ ...names, display: 'title' });
const untitled = defineResource<Note>({ ...names, display: 'id' });

const note: Note = {
  id: 'n1',
  title: 'First',
  body: ' One\nTwo ',
  createdAt: '2026-05-01T09:30:00Z',
};

test('names a record by its title, else by the first line of its text', () => {
  expect(titled.label(note)).toBe('First');
  expect(titled.label({ ...note, title: null })).toBe('One');
  expect(titled.label({ ...note, title: ' ' })).toBe('One');
  expect(untitled.label(note)).toBe('One');
});

test('shortens a long text between characters', () => {
  expect(untitled.label({ ...note, body: '👍'.repeat(60) })).toBe('👍'.repeat(60));
  expect(untitled.label({ ...note, body: '👍'.repeat(61) })).toBe(`${'👍'.repeat(60)}…`);
});

test('names a record without a string by its creation time', () => {
  expect(untitled.label({ ...note, body: '' })).toMatch(/^Note of May 1, 2026/);
});

test('names a related record of which only the id is known by the id', () => {
  expect(untitled.label({ id: 'n1' } as Note)).toBe('n1');
});
