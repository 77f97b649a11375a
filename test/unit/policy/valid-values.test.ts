/** Errors about values that are not in a list of valid values. */
import { expect, test } from 'vitest';
import { problemsIn, type Written } from './policies.ts';

test.each<readonly [Written, string, string | undefined]>([
  [
    { plugins: { rules: { chat: { mode: 'alowed' } } } },
    '"mode" must be "allowed", "blocked", "required" or "removed", not "alowed".',
    'Did you mean "allowed"?',
  ],
  [{ sources: { file: 'Deny' } }, '"file" must be "allow", "ask" or "deny", not "Deny".', 'Did you mean "deny"?'],
  [{ sources: { file: 'sometimes' } }, '"file" must be "allow", "ask" or "deny", not "sometimes".', undefined],
  [{ sources: { file: true } }, '"file" must be "allow", "ask" or "deny", not true.', undefined],
  [{ consent: 'alway' }, '"consent" must be "always", not "alway".', 'Did you mean "always"?'],
  [{ trust: { noDowngrade: false } }, '"noDowngrade" must be true, not false.', undefined],
])('lists the valid values: %j', (written, message, hint) => {
  const [problem, ...others] = problemsIn(written);
  expect(problem).toMatchObject({ code: 'POLICY_INVALID', message });
  expect(problem?.hint).toBe(hint);
  expect(others).toEqual([]);
});
