/** Returns the condition that a field has no value. */
export function isEmpty(field: string): object {
  return { [field]: null };
}

/** Returns the condition that a field has a value. */
export function isPresent(field: string): object {
  return { [field]: { not: null } };
}

/** Returns the condition that a field contains a string or starts with it, in any letter case. */
export function matches(field: string, operator: 'contains' | 'startsWith', text: string): object {
  // Prisma does not escape the wildcards of LIKE.
  const literal = text.replaceAll(/[%_\\]/g, String.raw`\$&`);
  return { [field]: { [operator]: literal, mode: 'insensitive' } };
}
