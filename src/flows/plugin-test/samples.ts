import type { SettingSchema, SettingValue } from '../../../sandbox/index.ts';
import { sampleSettings } from '../../plugin/sample-settings.ts';
import { valueFault } from '../../plugin/setting-value.ts';

/** Settings of one case. */
export interface Sample {
  readonly settings: Readonly<Record<string, SettingValue>>;
  /**
   * Empty and special text. It can change the length of a line or its quotes, so the files must be readable, but not
   * formatted. The plugin may also refuse it.
   */
  readonly isText?: true;
}

/** Text with the characters that templates must escape. */
const text = `"It's" <b>&amp;</b> \${x} \`{{y}}\``;

/** Returns the settings of the small grid: the defaults, every switch, all smallest, all largest, all special and all empty values. */
export function fewSamples(schemas: Readonly<Record<string, SettingSchema>>): readonly Sample[] {
  const needed = sampleSettings(schemas);
  const each = single(schemas, needed);
  const together = (which: (sample: Single) => boolean, isText: boolean): Sample => ({
    settings: { ...needed, ...Object.assign({}, ...each.filter(which).map(({ value }) => value)) },
    ...(isText && { isText: true as const }),
  });
  const all = [
    { settings: needed },
    ...each.filter(({ kind }) => kind === 'switch').map(({ value }) => ({ settings: { ...needed, ...value } })),
    together(({ kind }) => kind === 'least', false),
    together(({ kind }) => kind === 'most', false),
    together(({ kind }) => kind === 'text', true),
    together(({ kind }) => kind === 'empty', true),
  ];
  return unique(all);
}

/** Returns the settings of the large grid: every value alone, and every pair of values of two settings. */
export function manySamples(schemas: Readonly<Record<string, SettingSchema>>): readonly Sample[] {
  const needed = sampleSettings(schemas);
  const each = single(schemas, needed);
  const pairs = each.flatMap((one, at) => each.slice(at + 1).map((other) => [one, other] as const));
  const sample = (...parts: readonly Single[]): Sample => ({
    settings: { ...needed, ...Object.assign({}, ...parts.map(({ value }) => value)) },
    ...(parts.some(({ kind }) => kind === 'text' || kind === 'empty') && { isText: true as const }),
  });
  return unique([{ settings: needed }, ...each.map((one) => sample(one)), ...pairs.map((pair) => sample(...pair))]);
}

interface Single {
  readonly kind: 'switch' | 'least' | 'most' | 'text' | 'empty';
  readonly value: Readonly<Record<string, SettingValue>>;
}

function single(
  schemas: Readonly<Record<string, SettingSchema>>,
  needed: Readonly<Record<string, SettingValue>>,
): readonly Single[] {
  return Object.entries(schemas).flatMap(([key, schema]) =>
    valuesOf(schema, needed[key] ?? schema.default)
      .filter(({ value }) => isAllowed(value, schema))
      .map(({ kind, value }) => ({ kind, value: { [key]: value } })),
  );
}

function valuesOf(
  { type, secret, min, max, validation, required }: SettingSchema,
  usual: SettingValue | undefined,
): readonly { readonly kind: Single['kind']; readonly value: SettingValue }[] {
  if (secret === true) return [];
  if (type === 'boolean') return [{ kind: 'switch', value: usual !== true }];
  if (type === 'number') {
    const [least, most] = [min ?? usual, max ?? usual];
    return [
      ...(least === undefined || least === usual ? [] : [{ kind: 'least', value: least } as const]),
      ...(most === undefined || most === usual ? [] : [{ kind: 'most', value: most } as const]),
    ];
  }
  if (validation === 'url') return [{ kind: 'text', value: "https://example.com/a?b=c&d='e'" }];
  return [{ kind: 'text', value: text }, ...(required === true ? [] : [{ kind: 'empty', value: '' } as const])];
}

function isAllowed(value: SettingValue, schema: SettingSchema): boolean {
  return valueFault(value, { ...schema, isUrl: schema.validation === 'url' }) === undefined;
}

/** Keeps the first of equal samples. */
function unique(samples: readonly Sample[]): readonly Sample[] {
  const seen = new Set<string>();
  return samples.filter(({ settings }) => {
    const key = JSON.stringify(settings);
    return !seen.has(key) && seen.add(key);
  });
}
