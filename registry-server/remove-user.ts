import { existsSync } from 'node:fs';
import { GenlockError } from '../src/errors/error.ts';
import { prepareFolder, registryFolder } from './folder.ts';
import { recordsIn } from './owner-grants.ts';
import { appendLine } from './package-records.ts';
import { isUser } from './users.ts';

/** Result of removing a user. */
export interface RemovedUser {
  /** Packages without another owner, sorted. */
  readonly orphaned: readonly string[];
}

/**
 * Ends an account and all its tokens immediately. The name cannot be reused, because another user would own the
 * packages.
 *
 * @param storage the registry's folder, absolute
 * @throws GenlockError REGISTRY_USER_INVALID if the user does not exist, REGISTRY_SERVER_FAILED if the records are
 * damaged
 */
export function removeUser(name: string, storage: string): RemovedUser {
  const folder = registryFolder(storage);
  if (!existsSync(folder.users) || !isUser(name, folder)) {
    const message = `the user ${JSON.stringify(name)} does not exist`;
    const hint = 'Users are listed in users.htpasswd in the registry folder. Use --storage to select the folder.';
    throw new GenlockError({ code: 'REGISTRY_USER_INVALID', message, hint });
  }
  prepareFolder(folder);
  const packages = recordsIn(folder);
  // Appends a line to a separate file, because Verdaccio could overwrite changes in its own file.
  appendLine(folder.removed, name);
  const orphaned = [...packages].filter(
    ([, { owners }]) => owners.includes(name) && !owners.some((owner) => isUser(owner, folder)),
  );
  return { orphaned: orphaned.map(([packageName]) => packageName).toSorted() };
}
