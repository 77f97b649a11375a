import { expect, test } from 'vitest';
import { codeRows } from '../../../src/ui/code-amounts.ts';
import { codeOf } from '../../support/code-amounts.ts';

const server = (lines: number, bytes: number) => ({ ...codeOf(), server: { lines, bytes } });
const textOf = (rows: ReturnType<typeof codeRows>): string =>
  rows.find(([label]) => label === 'Code: server')?.[1] ?? '';

test('an addition shows different amounts, also if both round to the same size', () => {
  expect(textOf(codeRows(server(162, 4900), server(141, 4100)))).toBe('162 lines, 5 kB (until now: 141 lines, 5 kB)');
  expect(textOf(codeRows(server(206, 7861), server(206, 7849)))).toBe(
    '206 lines, 7861 B (until now: 206 lines, 7849 B)',
  );
  expect(textOf(codeRows(server(1, 20), codeOf()))).toBe('1 line, 20 B (until now: none)');
});
