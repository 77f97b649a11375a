import { printable } from '../errors/printable.ts';
import type { LoginResult, LogoutResult, SessionResult } from '../flows/registry/session.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Who is signed in now, and where the token is. */
export function loginView({ registry, user, file }: LoginResult, { style, width }: Screen): string {
  const who = user === undefined ? '' : ` as ${style.bold(printable(user))}`;
  const text = `${style.green('✔')} Signed in at ${printable(registry)}${who}; the token is in ${printable(file)}`;
  return wrap(text, { width, hanging: 2 });
}

/** That nobody is signed in any more, and whether the token is worth something to others. */
export function logoutView({ registry, file, revoked }: LogoutResult, { style, width }: Screen): string {
  const gone = `${style.green('✔')} Signed out at ${printable(registry)}; the token is gone from ${printable(file)}`;
  const still = `${style.yellow('!')} The registry did not take it back: end it there, if others may have it.`;
  return [gone, ...(revoked ? [] : [still])].map((text) => wrap(text, { width, hanging: 2 })).join('\n');
}

/** Whom a registry takes the user for. */
export function whoamiView({ registry, user }: SessionResult, { style, width }: Screen): string {
  const place = printable(registry);
  const told = user === undefined ? `${place} does not say who you are` : `${style.bold(printable(user))} at ${place}`;
  return wrap(told, { width, hanging: 2 });
}
