import { distance } from 'fastest-levenshtein';
import { GenlockError } from '../../errors/error.ts';

/** A requested package name and the known names. */
export interface Lookalike {
  readonly name: string;
  /** Typed version, if any. A user who types a version is assumed to have checked the package. */
  readonly version?: string | undefined;
  readonly known: Iterable<string>;
}

/**
 * Rejects a name that is similar to a known name before any registry request. A misspelled or copied name can belong to
 * a malicious package.
 *
 * @throws GenlockError PLUGIN_LOOKALIKE
 */
export function requireNoLookalike({ name, version, known }: Lookalike): void {
  const names = [...known];
  if (version !== undefined || names.includes(name)) return;
  const meant = similarName(name, names);
  if (meant === undefined) return;
  const message = `"${name}" is similar to the known plugin "${meant}", but is a different plugin`;
  const hint = `Did you mean "${meant}"? If not, pass the version that you checked: ${name}@<version>.`;
  throw new GenlockError({ code: 'PLUGIN_LOOKALIKE', message, hint });
}

/** Returns a known name that is similar to a name; `undefined` without such a name, and for a known name. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  return known.includes(name) ? undefined : known.find((other) => readsLike(name, other));
}

/** Minimum name length for comparison by distance; shorter names are all similar. */
const leastLength = 4;
/** Minimum name length that allows two differing letters, for example swapped letters. */
const longName = 6;

function readsLike(name: string, other: string): boolean {
  const [one, two] = [fold(name), fold(other)];
  const shorter = Math.min(one.length, two.length);
  if (one === two) return true;
  return shorter >= leastLength && distance(one, two) <= (shorter >= longName ? 2 : 1);
}

/** Removes separators, so that `@acme/chat`, `acme-chat` and `acme.chat` are equal. */
function fold(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gu, '');
}
