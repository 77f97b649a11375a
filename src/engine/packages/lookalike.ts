import { distance } from 'fastest-levenshtein';
import { GenlockError } from '../../errors/error.ts';

/** A name that is asked of a registry, and the names people here know. */
export interface Lookalike {
  readonly name: string;
  /** The very version that was named, if one was: who names it has looked at it. */
  readonly version?: string | undefined;
  readonly known: Iterable<string>;
}

/**
 * Refuses a name that reads like one that is known here and isn't it, before any registry hears of it: who misspells a
 * name, or copies it from elsewhere, gets what somebody else has put there.
 *
 * @throws GenlockError PLUGIN_LOOKALIKE
 */
export function requireNoLookalike({ name, version, known }: Lookalike): void {
  const names = [...known];
  if (version !== undefined || names.includes(name)) return;
  const meant = names.find((other) => readsLike(name, other));
  if (meant === undefined) return;
  const message = `"${name}" reads like "${meant}", which is known here, and is another plugin`;
  const hint = `Did you mean "${meant}"? If not, name the version you have looked at: ${name}@<version>.`;
  throw new GenlockError({ code: 'PLUGIN_LOOKALIKE', message, hint });
}

/** Below this everything is near everything. */
const leastLength = 4;
/** From this length on two letters may differ, as two that change places do. */
const longName = 6;

function readsLike(name: string, other: string): boolean {
  const [one, two] = [fold(name), fold(other)];
  const shorter = Math.min(one.length, two.length);
  if (one === two) return true;
  return shorter >= leastLength && distance(one, two) <= (shorter >= longName ? 2 : 1);
}

/** `@acme/chat`, `acme-chat` and `acme.chat` read alike. */
function fold(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gu, '');
}
