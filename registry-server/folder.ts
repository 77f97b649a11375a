import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../src/errors/error.ts';

/** Paths in a registry's folder. All data is in one folder, so that a copy is a backup. */
export interface RegistryFolder {
  readonly root: string;
  /** Packages and Verdaccio's own database. */
  readonly packages: string;
  /** Metadata of long-lived tokens. */
  readonly tokens: string;
  /** Users with password hashes. */
  readonly users: string;
  /** Removed user names, one on each line. */
  readonly removed: string;
  /** Owners and published versions of all packages. */
  readonly records: string;
  /** Ownership grants that the registry applies, one JSON object on each line. */
  readonly given: string;
  /** Advisories about packages, one JSON object on each line. Absent until the first advisory. */
  readonly advisories: string;
  /** Provenance attestations. */
  readonly attestations: string;
  /** Signing key for accepted releases, PEM. */
  readonly key: string;
  readonly log: string;
  /** Lock file of the serving process. */
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
    advisories: join(root, 'advisories.jsonl'),
    attestations: join(root, 'attestations'),
    key: join(root, 'signing-key.pem'),
    log: join(root, 'registry.log'),
    lock: join(root, 'registry.lock'),
  };
}

/**
 * Creates the folder with access only for the current user.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED if the folder is not writable
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

/**
 * Creates an error for an unwritable folder.
 *
 * @param cause system error
 */
export function unwritable(root: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the registry's folder is not writable: ${reason}`;
  return new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, where: { file: root } }, { cause });
}
