import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Versions } from '../../../src/plan/diff3.ts';
import { gitMerger, type GitMerge } from '../../unit/plan/git.ts';
import { mergedAs, threeTexts } from '../../unit/plan/texts.ts';

// Two processes of git a text.
vi.setConfig({ testTimeout: 600_000 });

const numRuns = Number(process.env['GENLOCK_GIT_RUNS'] ?? 500);
/** How often something happens among so many texts is chance; with the same ones it's the same each time. */
const seed = Number(process.env['GENLOCK_SEED'] ?? 20_260_101);

/**
 * Conflicts of three texts by Genlock, by `git merge-file --diff3`, which writes conflicts as Genlock does, and by
 * `git merge-file` as it is, which looks for agreement within them and joins those that are near.
 */
interface Compared {
  readonly ours: { readonly text: string; readonly conflicts: number };
  readonly diff3: GitMerge;
  readonly plain: GitMerge;
}

/** Three texts on which the two are compared, with the sum of their conflicts. */
function compareOn(
  texts: fc.Arbitrary<Versions<string>>,
  path: string,
  look: (compared: Compared) => void,
): { readonly ours: number; readonly diff3: number; readonly plain: number } {
  const counts = { ours: 0, diff3: 0, plain: 0 };
  const gitMerge = gitMerger();
  fc.assert(
    fc.property(texts, (versions) => {
      const ours = mergedAs(path, versions);
      const compared = { ours, diff3: gitMerge(versions, ['--diff3']), plain: gitMerge(versions) };
      look(compared);
      counts.ours += ours.conflicts;
      counts.diff3 += compared.diff3.conflicts;
      counts.plain += compared.plain.conflicts;
    }),
    { numRuns, seed },
  );
  return counts;
}

test('lines: in no text more conflicts than git; the same text nearly always', () => {
  const counts = { clean: 0, other: 0, more: 0 };
  const sums = compareOn(threeTexts, 'notes.txt', ({ ours, diff3, plain }) => {
    expect(ours.conflicts).toBeLessThanOrEqual(diff3.conflicts);
    const isClean = plain.conflicts === 0;
    expect(isClean && ours.conflicts > 0).toBe(false);
    if (isClean) counts.clean += 1;
    if (isClean && plain.text !== ours.text) counts.other += 1;
    if (ours.conflicts > plain.conflicts) counts.more += 1;
  });
  expect(sums.ours).toBeLessThan(sums.diff3);
  expect(sums.ours).toBeLessThanOrEqual(sums.plain);
  // Of repeated lines git can match others, so that two places come to touch: once in 15,000 texts.
  expect(counts.more).toBeLessThanOrEqual(numRuns / 500);
  expect(counts.clean).toBeGreaterThan(numRuns / 10);
  expect(counts.other).toBeLessThan(counts.clean / 20);
});

type Members = readonly (readonly [name: string, value: number])[];

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
const members: fc.Arbitrary<Members> = fc.uniqueArray(fc.tuple(name, fc.nat({ max: 2 })), {
  maxLength: 8,
  selector: ([key]) => key,
});
const places = fc.tuple(members, members, members);

/** Some members changed, taken away or added, and now and then all of them turned round. */
const edited = (before: readonly Members[]): fc.Arbitrary<readonly Members[]> =>
  fc
    .array(fc.record({ place: fc.nat({ max: 2 }), key: name, value: fc.option(fc.nat({ max: 4 })) }), { maxLength: 5 })
    .chain((changes) =>
      fc.integer({ min: 0, max: 7 }).map((order) =>
        before.map((list, index) => {
          const changed = new Map(list);
          for (const { place, key, value } of changes) {
            if (place !== index) continue;
            if (value === null) changed.delete(key);
            else changed.set(key, value);
          }
          return order === 0 ? [...changed].toReversed() : [...changed];
        }),
      ),
    );

const printed = (print: (lists: readonly Members[]) => string): fc.Arbitrary<Versions<string>> =>
  places
    .chain((base) => fc.record({ base: fc.constant(base), yours: edited(base), theirs: edited(base) }))
    .map(({ base, yours, theirs }) => ({ base: print(base), yours: print(yours), theirs: print(theirs) }));

const json = printed((lists) => {
  const entries = lists.map((list, index) => [`part${String(index)}`, Object.fromEntries(list)] as const);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
});
const types = ['String', 'Int', 'Float?', 'Boolean', 'DateTime'];
const schema = printed((lists) =>
  lists
    .map((list, index) => {
      const fields = list.map(([key, type]) => `  ${key}  ${types[type] ?? ''}\n`).join('');
      return `model Part${String(index)} {\n  id  String @id\n${fields}\n  @@map("part${String(index)}")\n}\n`;
    })
    .join('\n'),
);

/** Whether a block holds a key or field twice: what git calls merged there is no file anybody can use. */
function isBroken(text: string): boolean {
  return text.split('}').some((block) => {
    const names = [...block.matchAll(/^ +"?([a-j])"?:? /gmu)].map(([, key]) => key);
    return new Set(names).size < names.length;
  });
}

test.each([
  ['package.json', json],
  ['prisma/schema/schema.prisma', schema],
])('%s: more conflicts than git only where git breaks the file; a third of them in all', (path, texts) => {
  const sums = compareOn(texts, path, ({ ours, diff3, plain }) => {
    expect(ours.conflicts > diff3.conflicts && !isBroken(diff3.text)).toBe(false);
    // Git joins conflicts that are near each other: how many it counts says nothing, but whether there are any.
    expect(ours.conflicts > 0 && plain.conflicts === 0 && !isBroken(plain.text)).toBe(false);
    expect(ours.conflicts === 0 && isBroken(ours.text)).toBe(false);
  });
  expect(sums.ours).toBeLessThan(sums.plain / 3);
});
