import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearStatus, printLine, printMessage, showStatus } from '../../../src/ui/terminal.ts';

/** Returns the rows of a terminal that supports carriage return and "erase line". */
function rowsOf(written: string): string[] {
  return written.split('\n').map((row) => stripVTControlCharacters(row.split('\r\u001B[2K').at(-1) ?? ''));
}

let written = '';
const { isTTY, columns } = process.stderr;

beforeEach(() => {
  written = '';
  vi.useFakeTimers();
  vi.stubEnv('TERM', 'xterm');
  Object.assign(process.stderr, { isTTY: true, columns: 40 });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});

afterEach(() => {
  clearStatus();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Object.assign(process.stderr, { isTTY, columns });
});

describe('the status line', () => {
  test('shows the elapsed time from the first second on', () => {
    showStatus('Applying migrations');
    expect(rowsOf(written)).toEqual(['… Applying migrations']);
    vi.advanceTimersByTime(2100);
    expect(rowsOf(written)).toEqual(['… Applying migrations (2 s)']);
  });

  test('counts each step on its own, and a new detail continues the step', () => {
    showStatus('Downloading chat', '256 KiB');
    vi.advanceTimersByTime(1500);
    showStatus('Downloading chat', '512 KiB');
    expect(rowsOf(written)).toEqual(['… Downloading chat 512 KiB (1 s)']);
    showStatus('Rendering the project');
    expect(rowsOf(written)).toEqual(['… Rendering the project']);
  });

  test('is erased before other output, and does not return', () => {
    showStatus('Rendering the project');
    printMessage(() => 'A message');
    vi.advanceTimersByTime(5000);
    expect(rowsOf(written)).toEqual(['A message', '']);
  });

  test('stays below the lines of a program', () => {
    showStatus('Seeding the database');
    printLine('12 customers');
    expect(rowsOf(written)).toEqual(['12 customers', '… Seeding the database']);
  });

  test('never wraps', () => {
    showStatus('x'.repeat(100));
    expect(rowsOf(written)[0]).toHaveLength(39);
  });

  test('escapes plugin text', () => {
    showStatus('Running \u001B[2Jx in the sandbox');
    expect(written).not.toContain('\u001B[2J');
  });

  test('is absent without a terminal', () => {
    Object.assign(process.stderr, { isTTY: false });
    showStatus('Rendering the project');
    vi.advanceTimersByTime(5000);
    expect(written).toBe('');
  });
});

test('TERM=dumb gets one plain line per step that takes longer than a second', () => {
  vi.stubEnv('TERM', 'dumb');
  showStatus('Rendering the project');
  vi.advanceTimersByTime(100);
  showStatus('Installing packages with npm');
  vi.advanceTimersByTime(600);
  showStatus('Installing packages with npm', 'added 3');
  vi.advanceTimersByTime(60_000);
  showStatus('Applying migrations');
  clearStatus();
  expect(written).toBe('Installing packages with npm...\n');
});
