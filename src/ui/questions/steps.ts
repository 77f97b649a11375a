/** Question in a sequence, which depends on earlier answers. */
export interface Step<Answers> {
  readonly isNeeded: (answers: Answers) => boolean | Promise<boolean>;
  /**
   * Prompts with the earlier answer as the default. Returns the answers with the new one, or `back` to return to the
   * previous question.
   */
  readonly ask: (answers: Answers) => Promise<Answers | 'back'>;
}

/**
 * Runs questions in order. `back` returns to the previous question. Earlier answers are the defaults.
 *
 * @returns `back` if the first question was left
 */
export async function askSteps<Answers>(steps: readonly Step<Answers>[], initial: Answers): Promise<Answers | 'back'> {
  const asked: number[] = [];
  let answers = initial;
  for (let at = 0; at < steps.length;) {
    const step = steps[at];
    if (step === undefined || !(await step.isNeeded(answers))) {
      at += 1;
      continue;
    }
    const answer = await step.ask(answers);
    if (answer === 'back') {
      const before = asked.pop();
      if (before === undefined) return 'back';
      at = before;
    } else {
      asked.push(at);
      answers = answer;
      at += 1;
    }
  }
  return answers;
}
