import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Versions } from '../../../src/plan/diff3.ts';
import { mergePrisma } from '../../../src/plan/merge-prisma.ts';
import { readUnits, type Unit } from '../../../src/plan/prisma-units.ts';
import { mergedAs } from './texts.ts';

type Fields = Readonly<Record<string, string>>;
/** Model → field → text after the field name. */
type Schema = Readonly<Record<string, Fields>>;

const type = fc.constantFrom('Int', 'String', 'String?', 'Post[]', 'Role');
const attribute = fc.constantFrom('', '@unique', '@default("}")', '@map("x // y")', '@default(now()) @updatedAt');
const rest = fc
  .tuple(type, attribute, fc.constantFrom('', '// {', '/// doc'))
  .map((parts) => parts.filter((part) => part !== '').join(' '));
const fields = fc.dictionary(fc.constantFrom('id', 'name', 'type', 'model', 'email'), rest, { maxKeys: 4 });
const schema: fc.Arbitrary<Schema> = fc.dictionary(fc.constantFrom('User', 'Post', 'Tag'), fields, { maxKeys: 3 });

const edited = (base: Schema): fc.Arbitrary<Schema> =>
  fc
    .array(fc.tuple(fc.constantFrom('User', 'Post', 'Tag'), fc.constantFrom('id', 'name', 'email'), fc.option(rest)), {
      maxLength: 4,
    })
    .map((changes) => {
      const models = new Map(Object.entries(base).map(([name, own]) => [name, new Map(Object.entries(own))]));
      for (const [model, field, value] of changes) {
        const own = models.get(model) ?? new Map<string, string>();
        if (value === null) own.delete(field);
        else own.set(field, value);
        models.set(model, own);
      }
      return Object.fromEntries([...models].map(([name, own]) => [name, Object.fromEntries(own)]));
    });
const three = schema.chain((base) => fc.record({ base: fc.constant(base), yours: edited(base), theirs: edited(base) }));

function print(models: Schema, width: number, note = ''): string {
  const blocks = Object.entries(models).map(([name, own]) => {
    const lines = Object.entries(own).map(([field, value]) => `  ${field.padEnd(width)} ${value}`);
    return `${note}model ${name} {\n${lines.map((line) => `${line}\n`).join('')}\n  @@map("${name}")\n}\n`;
  });
  return `// header\n\n${blocks.join('\n')}`;
}

const facts = (units: readonly Unit[] | undefined): readonly string[] =>
  (units ?? []).flatMap(({ key, lines, members }) =>
    members === undefined
      ? lines.map((line) => line.trim().replaceAll(/\s+/gu, ' '))
      : [key, ...facts(members).map((line) => `${key} ${line}`)],
  );

/** Returns the expected models and fields; `undefined` if both sides changed a field differently. */
function reference({ base, yours, theirs }: Versions<Schema>): readonly string[] | undefined {
  const flat = (models: Schema): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(models).flatMap(([model, own]) =>
        Object.entries(own).map(([field, value]) => [`model ${model} ${field}`, value]),
      ),
    );
  const [old, mine, other] = [flat(base), flat(yours), flat(theirs)];
  const merged: string[] = [];
  for (const key of new Set([...mine.keys(), ...other.keys()])) {
    const [before, one, two] = [old.get(key), mine.get(key), other.get(key)];
    if (one !== two && before !== one && before !== two) return undefined;
    const value = before === one ? two : one;
    if (value !== undefined) merged.push(`${key} ${value}`);
  }
  return merged.toSorted();
}

const parts = (line: string): readonly string[] => line.trim().split(/\s+/u);

const nameOf = (line: string): string => parts(line)[0] ?? '';

const linesOf = (text: string, name: string): readonly string[] =>
  text.split('\n').filter((line) => nameOf(line) === name);

/**
 * Returns lines of the user with a new part that is in no result line. Type, attributes and comment are merged
 * separately.
 */
function lostFields({ base, yours }: Pick<Versions<string>, 'base' | 'yours'>, result: string): readonly string[] {
  return yours.split('\n').filter((line) => {
    const known = new Set(linesOf(base, nameOf(line)).flatMap(parts));
    const there = linesOf(result, nameOf(line)).map((found) => new Set(parts(found)));
    const own = parts(line).filter((part) => !known.has(part));
    return own.length > 0 && !there.some((found) => own.every((part) => found.has(part)));
  });
}

describe('laws of merging Prisma schemas', () => {
  test('uses the changed side of a field that only one side changed, in any column layout', () => {
    let clean = 0;
    fc.assert(
      fc.property(three, fc.constantFrom(1, 8), fc.constantFrom('', '/// mine\n'), (models, width, note) => {
        const texts = {
          base: print(models.base, 5),
          yours: print(models.yours, width, note),
          theirs: print(models.theirs, 5),
        };
        const expected = reference(models);
        const result = mergePrisma(texts);
        expect(lostFields(texts, result?.kind === 'merged' ? result.text : (result?.sides.yours ?? ''))).toEqual([]);
        if (expected === undefined || result?.kind !== 'merged') return;
        clean += 1;
        const found = facts(readUnits(result.text)).filter((fact) => / (?:id|name|type|model|email) /u.test(fact));
        expect(found.toSorted()).toEqual(expected);
        expect(mergePrisma({ base: texts.theirs, yours: result.text, theirs: texts.theirs })).toEqual(result);
      }),
      { numRuns: 5000 },
    );
    expect(clean).toBeGreaterThan(1000);
  });

  test('merges without a conflict if both sides changed different fields', () => {
    fc.assert(
      fc.property(three, (models) => {
        fc.pre(reference(models) !== undefined);
        const texts = { base: print(models.base, 5), yours: print(models.yours, 5), theirs: print(models.theirs, 5) };
        expect(mergePrisma(texts)?.kind).toBe('merged');
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps every line of both sides between markers', () => {
    fc.assert(
      fc.property(three, (models) => {
        const texts = { base: print(models.base, 5), yours: print(models.yours, 5), theirs: print(models.theirs, 5) };
        const { text, conflicts } = mergedAs('prisma/schema/a.prisma', texts);
        expect(lostFields(texts, text)).toEqual([]);
        expect(readUnits(text) !== undefined).toBe(conflicts === 0);
      }),
      { numRuns: 3000 },
    );
  });

  test('reading keeps the whole text', () => {
    const lines = (units: readonly Unit[]): readonly string[] =>
      units.flatMap(({ lead, lines: own, members }) => [...lead, ...own, ...lines(members ?? [])]);
    fc.assert(
      fc.property(schema, (models) => {
        const text = print(models, 6, '/// x\n');
        expect(lines(readUnits(text) ?? []).join('\n')).toBe(text);
      }),
    );
  });
});

test.each([
  ['a block that doesn’t end', 'model A {\n  id Int\n'],
  ['two models of a name', 'model A {\n}\nmodel A {\n}\n'],
  ['two fields of a name', 'model A {\n  id Int\n  id Int\n}\n'],
  ['a comment over lines', 'model A {\n  /* x\n  */\n}\n'],
  ['something else', 'hello\n'],
])('%s: not merged by model', (_, yours) => {
  expect(mergePrisma({ base: '', yours, theirs: '' })).toBeUndefined();
});
