import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Versions } from '../../../src/plan/diff3.ts';
import { gitMerger, type GitMerge } from '../../unit/plan/git.ts';
import { mergedAs, threeTexts } from '../../unit/plan/texts.ts';

// Each case runs two git processes.
vi.setConfig({ testTimeout: 600_000 });

const numRuns = Number(process.env['GENLOCK_GIT_RUNS'] ?? 500);
/** A fixed seed: the counts below depend on the generated cases. */
const seed = Number(process.env['GENLOCK_SEED'] ?? 20_260_101);

/**
 * Conflicts of one merge by Genlock, by `git merge-file --diff3`, which writes conflicts like Genlock, and by `git
 * merge-file` without options, which splits conflicts at matching lines and joins close ones.
 */
interface Compared {
  readonly ours: { readonly text: string; readonly conflicts: number };
  readonly diff3: GitMerge;
  readonly plain: GitMerge;
}

/** Compares the merges of random inputs and returns the total numbers of conflicts. */
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

test('lines: never more conflicts than git, and nearly always the same result', () => {
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
  // Git can match repeated lines differently, so that two conflicts touch: once in 15,000 cases.
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

/** Changes, removes or adds some members, and sometimes reverses all of them. */
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

/** Returns whether a block contains a key or field twice, which makes a merge result of git unusable. */
function isBroken(text: string): boolean {
  return text.split('}').some((block) => {
    const names = [...block.matchAll(/^ +"?([a-j])"?:? /gmu)].map(([, key]) => key);
    return new Set(names).size < names.length;
  });
}

test.each([
  ['package.json', json],
  ['prisma/schema/schema.prisma', schema],
])('%s: more conflicts than git only if git breaks the file, and a third of the conflicts in total', (path, texts) => {
  const sums = compareOn(texts, path, ({ ours, diff3, plain }) => {
    expect(ours.conflicts > diff3.conflicts && !isBroken(diff3.text)).toBe(false);
    // Git joins close conflicts. Only their presence is comparable, not their number.
    expect(ours.conflicts > 0 && plain.conflicts === 0 && !isBroken(plain.text)).toBe(false);
    expect(ours.conflicts === 0 && isBroken(ours.text)).toBe(false);
  });
  expect(sums.ours).toBeLessThan(sums.plain / 3);
});
