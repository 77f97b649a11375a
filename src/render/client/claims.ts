import { GenlockError } from '../../errors/error.ts';

/** One contribution under a name that only one plugin can have. */
export interface Claim<Value> {
  readonly name: string;
  readonly owner: string;
  readonly value: Value;
}

/**
 * One value a name, in the order the names came first; of one plugin's own claims the last counts.
 *
 * @param what the kind of name, as it stands in the message: `provider`.
 * @throws GenlockError `RENDER_NAME_CLASH` where two plugins claim one name with different values; names both.
 */
export function settleClaims<Value>(what: string, claims: Iterable<Claim<Value>>): Map<string, Value> {
  const settled = new Map<string, Claim<Value>>();
  for (const claim of claims) {
    const other = settled.get(claim.name);
    if (other !== undefined && other.owner !== claim.owner && other.value !== claim.value) {
      throw new GenlockError({
        code: 'RENDER_NAME_CLASH',
        message: `${claim.owner} and ${other.owner} both register the ${what} ${claim.name}`,
      });
    }
    settled.set(claim.name, claim);
  }
  return new Map([...settled].map(([name, { value }]) => [name, value]));
}
