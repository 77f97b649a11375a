/** Tests the report of `genlock plugin test`: its binding to the files, publishing, `plugin info` and policies. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPlugin } from '../../src/flows/plugin-test/test-plugin.ts';
import { pluginInfo } from '../../src/flows/registry/search.ts';
import { newAuthor, type Author } from '../support/author.ts';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { treeHash } from '../support/tree-hash.ts';

// The repeated runs are the subject of these tests.
vi.unmock('../../sandbox/index.ts');

let author: Author;
let life: Life;
let report: string;
beforeEach(async () => {
  [author, life] = await Promise.all([newAuthor(), newLife()]);
  // One project is enough here.
  author.edit('manifest.json', { databases: ['file'], settings: { schema: {} } });
  author.write('templates/express/client/data/guestbook.json', '{\n  "title": "Guestbook"\n}\n');
  author.write('templates/express/client/pages/guestbook/index.tsx', page);
  author.write('templates/express/server/routes/guestbook.ts', route);
  report = join(author.folder, 'genlock-report.json');
});
afterEach(() => author[Symbol.asyncDispose]());

const page = 'export default function GuestbookPage() {\n  return <h1>Guestbook</h1>;\n}\n';
const route = `import type { Request, Response } from 'express';

export function GET(_req: Request, res: Response): void {
  res.json([]);
}

export function POST(_req: Request, res: Response): void {
  res.status(201).json({});
}
`;

const ports = () => ({ ...quietPorts, env: { HOME: author.home, npm_config_registry: author.registry.url } });
const run = (spec: string, isReported = true) =>
  testPlugin({ cwd: author.folder, spec, grid: 'small', run: false, report: isReported }, ports());

let known: string | undefined;
/** Returns the report of the plugin, which is the same in every test. */
async function reportText(): Promise<string> {
  if (known === undefined) {
    if (!existsSync(report)) await run('.');
    known = readFileSync(report, 'utf8');
  }
  return known;
}

const info = () => pluginInfo({ cwd: author.folder, spec: 'guestbook' }, ports());
const add = () => life.add([author.folder], { yes: true, ...author.obeying({ tests: { require: 'report' } }) });

test('a report is bound to the files, published, shown and required by policies', async () => {
  const before = treeHash(life.root);
  expect(await codesOf(add())).toEqual(['POLICY_DENIED']);
  expect(treeHash(life.root)).toEqual(before);

  const result = await run('.');
  expect(result).toMatchObject({ status: 'passed', report, broken: [] });
  expect(JSON.parse(await reportText())).toMatchObject({ version: 1, digest: result.digest, genlock: result.genlock });

  const { files, report: summary } = await author.publish();
  expect(files.map(({ path }) => path)).toContain('genlock-report.json');
  expect(summary).toEqual({ laws: 8, cases: result.cases.length, genlock: result.genlock });
  expect(await info()).toMatchObject({ tests: { state: 'current', ...summary } });
  expect(await add()).toMatchObject({ status: 'changed' });

  // Another user repeats the test of the package, and gets the same digest and the same laws.
  const repeated = await run('guestbook', false);
  expect([repeated.digest, repeated.laws]).toEqual([result.digest, result.laws]);
});

test('a report about other files is refused on publishing and on installation', async () => {
  writeFileSync(report, await reportText());
  appendFileSync(join(author.folder, 'generator.js'), '// more\n');
  expect(await codesOf(author.publish())).toEqual(['PUBLISH_REPORT_INVALID']);
  expect(await codesOf(add())).toEqual(['POLICY_DENIED']);
  rmSync(report);
  expect(await author.publish()).not.toHaveProperty('report');
  expect(await info()).toMatchObject({ tests: { state: 'absent' } });
});

test('a report that lists a broken law or is damaged is refused', async () => {
  const text = await reportText();
  for (const bad of [text.replace('"held"', '"broken"'), text.slice(0, 100), '{}']) {
    writeFileSync(report, bad);
    expect(await codesOf(author.publish())).toEqual(['PUBLISH_REPORT_INVALID']);
    expect(await codesOf(add())).toEqual(['POLICY_DENIED']);
  }
  // Control: the original report is accepted.
  writeFileSync(report, text);
  expect(await author.publish()).toMatchObject({ status: 'published' });
});

test('no report is written if a law is broken', async () => {
  author.write('generator.js', "export default () => {\n  throw new Error('broken');\n};\n");
  expect(await run('.')).toMatchObject({ status: 'failed', broken: [{ law: 'addition' }] });
  expect(existsSync(report)).toBe(false);
});
