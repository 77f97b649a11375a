import { expect, test } from 'vitest';
import type { SettingSchema } from '../../../../sandbox/index.ts';
import type { TestCase } from '../../../../src/flows/plugin-test/cases.ts';
import { fewSamples, manySamples } from '../../../../src/flows/plugin-test/samples.ts';
import { shrink } from '../../../../src/flows/plugin-test/shrink.ts';

const schemas: Readonly<Record<string, SettingSchema>> = {
  title: { type: 'string', required: true },
  note: { type: 'string', pattern: '[a-z]+' },
  greet: { type: 'boolean', default: true },
  length: { type: 'number', default: 5, min: 1, max: 9 },
  key: { type: 'string', secret: true },
};

test('the small grid has the defaults, each switch, both bounds and special strings', () => {
  const settings = fewSamples(schemas).map((sample) => sample.settings);
  expect(settings.slice(0, 4)).toEqual([
    { title: 'example' },
    { title: 'example', greet: false },
    { title: 'example', length: 1 },
    { title: 'example', length: 9 },
  ]);
  // The pattern of `note` refuses special strings, and a required string cannot be empty.
  expect(settings.slice(4).map((one) => Object.keys(one))).toEqual([['title']]);
});

test('the large grid has every value alone and every pair', () => {
  const settings = manySamples(schemas).map((sample) => JSON.stringify(sample.settings));
  expect(settings).toContain('{"title":"example","greet":false,"length":9}');
  expect(new Set(settings).size).toBe(settings.length);
});

const found: TestCase = {
  database: 'document',
  graph: 'large',
  auth: true,
  neighbour: 'after',
  settings: { title: 'x', greet: false, length: 9 },
};
const smallest = { needed: { title: 'example' }, databases: ['file', 'document'], auths: [false, true] } as const;

const breaks = ({ settings, database }: TestCase) =>
  Promise.resolve(settings['length'] === 9 && database === 'document');

test('shrinks a case to the parts that break the law', async () => {
  expect(await shrink(found, smallest, breaks)).toEqual({
    database: 'document',
    graph: 'none',
    auth: false,
    neighbour: 'none',
    settings: { title: 'example', length: 9 },
  });
});

test('returns the case itself if each part is necessary', async () => {
  expect(await shrink(found, smallest, () => Promise.resolve(false))).toBe(found);
});
