/** Returns the condition that a field has no value: it is null or absent. */
export function isEmpty(field: string): object {
  return { OR: [{ [field]: null }, { [field]: { isSet: false } }] };
}

/** Returns the condition that a field has a value. */
export function isPresent(field: string): object {
  return { [field]: { not: null, isSet: true } };
}

/** Returns the condition that a field contains a string or starts with it, in any letter case. */
export function matches(field: string, operator: 'contains' | 'startsWith', text: string): object {
  // Prisma does not escape the special characters of regular expressions.
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return { [field]: { [operator]: literal, mode: 'insensitive' } };
}
