import { existsSync, readFileSync } from 'node:fs';
import { GenlockError } from '../src/errors/error.ts';
import { userName } from './configuration.ts';
import { prepareFolder, registryFolder, type RegistryFolder } from './folder.ts';
import { appendLine } from './package-records.ts';
import type { Verdaccio } from './verdaccio.ts';

/** Who is to have an account. */
export interface NewUser {
  readonly name: string;
  readonly password: string;
}

const leastPassword = 12;
/** What is longer, bcrypt passes over. */
const mostPasswordBytes = 72;
const rounds = 10;

/** Where the accounts are, and what hashes their passwords. */
export interface Accounts {
  /** The registry's folder, absolute. */
  readonly storage: string;
  readonly verdaccio: Pick<Verdaccio, 'passwords'>;
}

/**
 * Makes an account. Lines are only ever added to the file, so that a registry that is serving and commands beside it undo
 * nothing of each other, and a disk that is full takes nobody's account.
 *
 * @throws GenlockError REGISTRY_USER_INVALID if the name or the password can't be used, or the name is taken, or
 * was somebody's
 */
export async function addUser({ name, password }: NewUser, { storage, verdaccio }: Accounts): Promise<void> {
  requireNewName(name, storage);
  requireUsable(password);
  const folder = registryFolder(storage);
  prepareFolder(folder);
  const hash = await verdaccio.passwords.hash(password, rounds);
  // It took a while.
  requireFree(name, folder);
  appendLine(folder.users, `${name}:${hash}`);
}

/**
 * Passes a name an account can be made of, before anybody is asked for its password.
 *
 * @throws GenlockError REGISTRY_USER_INVALID
 */
export function requireNewName(name: string, storage: string): void {
  if (!userName.test(name)) throw invalid(`${JSON.stringify(name)} can't be the name of a user`);
  requireFree(name, registryFolder(storage));
}

function requireUsable(password: string): void {
  if (password.length >= leastPassword && Buffer.byteLength(password) <= mostPasswordBytes) return;
  throw invalid(`a password has ${leastPassword} characters at least and ${mostPasswordBytes} bytes at most`);
}

function requireFree(name: string, folder: RegistryFolder): void {
  if (wasRemoved(name, folder)) throw invalid(`the name ${name} was somebody's, and what they own is still theirs`);
  if (linesOf(folder.users).includes(name)) throw invalid(`there is a user ${name} already`);
}

/** Who wants another password than the one they have. */
export interface NewPassword extends NewUser {
  /** What it is now. */
  readonly old: string;
}

/**
 * Gives a user another password.
 *
 * @throws GenlockError REGISTRY_USER_INVALID if the old one is wrong, or the new one can't be used
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
  if (hashOf(name, users) !== before) throw invalid('the password was changed meanwhile');
  appendLine(users, `${name}:${hash}`);
}

/** The last line of a name counts, for Verdaccio too. */
function hashOf(name: string, users: string): string | undefined {
  const line = readFileSync(users, 'utf8')
    .split('\n')
    .findLast((each) => each.startsWith(`${name}:`));
  return line?.split(':')[1]?.trim();
}

/** Whether somebody is a user. Whoever was removed is none, at once, whatever tokens are left. */
export function isUser(name: string, folder: Pick<RegistryFolder, 'users' | 'removed'>): boolean {
  return linesOf(folder.users).includes(name) && !wasRemoved(name, folder);
}

/** Whether a name was somebody's and is nobody's any more. */
export function wasRemoved(name: string, { removed }: Pick<RegistryFolder, 'removed'>): boolean {
  return linesOf(removed).includes(name);
}

/** What a file's lines are of: all before the first colon. One that isn't there has none. */
function linesOf(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':', 1)[0] ?? '');
}

function invalid(message: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_USER_INVALID', message });
}
