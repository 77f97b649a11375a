import { describe, expect, test } from 'vitest';
import { SandboxError, sandboxErrorCodes } from '../../../sandbox/protocol/errors.ts';
import { codes, exitCodes, isErrorCode } from '../../../src/errors/codes.ts';
import { GenlockError, throwProblems } from '../../../src/errors/error.ts';
import { toErrorReport } from '../../../src/errors/report.ts';

describe('a GenlockError', () => {
  const error = new GenlockError([
    {
      code: 'CONFIG_KEY_UNKNOWN',
      message: 'Unknown key "feilds".',
      hint: 'Did you mean "fields"?',
      where: { file: 'genlock.json', line: 3, column: 5, key: 'entities[0].feilds' },
    },
    { code: 'CONFIG_SYNTAX', message: 'JSON has no comments.' },
  ]);

  test('keeps all problems, each with its place and hint', () => {
    expect(toErrorReport(error)).toEqual({
      code: 'CONFIG_KEY_UNKNOWN',
      message: 'Unknown key "feilds".',
      hint: 'Did you mean "fields"?',
      exit: exitCodes.failed,
      problems: [
        {
          code: 'CONFIG_KEY_UNKNOWN',
          message: 'Unknown key "feilds".',
          hint: 'Did you mean "fields"?',
          file: 'genlock.json',
          line: 3,
          column: 5,
          key: 'entities[0].feilds',
        },
        { code: 'CONFIG_SYNTAX', message: 'JSON has no comments.', hint: codes.CONFIG_SYNTAX.hint },
      ],
    });
  });

  test('survives JSON unchanged', () => {
    const report = toErrorReport(error);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('escapes terminal control characters', () => {
    const hostile = '\u001b[2J\u202Ex';
    const report = toErrorReport(
      new GenlockError({
        code: 'BUG',
        message: hostile,
        hint: hostile,
        where: { file: hostile, key: hostile },
      }),
    );
    expect(JSON.stringify(report)).not.toMatch(/\\u001b|\u202E/);
    expect(report.message).toBe(String.raw`\x1b[2J\u{202e}x`);
  });

  test('limits the length of plugin output', () => {
    const problem = { code: 'BUG', message: 'x'.repeat(1_000_000) } as const;
    const report = toErrorReport(new GenlockError([problem, ...Array.from({ length: 5_000 }, () => problem)]));
    expect(JSON.stringify(report).length).toBeLessThan(1_000_000);
  });
});

describe('an error of another library', () => {
  test('has a code and a place', () => {
    const frames = [
      { file: 'lib/routes.js', line: 3, column: 12 },
      { file: 'generator.js', line: 6, column: 31 },
    ];
    const report = toErrorReport(new SandboxError('SANDBOX_THREW', 'no table', { frames }));
    expect(report).toEqual({
      code: 'SANDBOX_THREW',
      message: 'no table',
      hint: codes.SANDBOX_THREW.hint,
      exit: exitCodes[codes.SANDBOX_THREW.exit],
      problems: [{ code: 'SANDBOX_THREW', message: 'no table', hint: codes.SANDBOX_THREW.hint, ...frames[0] }],
    });
  });

  test('has a hint for every sandbox code', () => {
    for (const code of sandboxErrorCodes) expect(toErrorReport(new SandboxError(code, 'x'))).toMatchObject({ code });
  });

  test.each([
    ['an ordinary error', new Error('oops'), 'oops'],
    ['an error of the system', Object.assign(new Error('no entry'), { code: 'ENOENT' }), 'no entry'],
    ['a code every object has', Object.assign(new Error('odd'), { code: 'constructor' }), 'odd'],
    ['text', 'thrown text', 'thrown text'],
  ])('reports %s as an internal error', (_, thrown, message) => {
    expect(toErrorReport(thrown)).toMatchObject({ code: 'BUG', exit: exitCodes.bug, message });
  });

  test.each([[null], [undefined], [42], [{}], [Object.create(null)]])('reports a thrown %s', (thrown) => {
    expect(toErrorReport(thrown)).toMatchObject({ code: 'BUG', exit: exitCodes.bug });
  });
});

test('accepts only codes from the table', () => {
  expect(isErrorCode('BUG')).toBe(true);
  for (const word of ['', 'bug', 'toString', '__proto__']) expect(isErrorCode(word)).toBe(false);
});

test('throws all problems together, or nothing without problems', () => {
  expect(() => throwProblems([])).not.toThrow();
  const problems = [
    { code: 'BUG', message: 'one' },
    { code: 'USAGE', message: 'two' },
  ] as const;
  expect(() => throwProblems(problems)).toThrow(expect.objectContaining({ code: 'BUG', problems }));
});

describe('the table of codes', () => {
  test.each(Object.entries(codes))('%s has a valid name and an imperative hint', (code, { hint }) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z0-9]+)*$/);
    expect(hint).toMatch(/^(?:[A-Z]|genlock\.json |manifest\.json |package\.json ).+(?:[.!?]|genlock .+)$/);
  });
});
