import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { isNamed, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { Refusal } from './refusal.ts';
import { addUser, changePassword, isUser, wasRemoved } from './users.ts';
import type { Request, Verdaccio } from './verdaccio.ts';

interface Around {
  readonly configuration: Pick<RegistryConfiguration, 'selfRegistration' | 'groups' | 'packages' | 'publishers'>;
  readonly folder: RegistryFolder;
  readonly verdaccio: Pick<Verdaccio, 'passwords'>;
  /** Returns whether a user name owns packages. */
  readonly owns: (name: string) => boolean;
}

const signInSchema = z.object({ name: z.string(), password: z.string() });

/**
 * Prepares a sign-in. Verdaccio treats a request without a user as a registration, and compares the password if the
 * request has a known user, so the user is set here. With self-registration, a new account is created here.
 *
 * @throws Refusal
 */
export async function readySignIn(request: Request, { configuration, folder, verdaccio, owns }: Around): Promise<void> {
  const { data } = signInSchema.safeParse(request.body);
  if (data === undefined) throw new Refusal(400, 'genlock: signing in requires a name and a password');
  const { name } = data;
  if (!isUser(name, folder)) {
    // A name with packages or permissions is reserved if its account was lost or does not exist yet.
    const isTaken = wasRemoved(name, folder) || owns(name) || isNamed(name, configuration);
    if (!configuration.selfRegistration || isTaken) {
      throw new Refusal(401, 'genlock: the name or the password is wrong');
    }
    await asRefusal(addUser(data, { storage: folder.root, verdaccio }));
  }
  request.remote_user = { name };
}

const profileSchema = z.object({ password: z.object({ old: z.string(), new: z.string() }) });

/**
 * Changes the user's password. Verdaccio accepts shorter passwords, and crashes if the old password is wrong.
 *
 * @returns account data in npm's format
 * @throws Refusal
 */
export async function setProfile(request: Request, { folder, verdaccio }: Around): Promise<object> {
  const name = request.remote_user?.name;
  if (name === undefined) throw new Refusal(401, 'genlock: sign in to use this registry');
  const { data } = profileSchema.safeParse(request.body);
  if (data === undefined) throw new Refusal(422, 'genlock: only the password of an account can be changed');
  const { old, new: password } = data.password;
  await asRefusal(changePassword({ name, old, password }, { storage: folder.root, verdaccio }));
  return { name, email: '' };
}

async function asRefusal(doing: Promise<void>): Promise<void> {
  try {
    await doing;
  } catch (error) {
    throw error instanceof GenlockError ? new Refusal(422, `genlock: ${error.message}`) : error;
  }
}
