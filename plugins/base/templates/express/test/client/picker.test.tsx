import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { RelationField, RelationsField } from '@/components/fields';
import { relationPicker } from '@/components/fields/RelationField';
import { AreaContext } from '@/hooks/useArea';
import { useEarlyFocus } from '@/hooks/usePicker';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import './support';

interface City {
  id: string;
  name: string;
}

const cities = defineResource<City>({
  path: '/cities',
  singular: 'City',
  plural: 'Cities',
  display: 'name',
});

const citiesOf = (count: number): City[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    name: `City ${String(index).padStart(4, '0')}`,
  }));

afterEach(() => vi.restoreAllMocks());

let requests: string[] = [];

/** Mocks an API with these cities, in pages of `limit` records. */
function serveCities(all: readonly City[]) {
  requests = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    const { pathname, searchParams } = new URL(address, location.origin);
    const [, , , id] = pathname.split('/');
    if (id !== undefined) return Response.json(all.find((city) => city.id === id));
    const words = searchParams.get('q');
    const found = words === null ? all : all.filter(({ name }) => name.includes(words));
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + Number(searchParams.get('limit'));
    searchParams.set('cursor', String(end));
    const more: HeadersInit =
      end < found.length ? { link: `<${pathname}?${searchParams}>; rel="next"` } : {};
    return Response.json(found.slice(start, end), { headers: more });
  });
}

const searches = () =>
  requests.flatMap((address) => new URL(address, location.origin).searchParams.getAll('q'));

function CityForm({ cityId }: { cityId: string | null }) {
  const { control } = useForm<{ cityId: string | null; cityIds: string[] }>({
    defaultValues: { cityId, cityIds: [] },
  });
  return (
    <>
      <RelationField control={control} name="cityId" label="City" resource={cities} />
      <RelationsField control={control} name="cityIds" label="Stops" resource={cities} />
      <output data-testid="values">{JSON.stringify(useWatch({ control }))}</output>
    </>
  );
}

async function openForm(all: readonly City[], cityId: string | null = null) {
  serveCities(all);
  const router = createMemoryRouter([{ path: '/', element: <CityForm cityId={cityId} /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return screen.findByRole('combobox', { name: 'City' });
}

const values = () => JSON.parse(screen.getByTestId('values').textContent ?? '');

function type(picker: HTMLElement, value: string) {
  fireEvent.input(picker, { target: { value }, inputType: 'insertText' });
}

function open(picker: HTMLElement) {
  fireEvent.focus(picker);
  fireEvent.keyDown(picker, { key: 'ArrowDown' });
}

const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('offers all of ten records', async () => {
  open(await openForm(citiesOf(10)));
  await waitFor(() => expect(optionNames()).toHaveLength(10));
  expect(screen.queryByText(/Type to search/)).toBeNull();
});

test.each([1_001, 1_000_000])('finds the last of %i records by words', async (count) => {
  const last = { id: 'last', name: 'Last place' };
  const city = await openForm([...citiesOf(count - 1), last]);
  open(city);
  await screen.findByText('The first 20 are shown. Type to search.');
  for (const words of ['L', 'La', 'Last p']) type(city, words);
  fireEvent.click(await screen.findByRole('option', { name: last.name }));
  expect(values()).toMatchObject({ cityId: 'last' });
  expect(city).toHaveProperty('value', last.name);
  expect(searches()).toEqual(['Last p']);
});

test('continues with the focus and the words of the time before it was loaded', async () => {
  const loaded = await relationPicker.load();
  let arrive = () => {};
  const arrival = new Promise<typeof loaded>((resolve) => {
    arrive = () => resolve(loaded);
  });
  vi.spyOn(relationPicker, 'get').mockReturnValue(undefined);
  vi.spyOn(relationPicker, 'load').mockReturnValue(arrival);
  const early = await openForm(citiesOf(30), 'c1');
  await waitFor(() => expect(early).toHaveProperty('value', 'City 0001'));
  early.focus();
  fireEvent.change(early, { target: { value: '0012' } });
  arrive();
  fireEvent.click(await screen.findByRole('option', { name: 'City 0012' }));
  const city = screen.getByRole('combobox', { name: 'City' });
  expect(city).not.toBe(early);
  expect(document.activeElement).toBe(city);
  expect(city).toHaveProperty('value', 'City 0012');
  expect(values()).toMatchObject({ cityId: 'c12' });
});

test('does not select later keys when strict mode repeats the effects', () => {
  function Input() {
    useEarlyFocus({ isFocused: true, isOpened: true, typed: 'a' }, 'city');
    // A key between the two runs of the layout effect.
    useEffect(() => {
      const input = screen.getByRole<HTMLInputElement>('textbox');
      if (input.value === 'a') input.value = 'ab';
    }, []);
    return <input id="city" defaultValue="a" />;
  }
  render(
    <StrictMode>
      <Input />
    </StrictMode>,
  );
  const input = screen.getByRole<HTMLInputElement>('textbox');
  expect(document.activeElement).toBe(input);
  expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['ab', 2, 2]);
});

test('can be loaded again after a failed attempt', async () => {
  const loaded = await relationPicker.load();
  vi.spyOn(relationPicker, 'get').mockReturnValue(undefined);
  const load = vi.spyOn(relationPicker, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  const early = await openForm(citiesOf(10));
  fireEvent.focus(early);
  await waitFor(() => expect(load).toHaveBeenCalled());
  load.mockResolvedValue(loaded);
  fireEvent.click(early);
  await waitFor(() => expect(optionNames()).toHaveLength(10));
});

test('loads the next records when the keyboard reaches the last ones', async () => {
  const city = await openForm(citiesOf(50));
  open(city);
  await waitFor(() => expect(optionNames()).toHaveLength(20));
  fireEvent.keyDown(city, { key: 'ArrowUp' });
  for (let presses = 0; presses < 20; presses += 1) fireEvent.keyDown(city, { key: 'ArrowDown' });
  await waitFor(() => expect(optionNames()).toHaveLength(40));
});

test('never offers an option that does not match the typed words', async () => {
  const city = await openForm(citiesOf(30));
  open(city);
  await waitFor(() => expect(optionNames()).toHaveLength(20));
  type(city, '0012');
  expect(optionNames()).toEqual(['City 0012']);
  type(city, 'nowhere');
  expect(optionNames()).toEqual([]);
  await screen.findByText('Nothing found.');
});

test('shows the name of the selected record, keeps it on Escape, and clears it', async () => {
  const city = await openForm(citiesOf(100), 'c99');
  await waitFor(() => expect(city).toHaveProperty('value', 'City 0099'));
  type(city, 'nowhere');
  await screen.findByText('Nothing found.');
  fireEvent.keyDown(city, { key: 'Escape' });
  await waitFor(() => expect(city).toHaveProperty('value', 'City 0099'));
  fireEvent.keyDown(city, { key: 'Escape' });
  expect(values()).toMatchObject({ cityId: 'c99' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear City' }));
  expect(values()).toMatchObject({ cityId: null });
});

test('keeps the names of selected records that the options do not contain', async () => {
  await openForm(citiesOf(100));
  const stops = screen.getByRole('combobox', { name: 'Stops' });
  for (const name of ['City 0098', 'City 0099']) {
    fireEvent.focus(stops);
    type(stops, name);
    fireEvent.click(await screen.findByRole('option', { name }));
  }
  fireEvent.keyDown(stops, { key: 'Escape' });
  expect(screen.getByText('City 0098')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove City 0098' }));
  expect(values()).toMatchObject({ cityIds: ['c99'] });
});

test.each([
  [['CLERK'], '/api/cities?limit=20&sort=name'],
  [[], '/api/cities?limit=20'],
])('with the roles %j, sorts by a name that only clerks may read', async (roles, expected) => {
  const guarded = defineResource<City>({
    path: '/cities',
    singular: 'City',
    plural: 'Cities',
    display: 'name',
    fields: { name: { read: ['CLERK'], write: 'public' } },
  });
  serveCities(citiesOf(2));
  const client = createQueryClient();
  client.setQueryData(['admin', 'access'], { isAllowed: false, userId: 'ada', roles });
  function Form() {
    const { control } = useForm({ defaultValues: { cityId: null } });
    return <RelationField control={control} name="cityId" label="City" resource={guarded} />;
  }
  const router = createMemoryRouter([{ path: '/', element: <Form /> }]);
  render(
    <QueryClientProvider client={client}>
      <AreaContext value={siteArea}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  open(await screen.findByRole('combobox', { name: 'City' }));
  await waitFor(() => expect(optionNames()).toHaveLength(2));
  expect(requests).toEqual([expected]);
});
