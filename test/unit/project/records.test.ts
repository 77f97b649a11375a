import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { applyPlan } from '../../../src/apply/apply.ts';
import type { Baseline } from '../../../src/plan/plan.ts';
import { parseBaseline, printBaseline, readBaseline } from '../../../src/project/baseline.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { listObjects, readObject } from '../../../src/project/objects.ts';
import { readOperations, storeOperations } from '../../../src/project/operations.ts';
import { prepareChanges, type DesiredProject } from '../../../src/project/prepare.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const tree = (files: Readonly<Record<string, string>>): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, { content, mode: 0o644, owner: 'core' }]));

const throwsCode = (code: string): unknown => expect.objectContaining({ code });

describe('the baseline', () => {
  const baseline: Baseline = new Map([
    ['z.ts', { digest: digestOf('z'), mode: 0o755, owner: 'auth-jwt' }],
    ['a/"quoted".ts', { digest: digestOf('a'), mode: 0o644, owner: 'core' }],
  ]);

  test('has one sorted line per file and reads back', () => {
    const text = printBaseline(baseline);
    expect(text.split('\n').filter((line) => line.includes('sha256-'))).toHaveLength(2);
    expect(text.indexOf('quoted')).toBeLessThan(text.indexOf('z.ts'));
    expect(JSON.parse(text)).toMatchObject({ version: 1 });
    const plain: Baseline = new Map([['z.ts', { digest: digestOf('z'), mode: 0o755, owner: 'auth-jwt' }]]);
    expect(parseBaseline(printBaseline(plain))).toEqual(plain);
    expect(parseBaseline(printBaseline(new Map()))).toEqual(new Map());
  });

  const file = `{ "digest": "${digestOf('x')}", "mode": "644", "owner": "core" }`;
  test.each([
    ['no JSON', '{'],
    ['merge markers', '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n'],
    ['another version', '{ "version": 2, "files": {} }'],
    ['a short digest', '{ "version": 1, "files": { "a": { "digest": "sha256-00", "mode": "644", "owner": "core" } } }'],
    ['another mode', `{ "version": 1, "files": { "a": ${file.replace('644', '4755')} } }`],
    ['a path outside', `{ "version": 1, "files": { "../a": ${file} } }`],
    ['twins', `{ "version": 1, "files": { "a": ${file}, "A": ${file} } }`],
    ['an unknown key', '{ "version": 1, "files": {}, "more": 1 }'],
  ])('%s: refused', (_, text) => {
    expect(() => parseBaseline(text)).toThrow(throwsCode('PROJECT_BASELINE_INVALID'));
  });
});

const validate = (stored: {
  readonly manifest: unknown;
  readonly operations: unknown;
}): Pick<Contribution, 'manifest' | 'operations'> => JSON.parse(JSON.stringify(stored));

const readerOf =
  (objects: ReadonlyMap<string, string | Uint8Array>) =>
  (digest: string): Uint8Array =>
    Buffer.from(objects.get(digest) ?? '');

const refuse = (): never => {
  throw new RangeError('not today');
};

describe('stored operations', () => {
  const contribution: Contribution = {
    manifest: {
      name: 'notes', version: '1.2.3', frameworks: ['express'], databases: ['file'], dependencies: { zod: '^4.0.0' }, settings: {},
    }, // prettier-ignore
    settings: { title: 'Notes' },
    operations: [
      {
        kind: 'copyTemplates',
        files: [
          { path: 'server/a.ts', content: 'a' },
          { path: 'client/logo.png', source: 'templates/logo.png' },
        ],
      },
      { kind: 'registerCSS', variables: { '--b': '1', '--a': '2' } },
    ],
    files: new Map([
      ['templates/logo.png', new Uint8Array([137, 80, 78, 71])],
      ['generator.js', Buffer.from('not used by any operation')],
    ]),
  };
  test('keep referenced objects and read back for rendering', () => {
    const { digest, objects, contribution: kept } = storeOperations(contribution);
    expect(objects.size).toBe(2);
    expect([...objects].every(([name, bytes]) => digestOf(bytes) === name)).toBe(true);
    const readBack = readOperations({ digest, read: readerOf(objects), validate });
    expect(JSON.stringify(readBack)).toBe(JSON.stringify(kept));
    expect(Buffer.from(readBack.files.get('templates/logo.png') ?? [])).toEqual(Buffer.from([137, 80, 78, 71]));
    expect(storeOperations(readBack).digest).toBe(digest);
  });

  test('do not depend on the key order', () => {
    const { files, operations, settings, manifest } = contribution;
    const backwards: Contribution = {
      files,
      operations,
      settings,
      manifest: JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(manifest).toReversed()))),
    };
    expect(JSON.stringify(backwards.manifest)).not.toBe(JSON.stringify(manifest));
    expect(storeOperations(backwards).digest).toBe(storeOperations(contribution).digest);
    expect(storeOperations({ ...contribution, settings: { title: 'Other' } }).digest).not.toBe(
      storeOperations(contribution).digest,
    );
  });

  test.each(['{', '{}', '{"version":2}', 'null'])('are refused in an unknown form: %s', (text) => {
    expect(() => readOperations({ digest: digestOf(text), read: () => Buffer.from(text), validate })).toThrow(
      throwsCode('PROJECT_OBJECT_INVALID'),
    );
  });

  test('are refused if the validator refuses them', () => {
    const { digest, objects } = storeOperations(contribution);
    expect(() => readOperations({ digest, read: readerOf(objects), validate: refuse })).toThrow('not today');
  });
});

const wanted = (root: string, files: Readonly<Record<string, string>>): DesiredProject => ({
  root,
  desired: tree(files),
  records: new Map([['genlock.lock.json', `${JSON.stringify(Object.keys(files))}\n`]]),
  objects: new Map([[digestOf('stored'), 'stored']]),
});
const apply = (want: DesiredProject): Promise<unknown> =>
  applyPlan({ root: want.root, command: 'genlock test', ...prepareChanges(want) });

describe('an applied transaction', () => {
  test('keeps one object per content, removes unused objects, and is empty the second time', async () => {
    const root = join(temporaryFolder(), 'app');
    await apply(wanted(root, { 'a.ts': 'a', 'b.ts': 'b', 'same.ts': 'a' }));
    expect(listObjects(root).toSorted()).toEqual(['a', 'b', 'stored'].map(digestOf).toSorted());
    expect(Buffer.from(readObject(root, digestOf('b'))).toString()).toBe('b');
    expect(readBaseline(root).files.size).toBe(3);
    await apply(wanted(root, { 'a.ts': 'a' }));
    expect(listObjects(root).toSorted()).toEqual(['a', 'stored'].map(digestOf).toSorted());
    expect(prepareChanges(wanted(root, { 'a.ts': 'a' })).plan).toEqual({ version: 1, changes: [], conflicts: [] });
    expect(readFileSync(join(root, '.genlock/.gitignore'), 'utf8')).toContain('journal');
  });

  test('keeps the base of an edited file, and does not restore a deleted file', async () => {
    const root = join(temporaryFolder(), 'app');
    await apply(wanted(root, { 'a.ts': 'a', 'b.ts': 'b' }));
    writeFileSync(join(root, 'a.ts'), 'edited');
    rmSync(join(root, 'b.ts'));
    const { plan } = prepareChanges(wanted(root, { 'a.ts': 'new a', 'b.ts': 'new b' }));
    expect(plan.conflicts).toMatchObject([
      { path: 'a.ts', owner: 'core', reason: 'edited', sides: { yours: digestOf('edited') } },
    ]);
    await apply(wanted(root, { 'a.ts': 'new a', 'b.ts': 'new b' }));
    expect(readdirSync(root).toSorted()).toEqual(['.genlock', 'a.ts', 'genlock.lock.json']);
    expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('edited');
    expect(listObjects(root).toSorted()).toEqual(['a', 'b', 'stored'].map(digestOf).toSorted());
  });

  test('refuses damaged objects, and rewrites them if the content is known', async () => {
    const root = join(temporaryFolder(), 'app');
    await apply(wanted(root, { 'a.ts': 'a' }));
    const object = join(root, '.genlock/objects', digestOf('a'));
    writeFileSync(object, 'damaged');
    expect(() => readObject(root, digestOf('a'))).toThrow(throwsCode('PROJECT_OBJECT_INVALID'));
    expect(() => readObject(root, digestOf('never'))).toThrow(throwsCode('PROJECT_OBJECT_INVALID'));
    expect(() => readObject(root, '../../etc/passwd')).toThrow(throwsCode('PROJECT_OBJECT_INVALID'));
    await apply(wanted(root, { 'a.ts': 'a' }));
    expect(readFileSync(object, 'utf8')).toBe('a');
  });

  test.each([
    [
      'a link in the place of a record',
      (root: string, outside: string) => symlinkSync(join(outside, 'x'), join(root, 'genlock.lock.json')),
      'PROJECT_LINK',
    ],
    [
      'objects that are a link',
      (root: string, outside: string) => {
        mkdirSync(join(root, '.genlock'));
        symlinkSync(outside, join(root, '.genlock/objects'));
      },
      'PROJECT_LINK',
    ],
    [
      'a folder in the place of a record',
      (root: string) => mkdirSync(join(root, 'genlock.lock.json')),
      'PROJECT_BLOCKED',
    ],
  ])('%s: refused', (_, prepare, code) => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    prepare(root, outside);
    expect(() => prepareChanges(wanted(root, { 'a.ts': 'a' }))).toThrow(throwsCode(code));
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each(['../x', 'src\\x', '.git/config'])('never plans the path %j', (path) => {
    expect(() => prepareChanges(wanted(temporaryFolder(), { [path]: 'x' }))).toThrow(
      throwsCode('PROJECT_PATH_INVALID'),
    );
  });
});
