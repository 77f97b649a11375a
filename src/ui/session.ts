import { printable } from '../errors/printable.ts';
import type { LoginResult, LogoutResult, SessionResult } from '../flows/registry/session.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the signed-in user and the file of the token. */
export function loginView({ registry, user, file }: LoginResult, { style, width }: Screen): string {
  const who = user === undefined ? '' : ` as ${style.bold(printable(user))}`;
  const text = `${style.green('✔')} Signed in at ${printable(registry)}${who}; the token is in ${printable(file)}`;
  return wrap(text, { width, hanging: 2 });
}

/** Shows that the user is signed out and whether the registry revoked the token. */
export function logoutView({ registry, file, revoked }: LogoutResult, { style, width }: Screen): string {
  const gone = `${style.green('✔')} Signed out at ${printable(registry)}; the token was deleted from ${printable(file)}`;
  const still = `${style.yellow('!')} The registry did not revoke the token. Revoke a leaked token at the registry.`;
  return [gone, ...(revoked ? [] : [still])].map((text) => wrap(text, { width, hanging: 2 })).join('\n');
}

/** Shows the current user of a registry. */
export function whoamiView({ registry, user }: SessionResult, { style, width }: Screen): string {
  const place = printable(registry);
  const told =
    user === undefined ? `${place} does not report a user name` : `${style.bold(printable(user))} at ${place}`;
  return wrap(told, { width, hanging: 2 });
}
