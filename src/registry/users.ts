import { existsSync, readFileSync } from 'node:fs';
import { GenlockError } from '../errors/error.ts';
import { userName } from './configuration.ts';
import { prepareFolder, registryFolder, type RegistryFolder } from './folder.ts';
import { quiet, type Verdaccio } from './verdaccio.ts';

/** Who is to have an account. */
export interface NewUser {
  readonly name: string;
  readonly password: string;
}

const leastPassword = 12;
/** What is longer, bcrypt passes over. */
const mostPasswordBytes = 72;

/**
 * Makes an account.
 *
 * @param storage the registry's folder, absolute
 * @throws GenlockError REGISTRY_USER_INVALID if the name or the password can't be used, or the name is taken, or
 * was somebody's
 */
export async function addUser(
  { name, password }: NewUser,
  { storage, verdaccio }: { readonly storage: string; readonly verdaccio: Verdaccio },
): Promise<void> {
  if (!userName.test(name)) throw invalid(`${JSON.stringify(name)} can't be the name of a user`);
  if (password.length < leastPassword || Buffer.byteLength(password) > mostPasswordBytes) {
    throw invalid(`a password has ${leastPassword} characters at least and ${mostPasswordBytes} bytes at most`);
  }
  const folder = registryFolder(storage);
  prepareFolder(folder);
  if (wasRemoved(name, folder)) throw invalid(`the name ${name} was somebody's, and what they own is still theirs`);
  if (linesOf(folder.users).includes(name)) throw invalid(`there is a user ${name} already`);
  const file = verdaccio.usersFile(
    { file: folder.users, algorithm: 'bcrypt', rounds: 10 },
    { config: { configPath: folder.users }, logger: quiet },
  );
  await new Promise<void>((resolve, reject) => {
    file.adduser(name, password, (error) => (error === null ? resolve() : reject(error))).catch(reject);
  });
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
