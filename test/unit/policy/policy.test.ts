import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../sandbox/index.ts';
import { codes, exitCodes } from '../../../src/errors/codes.ts';
import { GenlockError, type Problem } from '../../../src/errors/error.ts';
import { readPolicy } from '../../../src/policy/policy.ts';

const read = (text: string) => readPolicy(text, { file: 'p.json' });

function problemsOf(text: string): readonly Problem[] {
  try {
    read(text);
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
}

test('reads a policy with every key', () => {
  const text = `{ "version": 1, "name": "Acme", "message": "Ask #platform", "expires": "2027-06-01T00:00:00Z",
    "sandbox": { "require": ["no-network"] }, "limits": { "run": ${JSON.stringify(defaultLimits)} } }`;
  expect(read(text)).toEqual({
    file: 'p.json',
    name: 'Acme',
    message: 'Ask #platform',
    expires: new Date(Date.UTC(2027, 5, 1)),
    require: ['no-network'],
    limits: defaultLimits,
  });
});

test('a policy without rules requires nothing', () => {
  expect(read('{ "version": 1 }')).toEqual({ file: 'p.json', require: [], limits: {} });
});

test('refuses an unknown key at its place', () => {
  expect(problemsOf('{\n  "version": 1,\n  "sandbox": {\n    "requires": []\n  }\n}')).toMatchObject([
    {
      code: 'POLICY_INVALID',
      where: { file: 'p.json', line: 4, column: 5, key: 'sandbox.requires' },
      hint: 'Did you mean "require"?',
    },
  ]);
});

test('refuses an unknown rule instead of ignoring it', () => {
  const [problem, ...others] = problemsOf('{ "version": 1,\n"tests": { "needed": true } }');
  expect(problem).toMatchObject({ code: 'POLICY_INVALID', where: { line: 2, column: 12, key: 'tests.needed' } });
  expect(others).toEqual([]);
});

describe('malformed policies are refused', () => {
  test.each([
    ['no JSON', 'x', undefined],
    ['nothing', '', undefined],
    ['a comment', '{ "version": 1 /* x */ }', undefined],
    ['a list', '[]', undefined],
    ['no version', '{}', 'version'],
    ['another version', '{ "version": 2 }', 'version'],
    ['a version in quotes', '{ "version": "1" }', 'version'],
    ['a key given twice', '{ "version": 1, "sandbox": {}, "sandbox": {} }', 'sandbox'],
    ['__proto__', '{ "version": 1, "__proto__": {} }', '__proto__'],
    ['a layer that is none', '{ "version": 1, "sandbox": { "require": ["no-networks"] } }', 'sandbox.require[0]'],
    ['a layer alone', '{ "version": 1, "sandbox": { "require": "isolate" } }', 'sandbox.require'],
    ['null', '{ "version": 1, "sandbox": null }', 'sandbox'],
    ['a limit that is none', '{ "version": 1, "limits": { "run": { "wall": 1 } } }', 'limits.run.wall'],
    ['limits of something else', '{ "version": 1, "limits": { "packets": "1MB" } }', 'limits.packets'],
    ['a limit of nothing', '{ "version": 1, "limits": { "run": { "wallMs": 0 } } }', 'limits.run.wallMs'],
    ['less than nothing', '{ "version": 1, "limits": { "run": { "files": -1 } } }', 'limits.run.files'],
    ['half a file', '{ "version": 1, "limits": { "run": { "files": 1.5 } } }', 'limits.run.files'],
    ['too much to count', '{ "version": 1, "limits": { "run": { "files": 1e400 } } }', 'limits.run.files'],
    ['too little memory', '{ "version": 1, "limits": { "run": { "memoryMb": 7 } } }', 'limits.run.memoryMb'],
    ['a day as expiry', '{ "version": 1, "expires": "2027-06-01" }', 'expires'],
    ['an expiry without a zone', '{ "version": 1, "expires": "2027-06-01T00:00:00" }', 'expires'],
    ['a day that is none', '{ "version": 1, "expires": "2027-02-30T00:00:00Z" }', 'expires'],
  ])('%s', (...[, text, key]) => {
    const problems = problemsOf(text);
    expect(problems.map(({ code, where }) => ({ code, key: where?.key }))).toEqual([{ code: 'POLICY_INVALID', key }]);
    expect(problems[0]?.where?.line).toBe(1);
  });
});

test('reports all problems at once, in text order', () => {
  const text = '{ "version": 3,\n"expires": 1,\n"sandbox": { "x": 1, "require": ["y"] } }';
  expect(problemsOf(text).map(({ where }) => where?.key)).toEqual([
    'version',
    'expires',
    'sandbox.x',
    'sandbox.require[0]',
  ]);
});

test('every policy error has the exit code of a refusal', () => {
  const faults = Object.entries(codes).filter(([code]) => code.startsWith('POLICY_'));
  expect(faults.length).toBeGreaterThan(0);
  expect(new Set(faults.map(([, { exit }]) => exitCodes[exit]))).toEqual(new Set([exitCodes.refused]));
});
