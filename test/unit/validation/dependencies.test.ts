import { describe, expect, test } from 'vitest';
import { codesOf, unvalidatedText } from './trial.ts';

describe('a dependency', () => {
  test.each([
    ['x', 'git+https://evil.example/x.git'],
    ['x', 'file:../x'],
    ['x', 'link:../x'],
    ['x', 'npm:evil@1'],
    ['x', 'http://evil.example/x.tgz'],
    ['x', '*'],
    ['x', 'latest'],
    ['x', '>=1.0.0'],
    ['x', '>1.0.0 ||'.repeat(10_000)],
    ['fs', '^1.0.0'],
    ['../x', '^1.0.0'],
  ])('cannot be %s %s', (name, range) => {
    expect(codesOf([], { dependencies: { [name]: range } })).toEqual(['JUDGE_DEPENDENCY_REFUSED']);
    expect(unvalidatedText('package.json', [], { dependencies: { [name]: range } })).toContain(range);
  });

  test('must be a package with a bounded range', () => {
    expect(codesOf([], { dependencies: { '@acme/x': '^1.2.0', y: '1.x', z: '>=1.0.0 <2.0.0' } })).toEqual([]);
  });
});
