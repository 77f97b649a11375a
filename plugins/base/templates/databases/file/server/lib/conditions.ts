import { likeEscape } from './like';

/** Returns the condition that a field has no value. */
export function isEmpty(field: string): object {
  return { [field]: null };
}

/** Returns the condition that a field has a value. */
export function isPresent(field: string): object {
  return { [field]: { not: null } };
}

/**
 * Returns the condition that a field contains a string or starts with it. SQLite ignores the letter
 * case of ASCII letters only.
 */
export function matches(field: string, operator: 'contains' | 'startsWith', text: string): object {
  return { [field]: { [operator]: likeEscape(text) } };
}
