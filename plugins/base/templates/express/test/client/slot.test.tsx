import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { Slot } from '@/components/Slot';
import { defineResource } from '@/lib/resource';
import { slotRecord, type RecordSlotProps } from '@/lib/slots';

interface Book {
  id: string;
  title: string;
}

const books = defineResource<Book>({
  path: '/books',
  singular: 'Book',
  plural: 'Books',
  display: 'title',
});
const propsOf = (title: string): RecordSlotProps => {
  const book: Book = { id: '1', title };
  return { resource: books, record: slotRecord(book) };
};

function Title({ resource, record }: RecordSlotProps) {
  return <p>{`${resource.singular} ${String(record['title'])}`}</p>;
}

function Broken(): never {
  throw new Error('broken');
}

test('renders the components for the entity and for all entities', () => {
  const components = [
    { Component: Title },
    { path: '/books', Component: Title },
    { path: '/authors', Component: Broken },
  ];
  render(<Slot components={components} props={propsOf('Emma')} path="/books" />);
  expect(screen.getAllByText('Book Emma')).toHaveLength(2);
});

test('keeps the page if a component fails or cannot be loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Missing = lazy(() => Promise.reject(new Error('not loaded')));
  const components = [{ Component: Broken }, { Component: Missing }, { Component: Title }];
  render(
    <main>
      <h1>The page</h1>
      <Slot components={components} props={propsOf('Persuasion')} />
    </main>,
  );
  expect(await screen.findByText('Book Persuasion')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
  await vi.waitFor(() => expect(JSON.stringify(logged.mock.calls)).toContain('SlotBoundary'));
});
