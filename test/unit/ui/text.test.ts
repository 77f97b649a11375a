import { expect, test } from 'vitest';
import { commandView } from '../../../src/ui/commands.ts';
import { styleFor } from '../../../src/ui/style.ts';
import { page } from '../../../src/ui/terminal.ts';
import { safeForTerminal, stringWidth, wrap } from '../../../src/ui/text.ts';

test('removes control characters and keeps colour and line feeds', () => {
  expect(safeForTerminal('a\u001B[2Jb\u001B]0;title\u0007c\rd\u202Ee\u009B1mf')).toBe('a[2Jb]0;titlecde1mf');
  expect(safeForTerminal('\u001B[31mred\u001B[39m\nnext')).toBe('\u001B[31mred\u001B[39m\nnext');
});

test('wide characters count as two columns', () => {
  const text = wrap('日本語のプラグイン '.repeat(8), { width: 40, indent: 2 });
  for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
});

test('a long command is still one command after a paste', () => {
  const command = `genlock init shop --database relational --config ${'./some/folder'.repeat(4)} --yes`;
  const shown = commandView(command, page);
  expect(shown.split('\n').length).toBeGreaterThan(1);
  expect(shown.replaceAll(/ \\\n\s+/gu, ' ').trim()).toBe(command);
});

test('uses no colour for a stream that is not a terminal', () => {
  const stream = Object.assign(Object.create(process.stderr), { isTTY: false });
  expect(styleFor(stream).red('text')).toBe('text');
});
