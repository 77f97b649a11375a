/**
 * Bounded work on a plugin's bytes outside the sandbox. Each step reads generated input of the largest permitted size,
 * and ends. `test/integration/registry-server/hostile-publications.test.ts` tests the same steps in a running registry.
 */
import { createContext, Script } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../../sandbox/index.ts';
import { originalFrames } from '../../sandbox/host/source-map.ts';
import { codeFiles } from '../../src/consent/code-files.ts';
import { scanCode } from '../../src/consent/scan.ts';
import { GenlockError } from '../../src/errors/error.ts';
import { mergeContent } from '../../src/plan/merge-content.ts';
import { requireInert } from '../../src/plugin/inert-package.ts';
import { readManifest } from '../../src/plugin/manifest.ts';
import { loadingAtRules } from '../../src/plugin/style-sheets.ts';

/** Returns whether work ends in time, also on a busy machine. Refusals are expected. */
function ends(work: () => unknown, milliseconds = 30_000): boolean {
  const run = (): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof GenlockError)) throw error;
    }
  };
  try {
    new Script('run()').runInContext(createContext({ run }), { timeout: milliseconds });
    return true;
  } catch (error) {
    // The error belongs to the other context, so it is not an instance of this context's class.
    if ((error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** A text of a part that is repeated up to a length. */
const repeated = (parts: readonly string[], length: number) =>
  fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
    .map((some) => some.join('').repeat(Math.ceil(length / some.join('').length)));

const bytes = (text: string) => new TextEncoder().encode(text);
const object = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, value]));
const packageOf = (value: unknown) => ({
  files: new Map([['package.json', bytes(JSON.stringify(value))]]),
  folder: 'x',
});

const { manifest } = readManifest('{"name":"a","version":"1.0.0"}', { file: 'm' });
const copied = (files: readonly (readonly [path: string, content: string])[]): Operation => ({
  kind: 'copyTemplates',
  files: files.map(([path, content]) => ({ path, content })),
});
const manyFiles = Array.from({ length: 5000 }, (_, at) => [`client/a/f${at}.txt`, ''] as const);

const steps: readonly (readonly [string, fc.Arbitrary<string>, (text: string) => unknown])[] = [
  [
    'manifest text',
    repeated(['{', '[', '"a":', ',', '1', '\\', '"', '\n'], 900_000),
    (text) => readManifest(text, { file: 'm' }),
  ],
  [
    'version ranges of the manifest',
    repeated(['1', '.', 'x', ' ', '||', '^', '>', '-'], 190),
    (text) =>
      readManifest(JSON.stringify({ name: 'a', version: '1.0.0', dependencies: object(3000, text) }), { file: 'm' }),
  ],
  [
    'version ranges of package.json',
    repeated(['1', '.', 'x', ' ', '||', '^', '>', '?'], 250),
    (text) => requireInert(packageOf({ dependencies: object(3000, text) })),
  ],
  [
    'long lines of contributed code',
    repeated(['a?(', '(a=', 'x<', '`${', '/', 'http://', ')=>', '[', '\\'], 100_000),
    (text) => scanCode(new Map([['server/a.ts', text]])),
  ],
  [
    'tags without an end in contributed markup',
    repeated(['<script ', '</script', 'href= ', '<a onclick', "'", ' '], 1_000_000),
    (text) => scanCode(new Map([['client/a.html', text]])),
  ],
  [
    'patterns of paths in contributed code',
    repeated(["'./a/*'", "'../'", '"./b/{c}"', "'x.js'", '\n'], 500_000),
    (text) =>
      codeFiles({
        manifest,
        settings: {},
        files: new Map(),
        operations: [copied([['client/a.ts', text], ...manyFiles])],
      }),
  ],
  [
    'at-rules in contributed text',
    repeated(['@plugin', ';@config ', '@source "x"', '\n', ' '], 1_000_000),
    (text) => loadingAtRules('client/a.css', text),
  ],
  [
    'source maps',
    repeated([';', 'AAAA', ',', 'gggggg'], 1_000_000),
    (mappings) => {
      const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings });
      const files = new Map([
        ['a.js', bytes('')],
        ['a.js.map', bytes(map)],
      ]);
      return originalFrames([{ file: 'a.js', line: 1, column: 1 }], files);
    },
  ],
  [
    'merges of large files',
    repeated(['a\n', 'b\n', '\n', ' a\n', 'c'], 200_000),
    (text) => {
      const other = text.replaceAll('a', 'd');
      const sides = { base: bytes(text), yours: bytes(other), theirs: bytes(`${text}b\n`) };
      return mergeContent({ path: 'docs/a.md', owner: 'x', merge: 'lines', ...sides });
    },
  ],
];

test.each(steps)('%s', { timeout: 180_000 }, (_, texts, step) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(ends(() => step(text))).toBe(true);
    }),
    { numRuns: 3 },
  );
});

test('reports work that does not end', { timeout: 60_000 }, () => {
  expect(ends(() => /^(?:a|a)*b$/u.test('a'.repeat(60)), 1000)).toBe(false);
});
