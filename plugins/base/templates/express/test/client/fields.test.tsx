import { zodResolver } from '@hookform/resolvers/zod';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  ColorField,
  DateField,
  DateTimeField,
  DecimalField,
  EnumField,
  JsonField,
  RelationField,
  RelationsField,
} from '@/components/fields';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import './support';

interface Tag {
  id: string;
  name: string;
}

const tags = defineResource<Tag>({
  path: '/tags',
  singular: 'Tag',
  plural: 'Tags',
  display: 'name',
});

const schema = z.object({
  status: z.enum(['DRAFT', 'IN_REVIEW']).nullish(),
  data: z.json().nullish(),
  placedAt: z.iso.datetime().optional(),
  tagIds: z.array(z.string()).optional(),
  day: z.iso.date().nullish(),
  price: z.string().nullish(),
  tint: z.string().nullish(),
});

const submitted = vi.fn<(values: z.output<typeof schema>) => void>();

function SampleForm() {
  const { control, handleSubmit } = useForm<
    z.input<typeof schema>,
    unknown,
    z.output<typeof schema>
  >({ resolver: zodResolver(schema) });
  return (
    <form onSubmit={(event) => void handleSubmit(submitted)(event)}>
      <EnumField control={control} name="status" label="Status" values={['DRAFT', 'IN_REVIEW']} />
      <JsonField control={control} name="data" label="Data" />
      <DateTimeField control={control} name="placedAt" label="Placed at" hasDefault />
      <DateField control={control} name="day" label="Day" />
      <DecimalField control={control} name="price" label="Price" scale={2} />
      <ColorField control={control} name="tint" label="Tint" />
      <RelationsField control={control} name="tagIds" label="Tags" resource={tags} />
      <button type="submit">Save</button>
    </form>
  );
}

function openForm() {
  submitted.mockClear();
  vi.stubGlobal('fetch', async () =>
    Response.json([
      { id: '1', name: 'Blue' },
      { id: '2', name: 'Red' },
    ]),
  );
  const router = createMemoryRouter([{ path: '/', element: <SampleForm /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

async function saved() {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submitted).toHaveBeenCalled());
  return submitted.mock.calls[0]?.[0];
}

test('offers the values of an enum in readable form', async () => {
  openForm();
  const status = await screen.findByRole('combobox', { name: /Status/ });
  expect([...status.children].map(({ textContent }) => textContent)).toEqual([
    'None',
    'Draft',
    'In review',
  ]);
  fireEvent.change(status, { target: { value: 'IN_REVIEW' } });
  expect(await saved()).toMatchObject({ status: 'IN_REVIEW' });
});

test('accepts only JSON and formats it', async () => {
  openForm();
  const data = await screen.findByRole('textbox', { name: /Data/ });
  fireEvent.change(data, { target: { value: '{"size": 3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter valid JSON/);
  expect(data.getAttribute('aria-invalid')).toBe('true');
  expect(submitted).not.toHaveBeenCalled();

  fireEvent.change(data, { target: { value: '{"size": 3}' } });
  fireEvent.blur(data);
  expect((data as HTMLTextAreaElement).value).toBe('{\n  "size": 3\n}');
  expect(await saved()).toMatchObject({ data: { size: 3 } });
});

test('selects several records and removes one', async () => {
  openForm();
  const picker = await screen.findByRole('combobox', { name: 'Tags' });
  for (const name of ['Blue', 'Red']) {
    fireEvent.focus(picker);
    fireEvent.keyDown(picker, { key: 'ArrowDown' });
    fireEvent.click(await screen.findByRole('option', { name }));
  }
  fireEvent.keyDown(picker, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Blue' }));
  expect(await saved()).toMatchObject({ tagIds: ['2'] });
});

function OwnerForm() {
  const { control } = useForm({ defaultValues: { tagId: 'an-id' } });
  return <RelationField control={control} name="tagId" label="Tag" resource={tags} />;
}

test('hides the id of a record while its name is loading', async () => {
  let answer: (response: Response) => void = () => {};
  const found = new Promise<Response>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', (path: string) =>
    path.includes('an-id') ? found : Promise.resolve(Response.json([])),
  );
  const router = createMemoryRouter([{ path: '/', element: <OwnerForm /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('combobox', { name: 'Tag' });
  await screen.findByText(/No Tags yet/);
  expect(field).toHaveProperty('value', '');
  answer(Response.json({ id: 'an-id', name: 'Blue' }));
  await waitFor(() => expect(field).toHaveProperty('value', 'Blue'));
});

test('a field with a default is not optional, and its empty input is left to the server', async () => {
  openForm();
  const input = screen.getByLabelText('Placed at', { exact: true });
  expect(screen.getByText('If this is empty, a default is set.')).toBeDefined();
  fireEvent.change(input, { target: { value: '2026-05-01T09:30' } });
  fireEvent.change(input, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submitted).toHaveBeenCalled());
  expect(submitted.mock.lastCall?.[0].placedAt).toBeUndefined();
});

test('a day is sent as it is typed, and empty input as null', async () => {
  openForm();
  const day = await screen.findByLabelText(/Day/);
  fireEvent.change(day, { target: { value: '2026-01-31' } });
  expect(await saved()).toMatchObject({ day: '2026-01-31' });
  fireEvent.change(day, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submitted.mock.lastCall?.[0].day).toBeNull());
});

test('a decimal shows all digits of its scale, except while it is typed', async () => {
  openForm();
  const price = await screen.findByRole('textbox', { name: /Price/ });
  fireEvent.change(price, { target: { value: '60.5' } });
  expect(price).toHaveProperty('value', '60.5');
  fireEvent.blur(price);
  expect(price).toHaveProperty('value', '60.50');
  expect(await saved()).toMatchObject({ price: '60.5' });
});

test('a color is typed or picked', async () => {
  openForm();
  const picker = await screen.findByLabelText('Pick Tint');
  fireEvent.change(picker, { target: { value: '#00ff9a' } });
  expect(screen.getByRole('textbox', { name: /Tint/ })).toHaveProperty('value', '#00ff9a');
  expect(await saved()).toMatchObject({ tint: '#00ff9a' });
});
