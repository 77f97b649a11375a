/** The status cache makes `genlock status` faster, but never changes its result or written files. */
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { quickStatus, indexAt } from '../../src/flows/status/quick.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { examplePlugin, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

/** Clock in the future, so that file times of all existing files count as settled. */
const later = { clock: () => new Date(Date.now() + 60_000) };

/** A project whose status is known. */
async function known(): Promise<{ life: Life; cache: string; ask: () => ReturnType<typeof projectStatus> }> {
  const [life, cache] = [await newLife(), temporaryFolder()];
  await life.add([examplePlugin('guestbook')]);
  const ask = () => projectStatus(life.root, { cache, ...later });
  await ask();
  await ask();
  return { life, cache, ask };
}

const quick = (root: string, cache: string) => {
  const index = indexAt(root, { cache, ...later });
  return index && quickStatus(index);
};

test('a second status comes from the cache, and the project contains no cache file', async () => {
  const [life, cache] = [await newLife(), temporaryFolder()];
  const before = [...treeHash(life.root)];
  const first = await projectStatus(life.root, { cache, ...later });
  expect(quick(life.root, cache)).toEqual(first);
  expect(quick(life.root, cache)).toEqual(first);
  expect([...treeHash(life.root)]).toEqual(before);
});

type Deed = (life: Life, path: string, number: number) => void;

const deeds: Readonly<Record<string, Deed>> = {
  line: ({ root }, path, n) => writeFileSync(join(root, path), `${readFileSync(join(root, path), 'utf8')}// ${n}\n`),
  byte: ({ root }, path) => {
    const status = lstatSync(join(root, path));
    writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace(/[a-z]/u, 'Q'));
    utimesSync(join(root, path), status.atime, status.mtime);
  },
  same: ({ root }, path) => writeFileSync(join(root, path), readFileSync(join(root, path))),
  gone: ({ root }, path) => rmSync(join(root, path)),
  moved: ({ root }, path, n) => {
    mkdirSync(join(root, `elsewhere${n % 3}`), { recursive: true });
    renameSync(join(root, path), join(root, `elsewhere${n % 3}`, basename(path)));
  },
  spelling: ({ root }, path) => renameSync(join(root, path), join(root, dirname(path), basename(path).toUpperCase())),
  mode: ({ root }, path) => chmodSync(join(root, path), 0o755),
  folder: ({ root }, path) => {
    rmSync(join(root, path));
    mkdirSync(join(root, path));
  },
  link: ({ root }, path) => {
    const folder = join(root, path.split('/')[0] ?? '');
    renameSync(folder, `${folder}.real`);
    symlinkSync(`${folder}.real`, folder);
  },
  entity: ({ root }, _path, n) => {
    const text = readFileSync(join(root, 'genlock.json'), 'utf8');
    writeFileSync(join(root, 'genlock.json'), text.replace('"entities": [', `"entities": [{ "name": "Thing${n}" },`));
  },
  record: ({ root }, _path, n) => {
    const records = ['.genlock/baseline.json', 'genlock.lock.json', '.genlock/genlock.schema.json', 'genlock.json'];
    const path = join(root, records[n % records.length] ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -2 - (n % 3)));
  },
  object: ({ root }, _path, n) => {
    const objects = readdirSync(join(root, '.genlock/objects'));
    writeFileSync(join(root, '.genlock/objects', objects[n % objects.length] ?? ''), 'damaged');
  },
  lostObject: ({ root }, _path, n) => {
    const objects = readdirSync(join(root, '.genlock/objects'));
    const path = join(root, '.genlock/objects', objects[n % objects.length] ?? '');
    rmSync(path);
    if (n % 2 === 0) mkdirSync(path);
  },
  conflicts: ({ root }) => writeFileSync(join(root, '.genlock/conflicts.json'), '{ "version": 1, "files": {} }'),
};

const settle = <T>(answer: Promise<T>): Promise<unknown> =>
  answer.then(
    (value) => value,
    (error: unknown) => String(error),
  );

test('after any edits the answer is the one that remembers nothing', { timeout: 600_000 }, async () => {
  const { life, cache, ask } = await known();
  const paths = [...treeHash(life.root, ['.genlock', 'genlock.json', 'genlock.lock.json']).keys()];
  const step = record({ deed: constantFrom(...Object.keys(deeds)), path: nat(), number: nat({ max: 99 }) });
  const pristine = temporaryFolder();
  cpSync(life.root, join(pristine, 'shop'), { recursive: true });
  let answers = 0;
  const property = asyncProperty(array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
    rmSync(life.root, { recursive: true });
    cpSync(join(pristine, 'shop'), life.root, { recursive: true });
    await ask();
    await ask();
    for (const { deed, path, number } of steps) {
      try {
        deeds[deed]?.(life, paths[path % paths.length] ?? '', number);
      } catch (error) {
        // An earlier edit took the file away.
        if (!(error instanceof Error && 'code' in error)) throw error;
      }
      if (quick(life.root, cache) !== undefined) answers += 1;
      const remembered = await settle(ask());
      expect(remembered).toEqual(await settle(projectStatus(life.root)));
      expect(await settle(ask())).toEqual(remembered);
    }
  });
  await assert(property, { numRuns: 6 });
  expect(answers).toBeGreaterThan(0);
});

test('rereads files that changed within the clock’s resolution', async () => {
  const { life, cache } = await known();
  const path = join(life.root, 'server/app.ts');
  writeFileSync(path, 'one\n');
  const tick = { clock: () => new Date(lstatSync(path).mtimeMs + 1000) };
  expect((await projectStatus(life.root, { cache, ...tick })).files.edited).toEqual(['server/app.ts']);
  const index = JSON.parse(readFileSync(indexFile(cache), 'utf8')) as { rows: Record<string, unknown> };
  expect(Object.keys(index.rows)).not.toContain('server/app.ts');
  expect((await projectStatus(life.root, { cache, ...later })).files.edited).toEqual(['server/app.ts']);
  const after = JSON.parse(readFileSync(indexFile(cache), 'utf8')) as { rows: Record<string, unknown> };
  expect(Object.keys(after.rows)).toContain('server/app.ts');
});

test('ignores a damaged status cache', async () => {
  const { life, cache, ask } = await known();
  const expected = await projectStatus(life.root);
  const whole = readFileSync(indexFile(cache), 'utf8');
  const texts = ['', '{', 'null', '[]', '{"rows":5}', whole.slice(0, -9), whole.replaceAll('sha256-', 'sha1-')];
  const odd = JSON.parse(whole) as object;
  for (const text of [
    ...texts,
    JSON.stringify({ ...odd, found: { settled: 5 } }),
    JSON.stringify({ ...odd, found: 1 }),
  ]) {
    writeFileSync(indexFile(cache), text);
    expect(await ask()).toEqual(expected);
  }
  rmSync(cache, { recursive: true });
  writeFileSync(cache, 'a file');
  expect(await ask()).toEqual(expected);
});

test('status trusts a forged cache, but verify and remove do not', async () => {
  const { life, cache, ask } = await known();
  writeFileSync(join(life.root, 'server/app.ts'), '// not what Genlock wrote\n');
  const { mtimeMs, ctimeMs, ino, mode, size } = lstatSync(join(life.root, 'server/app.ts'));
  const index = JSON.parse(readFileSync(indexFile(cache), 'utf8')) as { rows: Record<string, unknown[]> };
  const digest = index.rows['server/app.ts']?.[5];
  index.rows['server/app.ts'] = [mtimeMs, ctimeMs, ino, mode, size, digest];
  writeFileSync(indexFile(cache), JSON.stringify(index));
  expect((await ask()).files.edited).toEqual([]);
  expect((await projectStatus(life.root)).files.edited).toEqual(['server/app.ts']);
  process.env['GENLOCK_CACHE'] = cache;
  try {
    const { files } = await verifyProject({ cwd: life.root, strict: true });
    expect(files.filter(({ kind }) => kind === 'edited').map(({ path }) => path)).toEqual(['server/app.ts']);
    const { plan } = await life.remove(['guestbook'], { yes: true });
    expect(plan.changes.map(({ path }) => path)).not.toContain('server/app.ts');
    expect(readFileSync(join(life.root, 'server/app.ts'), 'utf8')).toBe('// not what Genlock wrote\n');
  } finally {
    delete process.env['GENLOCK_CACHE'];
  }
});

/** The only file of a cache. */
function indexFile(cache: string): string {
  const [name = ''] = readdirSync(join(cache, 'status'));
  return join(cache, 'status', name);
}
