import { describe, expect, test } from 'vitest';
import { askSteps, type Step } from '../../../../src/ui/questions/steps.ts';

type Answers = Readonly<Record<string, string>>;

/** Creates steps with scripted answers, and the list of asked steps. */
function scripted(
  names: readonly string[],
  script: readonly string[],
  isNeeded: (name: string, answers: Answers) => boolean = () => true,
): { readonly steps: readonly Step<Answers>[]; readonly asked: string[] } {
  const rest = [...script];
  const asked: string[] = [];
  const steps = names.map((name): Step<Answers> => ({
    isNeeded: (answers) => isNeeded(name, answers),
    ask: async (answers) => {
      asked.push(answers[name] === undefined ? name : `${name} (${answers[name]})`);
      const answer = rest.shift() ?? '';
      return answer === 'back' ? 'back' : { ...answers, [name]: answer };
    },
  }));
  return { steps, asked };
}

const needsSignIn = (name: string, answers: Answers): boolean => name !== 'access' || answers['signIn'] === 'jwt';

describe('askSteps', () => {
  test('runs the questions in order and keeps given answers', async () => {
    const { steps, asked } = scripted(['one', 'two'], ['a', 'b']);
    expect(await askSteps(steps, { zero: 'given' })).toEqual({ zero: 'given', one: 'a', two: 'b' });
    expect(asked).toEqual(['one', 'two']);
  });

  test('skips a question that is not needed, forward and back', async () => {
    const { steps, asked } = scripted(['one', 'two', 'three'], ['a', 'back', 'b', 'c'], (name) => name !== 'two');
    expect(await askSteps(steps, {})).toEqual({ one: 'b', three: 'c' });
    expect(asked).toEqual(['one', 'three', 'one (a)', 'three']);
  });

  test('decides again which questions are needed after a step back', async () => {
    const { steps, asked } = scripted(['signIn', 'access', 'git'], ['jwt', 'back', 'none', 'yes'], needsSignIn);
    expect(await askSteps(steps, {})).toEqual({ signIn: 'none', git: 'yes' });
    expect(asked).toEqual(['signIn', 'access', 'signIn (jwt)', 'git']);
  });

  test('goes back several questions, with the earlier answers as defaults', async () => {
    const { steps, asked } = scripted(['one', 'two', 'three'], ['a', 'b', 'back', 'back', 'c', 'd', 'e']);
    expect(await askSteps(steps, {})).toEqual({ one: 'c', two: 'd', three: 'e' });
    expect(asked).toEqual(['one', 'two', 'three', 'two (b)', 'one (a)', 'two (b)', 'three']);
  });

  test('returns back if the first question is left', async () => {
    const { steps } = scripted(['one', 'two'], ['a', 'back', 'back']);
    expect(await askSteps(steps, {})).toBe('back');
  });

  test('returns the initial answers if no question is needed', async () => {
    const { steps, asked } = scripted(['one'], [], () => false);
    expect(await askSteps(steps, { given: 'yes' })).toEqual({ given: 'yes' });
    expect(asked).toEqual([]);
  });
});
