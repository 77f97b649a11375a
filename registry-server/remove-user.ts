import { existsSync } from 'node:fs';
import { GenlockError } from '../src/errors/error.ts';
import { prepareFolder, registryFolder } from './folder.ts';
import { recordsIn } from './owner-grants.ts';
import { appendLine } from './package-records.ts';
import { isUser } from './users.ts';

/** What becomes of a registry when a user goes. */
export interface RemovedUser {
  /** Packages nobody else owns, sorted. */
  readonly orphaned: readonly string[];
}

/**
 * Ends an account with all its tokens, at once. Nobody else gets its name: what it owns would be theirs.
 *
 * @param storage the registry's folder, absolute
 * @throws GenlockError REGISTRY_USER_INVALID if there is no such user, REGISTRY_SERVER_FAILED if the records are damaged
 */
export function removeUser(name: string, storage: string): RemovedUser {
  const folder = registryFolder(storage);
  if (!existsSync(folder.users) || !isUser(name, folder)) {
    const message = `there is no user ${JSON.stringify(name)}`;
    const hint =
      'Users are the lines of users.htpasswd in the folder of the registry; say which folder with --storage.';
    throw new GenlockError({ code: 'REGISTRY_USER_INVALID', message, hint });
  }
  prepareFolder(folder);
  const packages = recordsIn(folder);
  // One write at the end of a file: Verdaccio, which may be writing to its own just now, can't undo it.
  appendLine(folder.removed, name);
  const orphaned = [...packages].filter(
    ([, { owners }]) => owners.includes(name) && !owners.some((owner) => isUser(owner, folder)),
  );
  return { orphaned: orphaned.map(([packageName]) => packageName).toSorted() };
}
