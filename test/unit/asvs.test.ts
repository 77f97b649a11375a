import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/AUTH.md'), 'utf8');

/** The lines of levels 1 and 2. */
const lineCount = 253;
const shown = new Set(['met', 'partly']);
const explained = new Set(['documented', 'partly documented', 'not met', 'not applicable', 'yours']);

const [, section = ''] = page.split('\n## OWASP ASVS 5.0, levels 1 and 2\n');
const rows = [...section.matchAll(/^\| (\d.*) \|$/gmu)].map(([, row = '']) => {
  const [lines = '', state = '', tests = '', remark = ''] = row.split(/ ?\| ?/u);
  return { lines, state, remark, references: tests.split(', ').filter(Boolean) };
});

/** The folders whose files become files of a generated project. */
const generated = readdirSync(join(root, 'plugins'))
  .flatMap((plugin) => ['express', 'shared'].map((folder) => join(root, 'plugins', plugin, 'templates', folder)))
  .concat(join(root, 'src/render/static'));

const endToEnd = join(root, 'test/e2e/auth');
const sources = readdirSync(endToEnd)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(endToEnd, name))
  .concat(join(root, 'test/support/auth-forgeries.ts'))
  .map((file) => readFileSync(file, 'utf8'));
const ids = new Set(
  sources
    .flatMap((source) => [...source.matchAll(/['"`]((?:[RG]\d\d(?:, |(?= )))+)/gu)])
    .flatMap(([, names = '']) => names.split(', ')),
);

/** Returns why a reference to a test is wrong; `undefined` if the test exists. */
function faultOf(reference: string): string | undefined {
  if (/^[RG]\d\d$/u.test(reference)) return ids.has(reference) ? undefined : `no test is named ${reference}`;
  const [, path] = /^`(test\/[\w./-]+\.tsx?)`$/u.exec(reference) ?? [];
  if (path === undefined) return `${reference} is neither an id nor a test file`;
  const folders = path.startsWith('test/e2e/') ? [root] : generated;
  return folders.some((folder) => existsSync(join(folder, path))) ? undefined : `${path} does not exist`;
}

/** Returns the lines of a cell such as `3.4.3–3.4.6, 3.5.1`. */
function linesIn(cell: string): readonly string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const [start, end] = [first, last].map((line) => Number(line.split('.')[2]));
    const inSection = first.replace(/\d+$/u, '');
    return Array.from({ length: (end ?? 0) - (start ?? 0) + 1 }, (_, at) => `${inSection}${(start ?? 0) + at}`);
  });
}

test('the ASVS table has each line of levels 1 and 2 once', () => {
  const lines = rows.flatMap((row) => linesIn(row.lines));
  expect(lines).toHaveLength(lineCount);
  expect(new Set(lines).size).toBe(lineCount);
});

test('each line of the ASVS table refers to an existing test, or has a reason', () => {
  const faults = rows.flatMap(({ lines, state, remark, references }) => [
    ...references.map(faultOf),
    shown.has(state) || explained.has(state) ? undefined : `${lines} has the unknown state ${state}`,
    explained.has(state) && remark === '' ? `${lines} has no reason` : undefined,
    shown.has(state) && references.length === 0 ? `${lines} has no test` : undefined,
    state === 'partly' && remark === '' ? `${lines} does not say which part is missing` : undefined,
  ]);
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

test('the remarks of the ASVS table name existing requirements', () => {
  const named = rows.flatMap(({ remark }) => [...remark.matchAll(/\b[RG]\d\d\b/gu)].map(([id]) => id));
  expect(named).not.toEqual([]);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test.each([
  ['R99', 'no test is named R99'],
  ['`test/e2e/auth/missing.test.ts`', 'test/e2e/auth/missing.test.ts does not exist'],
  ['`test/auth/missing.test.ts`', 'test/auth/missing.test.ts does not exist'],
  ['login.test.ts', 'login.test.ts is neither an id nor a test file'],
  ['R01', undefined],
  ['`test/auth/totp.test.ts`', undefined],
])('the check of the reference %s reports: %s', (reference, fault) => {
  expect(faultOf(reference)).toBe(fault);
});
