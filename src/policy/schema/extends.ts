import { isSecure } from '../../../registry-client/origins.ts';
import { formed } from './values.ts';

/** Address of a policy with the sha512 of its bytes. */
export interface PinnedAddress {
  /** Without the fragment. */
  readonly url: string;
  readonly integrity: string;
}

/** Reads an address such as `https://policies.acme.example/base.json#sha512-…`; `undefined` for other strings. */
export function pinnedAddress(given: string): PinnedAddress | undefined {
  const at = given.indexOf('#');
  const [url, integrity] = at === -1 ? [given, ''] : [given.slice(0, at), given.slice(at + 1)];
  if (!isAddress(given) || !URL.canParse(url)) return undefined;
  const { username, password } = new URL(url);
  const isPlain = isSecure(new URL(url)) && username === '' && password === '';
  return isPlain && /^sha512-[A-Za-z0-9+/]{86}==$/u.test(integrity) ? { url, integrity } : undefined;
}

/** Checks that a string is an address and not a path. A Windows path can start with a letter and a colon. */
export function isAddress(given: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/iu.test(given);
}

/** Schema of the reference to a parent policy. */
export const parentSchema = formed(
  (given) => given.trim() !== '' && given.length <= 1000 && (!isAddress(given) || pinnedAddress(given) !== undefined),
  'A parent policy must be a path, or an https URL with the sha512 of the file: "https://…/base.json#sha512-…".',
).meta({ minLength: 1 });
