import { rolePattern } from '../role-names.ts';

/** An access rule, or the names of roles. */
export type ShortRule = string | readonly string[];

/** `owner`, or the roles of `EDITOR,owner`. */
export function ruleIn(text: string): ShortRule {
  return text.includes(',') || rolePattern.test(text) ? text.split(',') : text;
}
