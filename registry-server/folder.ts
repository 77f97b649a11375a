import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../src/errors/error.ts';

/** Where a registry keeps what. All of it is in one folder, so that a copy of the folder is a backup. */
export interface RegistryFolder {
  readonly root: string;
  /** Packages, and Verdaccio's own records. */
  readonly packages: string;
  /** Tokens that were made to last: whose, and what for. */
  readonly tokens: string;
  /** Users and the hashes of their passwords. */
  readonly users: string;
  /** Names of those who were users, a line each. */
  readonly removed: string;
  /** Who owns what, and which versions were given out. */
  readonly records: string;
  /** Packages that were given to somebody while others serve, a line of JSON each. */
  readonly given: string;
  /** How versions were made, by those who published them. */
  readonly attestations: string;
  /** The key that signs what is accepted, PEM. */
  readonly key: string;
  readonly log: string;
  /** Who serves from the folder. */
  readonly lock: string;
}

export function registryFolder(root: string): RegistryFolder {
  return {
    root,
    packages: join(root, 'packages'),
    tokens: join(root, 'packages', '.token-db.json'),
    users: join(root, 'users.htpasswd'),
    removed: join(root, 'users.removed'),
    records: join(root, 'gate.json'),
    given: join(root, 'owners.given'),
    attestations: join(root, 'attestations'),
    key: join(root, 'signing-key.pem'),
    log: join(root, 'registry.log'),
    lock: join(root, 'registry.lock'),
  };
}

/**
 * Makes the folder, for nobody else's eyes.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED if it can't be written
 */
export function prepareFolder({ root, packages, attestations, users, removed, given, log }: RegistryFolder): void {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    chmodSync(root, 0o700);
    for (const folder of [packages, attestations]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of [users, removed, given, log]) {
      closeSync(openSync(file, 'a', 0o600));
      chmodSync(file, 0o600);
    }
  } catch (cause) {
    throw unwritable(root, cause);
  }
}

/** @param cause what the system says */
export function unwritable(root: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the registry's folder can't be written: ${reason}`;
  return new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, where: { file: root } }, { cause });
}
