import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planChanges, type Planned } from '../../../src/plan/changes.ts';
import { hasMarkers } from '../../../src/plan/merge-lines.ts';
import type { Baseline, WorkingFile } from '../../../src/plan/plan.ts';
import { digestOf } from '../../../src/core/digest.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { lostLines, lostParts } from './texts.ts';

/**
 * User edit × upstream edit × kind of file. A case is a folder: `base`, `yours` and `theirs`, each absent where there is
 * no file; `expected` is what is on disk afterwards, with markers if a conflict is written into it; `outcome` says what
 * the plan is.
 */
const root = join(import.meta.dirname, 'matrix');
const paths: Readonly<Record<string, string>> = {
  binary: 'client/logo.png',
  code: 'server/app.ts',
  component: 'client/components/NameForm.tsx',
  document: 'README.md',
  environment: '.env.example',
  package: 'package.json',
  schema: 'prisma/schema/schema.prisma',
  settings: 'tsconfig.json',
  styles: 'client/styles/form.css',
  workflow: '.github/workflows/ci.yml',
};

const structured = new Set(['package', 'settings', 'schema']);

/** What the user did, as the name of a case has it, if it was to the form of the file alone. */
const formatting =
  /^(?:with-crlf|with-mixed-line-ends|with-byte-order-mark|without-last-line-end|indented-by-\w+|spaces-at-line-ends|wrapped|attributes-on-lines|not-formatted|comma-at-the-end|there-already-with-crlf)--/u;
const isOnlyFormatted = (name: string): boolean => formatting.test(name);

const cases = Object.keys(paths).flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => ({ kind, name, folder: join(root, kind, name) })),
);

const read = (folder: string, name: string): Buffer | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined;

interface Case {
  readonly path: string;
  readonly base: Buffer | undefined;
  readonly yours: Buffer | undefined;
  readonly theirs: Buffer | undefined;
}

const file = (content: Uint8Array): WorkingFile => ({ kind: 'file', digest: digestOf(content), mode: 0o644 });

function plan({ path, base, yours, theirs }: Case, baseline?: Baseline): Planned {
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

/** What is on disk once the plan is applied. */
function after({ path, yours }: Case, { plan: { changes }, contents }: Planned): Buffer | undefined {
  const change = changes.find((one) => one.path === path);
  if (change === undefined) return yours;
  return change.kind === 'delete' ? undefined : Buffer.from(contents.get(change.after) ?? 'lost');
}

function outcomeOf({ plan: { changes, conflicts }, merged }: Planned): string {
  const [conflict, change] = [conflicts[0], changes[0]];
  if (conflict !== undefined) return `conflict ${conflict.reason}`;
  return change === undefined ? 'nothing' : merged.length > 0 ? 'merge' : change.kind;
}

test('there are at least 500 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(500);
});

test('formatting alone is never a conflict, whatever Genlock does', () => {
  const formatted = cases.filter(({ name }) => isOnlyFormatted(name));
  expect(formatted.length).toBeGreaterThan(200);
  const outcomes = formatted.map(({ folder }) => readFileSync(join(folder, 'outcome'), 'utf8').trim());
  expect(outcomes.filter((outcome) => outcome.startsWith('conflict'))).toEqual([]);
});

test('a file the user deleted stays deleted', () => {
  const deleted = cases.filter(({ name }) => name.startsWith('deleted--'));
  expect(deleted.length).toBeGreaterThan(30);
  expect(deleted.filter(({ folder }) => existsSync(join(folder, 'expected')))).toEqual([]);
});

test('none is a conflict where git merge-file has none, and few are of those where it has', () => {
  const counts = { ours: 0, gits: 0 };
  const mergeable = cases.filter(
    ({ kind, folder }) =>
      kind !== 'binary' && ['base', 'yours', 'theirs'].every((name) => existsSync(join(folder, name))),
  );
  for (const { folder } of mergeable) {
    const git = spawnSync('git', ['merge-file', '-p', '--diff3', 'yours', 'base', 'theirs'], { cwd: folder });
    const isConflict = readFileSync(join(folder, 'outcome'), 'utf8').startsWith('conflict');
    expect([folder, git.status === 0 && isConflict]).toEqual([folder, false]);
    counts.ours += isConflict ? 1 : 0;
    counts.gits += git.status === 0 ? 0 : 1;
  }
  expect(counts.gits).toBeGreaterThan(50);
  expect(counts.ours).toBeLessThan(counts.gits / 2);
});

describe.each(cases)('$kind: $name', ({ kind, name, folder }) => {
  const versions: Case = {
    path: paths[kind] ?? '',
    base: read(folder, 'base'),
    yours: read(folder, 'yours'),
    theirs: read(folder, 'theirs'),
  };
  const planned = plan(versions);
  const marked = planned.contents.get(planned.plan.conflicts[0]?.sides?.marked ?? '');

  test('comes out exactly as expected', () => {
    expect(outcomeOf(planned)).toBe(readFileSync(join(folder, 'outcome'), 'utf8').trim());
    const result = marked === undefined ? after(versions, planned) : Buffer.from(marked);
    expect(result?.toString('latin1')).toBe(read(folder, 'expected')?.toString('latin1'));
  });

  test('loses no line of the user', () => {
    const [yours, result] = [versions.yours, after(versions, planned)];
    const texts = { base: versions.base?.toString() ?? '', yours: yours?.toString() ?? '' };
    if (isOnlyFormatted(name)) return;
    const lost = structured.has(kind) ? lostParts : lostLines;
    expect(lost(texts, result?.toString() ?? '')).toEqual([]);
    expect(marked === undefined ? [] : lost(texts, String(marked))).toEqual([]);
    expect(marked !== undefined).toBe(hasMarkers(String(marked)));
    expect(planned.plan.conflicts.length > 0 ? result : yours).toEqual(yours);
  });

  test('changes nothing the second time', () => {
    const result = after(versions, planned);
    const again = plan({ ...versions, yours: result }, planned.baseline);
    expect(again.plan.changes).toEqual([]);
    expect(again.plan.conflicts).toEqual(planned.plan.conflicts);
    expect(again.baseline).toEqual(planned.baseline);
  });
});
