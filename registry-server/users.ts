import { existsSync, readFileSync } from 'node:fs';
import { GenlockError } from '../src/errors/error.ts';
import { userName } from './configuration.ts';
import { prepareFolder, registryFolder, type RegistryFolder } from './folder.ts';
import { appendLine } from './package-records.ts';
import type { Verdaccio } from './verdaccio.ts';

/** Credentials for a new account. */
export interface NewUser {
  readonly name: string;
  readonly password: string;
}

const leastPassword = 12;
/** Maximum password length. bcrypt ignores further bytes. */
const mostPasswordBytes = 72;
const rounds = 10;

/** Storage folder and password hashing for accounts. */
export interface Accounts {
  /** The registry's folder, absolute. */
  readonly storage: string;
  readonly verdaccio: Pick<Verdaccio, 'passwords'>;
}

/**
 * Creates an account. The file is only appended to, so that concurrent processes do not overwrite each other's changes,
 * and a full disk does not damage existing accounts.
 *
 * @throws GenlockError REGISTRY_USER_INVALID if the name or password is invalid, or the name is in use or was used
 * before
 */
export async function addUser({ name, password }: NewUser, { storage, verdaccio }: Accounts): Promise<void> {
  requireNewName(name, storage);
  requireUsable(password);
  const folder = registryFolder(storage);
  prepareFolder(folder);
  const hash = await verdaccio.passwords.hash(password, rounds);
  // Checks again, because hashing takes some time.
  requireFree(name, folder);
  appendLine(folder.users, `${name}:${hash}`);
}

/**
 * Checks a new user name before the password prompt.
 *
 * @throws GenlockError REGISTRY_USER_INVALID
 */
export function requireNewName(name: string, storage: string): void {
  if (!userName.test(name)) throw invalid(`${JSON.stringify(name)} is not a valid user name`);
  requireFree(name, registryFolder(storage));
}

function requireUsable(password: string): void {
  if (password.length >= leastPassword && Buffer.byteLength(password) <= mostPasswordBytes) return;
  throw invalid(`a password must have at least ${leastPassword} characters and at most ${mostPasswordBytes} bytes`);
}

function requireFree(name: string, folder: RegistryFolder): void {
  if (wasRemoved(name, folder)) throw invalid(`the name ${name} belonged to a removed user and cannot be reused`);
  if (linesOf(folder.users).includes(name)) throw invalid(`the user ${name} already exists`);
}

/** Request to change a password. */
export interface NewPassword extends NewUser {
  /** The current password. */
  readonly old: string;
}

/**
 * Changes a user's password.
 *
 * @throws GenlockError REGISTRY_USER_INVALID if the old password is wrong or the new password is invalid
 */
export async function changePassword(
  { name, old, password }: NewPassword,
  { storage, verdaccio: { passwords } }: Accounts,
): Promise<void> {
  requireUsable(password);
  const { users } = registryFolder(storage);
  const before = hashOf(name, users);
  if (before === undefined || !(await passwords.compare(old, before))) throw invalid('the old password is wrong');
  const hash = await passwords.hash(password, rounds);
  if (hashOf(name, users) !== before) throw invalid('the password has changed in the meantime');
  appendLine(users, `${name}:${hash}`);
}

/** Returns a user's password hash. If a name has several lines, the last line counts, as in Verdaccio. */
function hashOf(name: string, users: string): string | undefined {
  const line = readFileSync(users, 'utf8')
    .split('\n')
    .findLast((each) => each.startsWith(`${name}:`));
  return line?.split(':')[1]?.trim();
}

/** Returns whether a user exists. Removed users are rejected immediately, even with valid tokens. */
export function isUser(name: string, folder: Pick<RegistryFolder, 'users' | 'removed'>): boolean {
  return linesOf(folder.users).includes(name) && !wasRemoved(name, folder);
}

/** Returns whether a name belongs to a removed user. */
export function wasRemoved(name: string, { removed }: Pick<RegistryFolder, 'removed'>): boolean {
  return linesOf(removed).includes(name);
}

/** Returns the text before the first colon in each line of a file; empty if the file does not exist. */
function linesOf(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':', 1)[0] ?? '');
}

function invalid(message: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_USER_INVALID', message });
}
