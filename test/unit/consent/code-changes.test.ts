import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { codeChanges } from '../../../src/consent/code-changes.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';

type Files = Readonly<Record<string, string>>;

function pluginOf(files: Files, operations: readonly Operation[] = []): Contribution {
  const copied = Object.entries(files).map(([path, content]) => ({ path, content }));
  return {
    manifest: {
      ...{ name: 'notes', version: '1.0.0', frameworks: [], databases: [], dependencies: {}, settings: {} },
    },
    settings: {},
    operations: [{ kind: 'copyTemplates', files: copied }, ...operations],
    files: new Map(),
  };
}

const changed = (before: Files, after: Files): readonly string[] =>
  codeChanges(pluginOf(before), pluginOf(after)).map(
    ({ path, place, added, removed }) => `${place} ${path} +${added} −${removed}`,
  );

const route = 'export const list = (request, response) => response.json([]);\n';

/** 60,000 lines of random numbers. */
function crafted(seed: number): string {
  let state = seed;
  const line = (): string => `${(state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16}`;
  return `${Array.from({ length: 60_000 }, line).join('\n')}\n`;
}

describe('changed code', () => {
  test.each<[what: string, before: Files, after: Files, expected: readonly string[]]>([
    ['nothing', { 'server/a.ts': route }, { 'server/a.ts': route }, []],
    [
      'a call packed into an existing line',
      { 'server/a.ts': route },
      { 'server/a.ts': route.replace('response.json', "Reflect.get(cp, 'exec' + 'Sync')('id'), response.json") },
      ['server server/a.ts +1 −1'],
    ],
    ['more lines', { 'server/a.ts': 'a\nb\n' }, { 'server/a.ts': 'a\nx\ny\nb\n' }, ['server server/a.ts +2 −0']],
    ['a new file', {}, { 'client/pages/a.tsx': 'a\nb\n' }, ['onePage client/pages/a.tsx +2 −0']],
    ['a removed file', { 'server/guard.ts': 'a\nb\n' }, {}, ['server server/guard.ts +0 −2']],
    ['an image', { 'public/a.svg': '<svg></svg>' }, { 'public/a.svg': '<svg><path d="M0 0"/></svg>' }, []],
    ['plain text', { 'docs/a.md': 'one\n' }, { 'docs/a.md': 'two\n' }, []],
    [
      'a drawing that becomes code',
      { 'public/a.svg': '<svg></svg>' },
      { 'public/a.svg': '<svg><script>fetch("//evil.example")</script></svg>' },
      ['onePage public/a.svg +1 −0'],
    ],
    [
      'a line break that only code has',
      { 'server/a.ts': '// one\n' },
      { 'server/a.ts': '// one\u2028two()\n' },
      ['server server/a.ts +1 −0'],
    ],
    ['other line breaks', { 'server/a.ts': 'a\nb\n' }, { 'server/a.ts': 'a\r\nb\r\n' }, ['server server/a.ts +0 −0']],
  ])('%s', (...[, before, after, expected]) => {
    expect(changed(before, after)).toEqual(expected);
  });

  test('is listed by place: first the build and every page, last the tests', () => {
    const paths = [
      'test/a.test.ts',
      'server/b.ts',
      'server/a.ts',
      'client/pages/a.tsx',
      'client/App.tsx',
      'vite.config.ts',
    ];
    const files = Object.fromEntries(paths.map((path) => [path, 'a()\n']));
    expect(codeChanges(pluginOf({}), pluginOf(files)).map(({ path }) => path)).toEqual([
      ...['vite.config.ts', 'client/App.tsx', 'server/a.ts', 'server/b.ts', 'client/pages/a.tsx', 'test/a.test.ts'],
    ]);
  });

  test('includes the same file if it now runs in another place', () => {
    const files = { 'client/components/Box.tsx': 'export const Box = () => null;\n' };
    const provider: Operation = { kind: 'registerProvider', name: 'Box', import: '@/components/Box', order: 0 };
    expect(codeChanges(pluginOf(files), pluginOf(files, [provider]))).toMatchObject([
      { path: 'client/components/Box.tsx', place: 'everyPage', from: 'onePage', added: 0, removed: 0 },
    ]);
  });

  test('is all code if the approved version cannot be read', () => {
    const files = { 'server/a.ts': 'a\nb\n', 'docs/a.md': 'one\n' };
    expect(codeChanges(undefined, pluginOf(files))).toEqual([
      { path: 'server/a.ts', place: 'server', added: 2, removed: 0, before: 0, after: 4 },
    ]);
  });

  test('counts all lines of two crafted files that a diff would compare for minutes', () => {
    const started = performance.now();
    const [change] = codeChanges(pluginOf({ 'server/a.ts': crafted(1) }), pluginOf({ 'server/a.ts': crafted(2) }));
    expect(change).toMatchObject({ added: 60_000, removed: 60_000 });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
