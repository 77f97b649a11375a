import { GenlockError } from '../../errors/error.ts';

/** A contribution with a name that only one plugin may use. */
export interface Claim<Value> {
  readonly name: string;
  readonly owner: string;
  readonly value: Value;
}

/**
 * Returns one value for each name, in order of first appearance. If one plugin sets a name repeatedly, its last value
 * counts.
 *
 * @param what the kind of name for error messages, such as `provider`
 * @throws GenlockError `RENDER_NAME_CLASH` if two plugins set one name to different values; names both plugins
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
