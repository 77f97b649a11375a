/** One segment of an npm package name, lower case. */
const segment = '[a-z0-9~][a-z0-9._~-]*';
const plain = new RegExp(String.raw`^(?:@${segment}/)?(?:\*|${segment}\*?)$`, 'u');

/** Checks that a string is a name pattern: a name, `*`, `@scope/*`, or a name prefix followed by `*`. */
export function isGlob(text: string): boolean {
  return plain.test(text);
}

/**
 * Checks whether a pattern matches a name. A single `*` matches every name. Elsewhere, `*` matches the rest of one
 * segment and never a slash.
 */
export function globMatches(glob: string, name: string): boolean {
  if (glob === '*' || glob === name) return true;
  if (!glob.endsWith('*')) return false;
  const beginning = glob.slice(0, -1);
  return name.startsWith(beginning) && !name.slice(beginning.length).includes('/');
}

/** Checks whether any pattern matches the name. */
export function anyMatches(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => globMatches(glob, name));
}

const prefix = 'team:';

/** Checks that a string has the form of a team in a rule: `team:payments`. */
export function isTeamPattern(text: string): boolean {
  return /^team:[a-z0-9][a-z0-9-]{0,63}$/u.test(text);
}

/** Returns the team that a pattern names; `undefined` for a pattern of plugin names. */
export function teamOf(pattern: string): string | undefined {
  return pattern.startsWith(prefix) ? pattern.slice(prefix.length) : undefined;
}

/** Splits `zod@^4` into a name pattern and an optional range. */
export function packageEntry(entry: string): { readonly name: string; readonly range?: string } {
  const [, name, range] = /^(@?[^@]+)@(.+)$/su.exec(entry) ?? [];
  return name === undefined || range === undefined ? { name: entry } : { name, range };
}

/** Checks that a string is an identity pattern. */
export function isIdentityGlob(text: string): boolean {
  return /^https:\/\/[^*\s/]+\/\S+$/u.test(text);
}

/** Checks whether a pattern matches an identity. `*` matches characters within one URL segment. */
export function identityMatches(glob: string, identity: string): boolean {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}$`, 'u').test(identity);
}
