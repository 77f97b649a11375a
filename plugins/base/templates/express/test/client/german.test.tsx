import { zodResolver } from '@hookform/resolvers/zod';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as values from '@shared/lib/values';
import { DecimalField, NumberField, TextField } from '@/components/fields';
import { Cell } from '@/components/records/Cell';
import { get } from '@/lib/api';
import { formatDate, formatDecimal, formatNumber } from '@/lib/format';
import { languages, loadMessages, translateProblem } from '@/lib/i18n';
import { toNumeral } from '@/lib/numerals';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import { refusal, serve } from './support';

// The setup has loaded the messages in English.
vi.hoisted(() => {
  localStorage.setItem('language', 'de');
  vi.resetModules();
});

interface Tag {
  id: string;
  name: string;
}

const tags = defineResource<Tag>({
  path: '/tags',
  singular: 'Schlagwort',
  plural: 'Schlagwörter',
  display: 'name',
});

const schema = z.object({
  title: z.string().min(3),
  code: values.line.check(values.notBlank),
  size: values.int.max(10),
});

function Form() {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { title: 'ab', code: '  ', size: 2_500 },
  });
  return (
    <form onSubmit={(event) => void handleSubmit(() => {})(event)}>
      <TextField control={control} name="title" label="Titel" required />
      <TextField control={control} name="code" label="Code" required />
      <NumberField control={control} name="size" label="Größe" />
      <button type="submit">Speichern</button>
    </form>
  );
}

/** Shows the submitted value. */
function PriceForm() {
  const [sent, setSent] = useState('');
  const { control, handleSubmit } = useForm({ defaultValues: { price: '1234.5' } });
  return (
    <form onSubmit={(event) => void handleSubmit(({ price }) => setSent(price))(event)}>
      <DecimalField control={control} name="price" label="Preis" scale={2} required />
      <button type="submit">Speichern</button>
      <output>{sent}</output>
    </form>
  );
}

/** Wrong values for the schemas of `shared/lib/values`. */
const wrong: readonly (readonly [value: unknown, schema: z.ZodType])[] = [
  ['x'.repeat(1_001), values.line],
  ['\0', values.text],
  [' ', z.string().check(values.notBlank)],
  ['x', values.email],
  ['x'.repeat(255), values.email],
  ['x', values.url],
  ['x', values.phone],
  ['X', values.slug],
  ['x', values.color],
  ['x', values.date],
  ['0000-01-01', values.date],
  ['x', values.dateTime],
  ['0000-01-01T00:00:00Z', values.dateTime],
  [2 ** 40, values.int],
  ['x', values.bigInt],
  ['9999999999999999999', values.bigInt],
  ['x', values.decimal],
  ['1'.repeat(100), values.decimal],
  [null, values.json],
  [Array.from({ length: 1_001 }, () => 'x'), values.ids],
];

describe.runIf(languages.includes('de'))('in German', () => {
  beforeAll(loadMessages);

  test('a form shows its errors', async () => {
    render(<Form />);
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText('Mindestens 3 Zeichen');
    expect(screen.getByText('Darf nicht leer sein')).toBeTruthy();
    expect(screen.getByText('Höchstens 10')).toBeTruthy();
  });

  test.each([
    [6, 'und ein weiterer Eintrag'],
    [8, 'und 3 weitere Einträge'],
  ])('a list with %i related records counts those that are not shown', async (count, text) => {
    serve({});
    const record = { tags: Array.from({ length: count }, (_, id) => ({ id: `${id}`, name: 'x' })) };
    const column = { field: 'tags', label: 'Schlagwörter', relation: tags } as const;
    const element = <Cell record={record} column={column} />;
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('days, numbers and money have the format of the language', () => {
    expect(formatDate('2026-01-31')).toBe('31.01.2026');
    expect(formatNumber(12_345.5)).toBe('12.345,5');
    expect(formatDecimal('60.5', { scale: 2, currency: 'EUR' })).toBe('60,50\u00a0€');
  });

  test.each([
    ['1234,5', '1234.5'],
    ['1.234,50', '1234.50'],
    ['-1.234.567,8', '-1234567.8'],
    ['12.50', '12.50'],
    ['1.234', '1.234'],
    ['1,234.5', '1,234.5'],
    ['12.34,5', '12.34,5'],
    ['1234.567,8', '1234.567,8'],
    ['12,', '12,'],
    ['a,5', 'a,5'],
  ])('reads the number %s as %s', (text, numeral) => {
    expect(toNumeral(text)).toBe(numeral);
  });

  test('a decimal has the format of the language in forms and lists', async () => {
    render(<PriceForm />);
    const input = screen.getByLabelText('Preis');
    expect(input).toHaveProperty('value', '1234,50');
    fireEvent.change(input, { target: { value: '2.345,6' } });
    expect(input).toHaveProperty('value', '2.345,6');
    fireEvent.blur(input);
    expect(input).toHaveProperty('value', '2345,60');
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText('2345.6');
    render(
      <Cell
        record={{ price: '1234.5' }}
        column={{ field: 'price', label: 'Preis', type: 'number' }}
      />,
    );
    expect(screen.getByText('1234,5')).toBeTruthy();
  });

  test.each(wrong)('the problem of %j is translated', (value, rule) => {
    const messages = rule.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(translateProblem(message)).not.toBe(message);
  });

  test.each([
    [values.atLeast('5'), 'Mindestens 5'],
    [values.atMost('0.5'), 'Höchstens 0,5'],
    [values.fractionDigits(2), 'Höchstens 2 Nachkommastellen'],
    [values.fractionDigits(0), 'Geben Sie eine ganze Zahl ein'],
    [z.regex(/^[A-Z]+$/), 'Muss dem Muster /^[A-Z]+$/ entsprechen'],
  ])('the problem %# contains its value', (check, text) => {
    const { error } = z.string().check(check).safeParse('1.234');
    expect(error?.issues.map(({ message }) => translateProblem(message))).toEqual([text]);
  });

  test('a problem of the server is translated', async () => {
    const errors = [{ pointer: '/name', detail: 'Already taken' }];
    serve({ 'GET /api/things': refusal(409, { detail: 'The body is not valid.', errors }) });
    await expect(get('/api/things')).rejects.toMatchObject({
      message: 'Einige Angaben sind ungültig.',
      errors: [{ pointer: '/name', detail: 'Bereits vergeben' }],
    });
  });

  test('does not change an unknown problem', () => {
    expect(translateProblem('The stars are wrong.')).toBe('The stars are wrong.');
  });
});
