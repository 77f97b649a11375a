/** A segment of a name as npm writes it, lower case. */
const segment = '[a-z0-9~][a-z0-9._~-]*';
const plain = new RegExp(String.raw`^(?:@${segment}/)?(?:\*|${segment}\*?)$`, 'u');

/** Whether a text is a pattern of names: a name, `*`, `@scope/*`, or the beginning of a name's last segment and `*`. */
export function isGlob(text: string): boolean {
  return plain.test(text);
}

/**
 * Whether a pattern means a name. `*` alone means every name; elsewhere it stands for the rest of one segment, and
 * never crosses a slash.
 */
export function globMatches(glob: string, name: string): boolean {
  if (glob === '*' || glob === name) return true;
  if (!glob.endsWith('*')) return false;
  const beginning = glob.slice(0, -1);
  return name.startsWith(beginning) && !name.slice(beginning.length).includes('/');
}

/** Whether any of the patterns means the name. */
export function anyMatches(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => globMatches(glob, name));
}

/** Whether a text is a pattern of identities. */
export function isIdentityGlob(text: string): boolean {
  return /^https:\/\/[^*\s/]+\/\S+$/u.test(text);
}

/** Whether a pattern means an identity: `*` stands for characters of one segment of an address. */
export function identityMatches(glob: string, identity: string): boolean {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}$`, 'u').test(identity);
}
