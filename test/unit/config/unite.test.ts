import { describe, expect, test } from 'vitest';
import { mergeConfig } from '../../../src/config/merge-config.ts';
import { GenlockError } from '../../../src/errors/error.ts';

type Config = Readonly<Record<string, unknown>>;
const entity = (name: string, ...fields: readonly string[]): Config => ({
  name,
  fields: fields.map((field) => ({ name: field })),
});
const text = (config: Config): string => JSON.stringify(config, null, 2);

/** Returns the merged configuration, or the key of the first conflict. */
function united(ours: Config, theirs: Config, base?: Config): unknown {
  const sides = { ours: text(ours), theirs: text(theirs), ...(base && { base: text(base) }), line: 3 };
  try {
    return JSON.parse(mergeConfig(sides, { file: 'genlock.json' }));
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'CONFIG_MERGE_CONFLICT') return error.problems[0].where?.key;
    throw error;
  }
}

const none = { entities: [], plugins: {} };
const x = { x: { enabled: true } };

describe('a value that only one side has', () => {
  test('is added if both sides started without it', () => {
    const [ours, theirs] = [
      { ...none, entities: [entity('A')] },
      { ...none, plugins: x },
    ];
    expect(united(ours, theirs, none)).toEqual({ entities: [entity('A')], plugins: x });
    expect(united(ours, theirs)).toBe('entities.A');
  });

  test('is removed if both sides started with it', () => {
    const base = { entities: [entity('A'), entity('B', 'b'), entity('C')], plugins: x };
    const ours = { entities: [entity('A'), entity('B', 'b', 'more'), entity('C')], plugins: x };
    const theirs = { entities: [entity('B', 'b'), entity('D')], plugins: {} };
    expect(united(ours, theirs, base)).toEqual({ entities: [entity('B', 'b', 'more'), entity('D')], plugins: {} });
    expect(united(theirs, ours, base)).toEqual({ entities: [entity('B', 'b', 'more'), entity('D')], plugins: {} });
  });

  test('is a conflict if the other side changed it', () => {
    const base = { ...none, entities: [entity('A')] };
    const ours = { ...none, entities: [entity('A', 'more')] };
    expect(united(ours, none, base)).toMatch(/^entities\.(?:0|A)/u);
    expect(united(none, ours, base)).toMatch(/^entities\.(?:0|A)/u);
  });
});

test('uses a value that one side changed, and reports a conflict if both sides changed it', () => {
  const [base, ours, theirs] = ['a', 'b', 'c'].map((title) => ({ ...none, plugins: { x: { settings: { title } } } }));
  if (base === undefined || ours === undefined || theirs === undefined) throw new Error('three versions');
  expect(united(base, theirs, base)).toEqual(theirs);
  expect(united(ours, base, base)).toEqual(ours);
  expect(united(ours, theirs, base)).toBe('plugins.x.settings.title');
  expect(united(base, theirs)).toBe('plugins.x.settings.title');
});

test('reports a side or base that is not JSON as a conflict', () => {
  const sides = { ours: text(none), theirs: '{', base: text(none), line: 1 };
  expect(() => mergeConfig(sides, { file: 'genlock.json' })).toThrow(GenlockError);
  const other = { ...sides, theirs: text({ ...none, plugins: x }), base: '{' };
  expect(() => mergeConfig(other, { file: 'genlock.json' })).toThrow(GenlockError);
});
