import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { isNamed, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { Refusal } from './refusal.ts';
import { addUser, changePassword, isUser, wasRemoved } from './users.ts';
import type { Request, Verdaccio } from './verdaccio.ts';

interface Around {
  readonly configuration: Pick<RegistryConfiguration, 'selfRegistration' | 'groups' | 'packages'>;
  readonly folder: RegistryFolder;
  readonly verdaccio: Pick<Verdaccio, 'passwords'>;
  /** Whether something is of somebody of that name. */
  readonly owns: (name: string) => boolean;
}

const signInSchema = z.object({ name: z.string(), password: z.string() });

/**
 * Before somebody signs in. Verdaccio takes who isn't signed in for somebody new; of who is known it compares the
 * password, whatever else is said of them, so a known name is said. Where anybody may make an account, it is made here.
 *
 * @throws Refusal
 */
export async function readySignIn(request: Request, { configuration, folder, verdaccio, owns }: Around): Promise<void> {
  const { data } = signInSchema.safeParse(request.body);
  if (data === undefined) throw new Refusal(400, 'genlock: signing in takes a name and a password');
  const { name } = data;
  if (!isUser(name, folder)) {
    // What a name has, because its account was lost or is yet to be made, isn't for whoever takes the name first.
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
 * Changes the password of who asks. Verdaccio takes shorter ones, and ends where the old one is wrong.
 *
 * @returns what npm wants to know of an account
 * @throws Refusal
 */
export async function setProfile(request: Request, { folder, verdaccio }: Around): Promise<object> {
  const name = request.remote_user?.name;
  if (name === undefined) throw new Refusal(401, 'genlock: sign in to use this registry');
  const { data } = profileSchema.safeParse(request.body);
  if (data === undefined) throw new Refusal(422, 'genlock: of an account, the password can be changed');
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
