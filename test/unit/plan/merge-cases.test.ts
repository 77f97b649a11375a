import { describe, expect, test } from 'vitest';
import { planChanges, type Planned } from '../../../src/plan/changes.ts';
import { hasMarkers } from '../../../src/plan/merge-lines.ts';
import type { Baseline, WorkingFile } from '../../../src/plan/plan.ts';
import { digestOf } from '../../../src/core/digest.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { mergeCases, type MergeCase } from './merge-cases.ts';
import { lostLines, lostParts } from './texts.ts';

const structured = new Set(['package', 'settings', 'schema']);

/** Cases in which the user changed only the format of the file, by the prefix of their name. */
const formatting =
  /^(?:with-crlf|with-mixed-line-ends|with-byte-order-mark|without-last-line-end|indented-by-\w+|spaces-at-line-ends|wrapped|attributes-on-lines|not-formatted|comma-at-the-end|there-already-with-crlf)--/u;
const isOnlyFormatted = (name: string): boolean => formatting.test(name);

type Versions = Pick<MergeCase, 'path' | 'base' | 'yours' | 'theirs'>;

const file = (content: Uint8Array): WorkingFile => ({ kind: 'file', digest: digestOf(content), mode: 0o644 });

function plan({ path, base, yours, theirs }: Versions, baseline?: Baseline): Planned {
  const desired: Tree = new Map(theirs ? [[path, { content: theirs, mode: 0o644, owner: 'core' }]] : []);
  const written = base && ([path, { digest: digestOf(base), mode: 0o644, owner: 'core' }] as const);
  const objects = new Map([base, theirs].flatMap((bytes) => (bytes ? [[digestOf(bytes), bytes] as const] : [])));
  return planChanges({
    baseline: baseline ?? new Map(written ? [written] : []),
    working: new Map(yours ? [[path, file(yours)]] : []),
    desired,
    digestOf,
    merging: { object: (digest) => objects.get(digest), working: () => yours },
  });
}

/** Returns the file on disk after the plan is applied. */
function after({ path, yours }: Versions, { plan: { changes }, contents }: Planned): Buffer | undefined {
  const change = changes.find((one) => one.path === path);
  if (change === undefined) return yours;
  return change.kind === 'delete' ? undefined : Buffer.from(contents.get(change.after) ?? 'lost');
}

function outcomeOf({ plan: { changes, conflicts }, merged }: Planned): string {
  const [conflict, change] = [conflicts[0], changes[0]];
  if (conflict !== undefined) return `conflict ${conflict.reason}`;
  return change === undefined ? 'nothing' : merged.length > 0 ? 'merge' : change.kind;
}

test('reports no conflict when only the format differs', () => {
  const formatted = mergeCases.filter(({ name }) => isOnlyFormatted(name));
  expect(formatted).not.toEqual([]);
  expect(formatted.filter(({ outcome }) => outcome.startsWith('conflict'))).toEqual([]);
});

test('never restores a file that the user deleted', () => {
  const deleted = mergeCases.filter(({ name }) => name.startsWith('deleted--'));
  expect(deleted).not.toEqual([]);
  expect(deleted.filter(({ expected }) => expected !== undefined)).toEqual([]);
});

describe.each(mergeCases)('$kind: $name', ({ kind, name, expected, outcome, ...versions }) => {
  const planned = plan(versions);
  const marked = planned.contents.get(planned.plan.conflicts[0]?.sides?.marked ?? '');

  test('results in the expected bytes', () => {
    expect(outcomeOf(planned)).toBe(outcome);
    const result = marked === undefined ? after(versions, planned) : Buffer.from(marked);
    expect(result?.toString('latin1')).toBe(expected?.toString('latin1'));
  });

  test('keeps every line of the user', () => {
    const [yours, result] = [versions.yours, after(versions, planned)];
    const texts = { base: versions.base?.toString() ?? '', yours: yours?.toString() ?? '' };
    if (isOnlyFormatted(name)) return;
    const lost = structured.has(kind) ? lostParts : lostLines;
    expect(lost(texts, result?.toString() ?? '')).toEqual([]);
    expect(marked === undefined ? [] : lost(texts, String(marked))).toEqual([]);
    expect(marked !== undefined).toBe(hasMarkers(String(marked)));
    expect(planned.plan.conflicts.length > 0 ? result : yours).toEqual(yours);
  });

  test('changes nothing when planned again', () => {
    const result = after(versions, planned);
    const again = plan({ ...versions, yours: result }, planned.baseline);
    expect(again.plan.changes).toEqual([]);
    expect(again.plan.conflicts).toEqual(planned.plan.conflicts);
    expect(again.baseline).toEqual(planned.baseline);
  });
});
