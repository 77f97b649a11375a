import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { acquireProcessLock, type LivenessProbe } from '../../apply/process-lock.ts';
import { nodeFileSystem } from '../../apply/file-system.ts';
import { GenlockError } from '../../errors/error.ts';
import {
  readRegistryConfiguration,
  type RegistryConfiguration,
  type RegistryFlags,
} from '../../../registry-server/configuration.ts';
import { prepareFolder, registryFolder, unwritable, type RegistryFolder } from '../../../registry-server/folder.ts';
import { grantOwner, ownerInvalid, type GivenPackage, type OwnerGrant } from '../../../registry-server/owner-grants.ts';
import { publishersOf } from '../../../registry-server/access-rules.ts';
import { startRegistry } from '../../../registry-server/server.ts';
import { removeUser, type RemovedUser } from '../../../registry-server/remove-user.ts';
import { addUser, requireNewName } from '../../../registry-server/users.ts';
import { openLivenessSocket } from '../../../registry-server/liveness-socket.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';

/** Options of the commands for a team registry. */
export interface RegistryServerRequest extends RegistryFlags {
  /** Absolute. */
  readonly cwd: string;
  /** Path of the configuration file, if any. */
  readonly config?: string | undefined;
}

/** Addresses and access rules of a running registry. */
export interface RegistryServeResult {
  /** Listening address. */
  readonly url: string;
  /** Public address. */
  readonly publicUrl: string;
  /** Storage folder. */
  readonly storage: string;
  /** Whether users can create accounts themselves. */
  readonly selfRegistration: boolean;
  /** Whether packages can be fetched without an account. */
  readonly anonymousRead: boolean;
  /** Users and groups who may publish new names in a scope. */
  readonly publishers: readonly string[];
}

export interface ServedRegistry {
  readonly result: RegistryServeResult;
  /** Stops the registry after running requests have finished. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a team registry behind the publish gate. Only one process can serve a storage folder, because package owners
 * are kept in memory.
 *
 * @throws GenlockError REGISTRY_SERVER_…
 */
export async function serveRegistry(request: RegistryServerRequest): Promise<ServedRegistry> {
  const configuration = configurationOf(request);
  const verdaccio = await loadVerdaccio(request.cwd);
  const release = await claimFolder(configuration.storage);
  try {
    const { url, stop } = await startRegistry(configuration, { verdaccio });
    const { storage, publicUrl = url, selfRegistration, anonymousRead, publishers } = configuration;
    const result = { url, publicUrl, storage, selfRegistration, anonymousRead, publishers };
    const stopAndRelease = async (): Promise<void> => {
      await stop();
      await release();
    };
    return { result, stop: stopAndRelease };
  } catch (error) {
    await release();
    throw error;
  }
}

async function claimFolder(storage: string): Promise<() => Promise<void>> {
  const folder = registryFolder(storage);
  prepareFolder(folder);
  const witness = await openLivenessSocket(folder.root);
  try {
    const release = await takeFolder(folder, witness);
    witness?.clear();
    return async () => {
      await release();
      await witness?.end();
    };
  } catch (error) {
    await witness?.end();
    throw error instanceof GenlockError ? error : unwritable(folder.root, error);
  }
}

function takeFolder(folder: RegistryFolder, witness: LivenessProbe | undefined): Promise<() => Promise<void>> {
  const where = { file: folder.lock };
  return acquireProcessLock(nodeFileSystem, {
    path: folder.lock,
    command: 'genlock registry serve',
    witness,
    taken: ({ pid }, elsewhere) => {
      const message = `another process is serving this folder: ${pid}${elsewhere}`;
      return new GenlockError({ code: 'REGISTRY_SERVER_RUNNING', message, where });
    },
    blocked: () => new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message: `${folder.lock} is not a file`, where }),
  });
}

export interface RegistryUserResult {
  readonly name: string;
  readonly storage: string;
}

/**
 * Creates an account of a registry. The registry can be running.
 *
 * @throws GenlockError REGISTRY_USER_INVALID, REGISTRY_SERVER_…
 */
export async function addRegistryUser(
  { name, askPassword }: { readonly name: string; readonly askPassword: () => Promise<string> },
  request: RegistryServerRequest,
): Promise<RegistryUserResult> {
  const { storage } = configurationOf(request);
  const verdaccio = await loadVerdaccio(request.cwd);
  requireNewName(name, storage);
  await addUser({ name, password: await askPassword() }, { storage, verdaccio });
  return { name, storage };
}

/** Removed user and the packages without an owner; `--json` prints exactly this object. */
export interface RegistryUserRemoveResult extends RegistryUserResult, RemovedUser {}

/**
 * Removes an account of a registry. The registry can be running.
 *
 * @throws GenlockError REGISTRY_USER_INVALID, REGISTRY_SERVER_…
 */
export function removeRegistryUser(name: string, request: RegistryServerRequest): RegistryUserRemoveResult {
  const { storage } = configurationOf(request);
  return { name, storage, ...removeUser(name, storage) };
}

/** New owner of a package; `--json` prints exactly this object. */
export interface RegistryOwnerResult extends GivenPackage {
  /** Package name. */
  readonly name: string;
  readonly owner: string;
  readonly storage: string;
}

/**
 * Makes a user an owner of a registry package. The registry can be running.
 *
 * @throws GenlockError REGISTRY_OWNER_INVALID, REGISTRY_SERVER_…
 */
export function addRegistryOwner({ name, owner }: OwnerGrant, request: RegistryServerRequest): RegistryOwnerResult {
  const configuration = configurationOf(request);
  const { storage } = configuration;
  if (publishersOf(name, configuration) !== undefined) {
    const hint = 'Change "publish" of the matching pattern or its group, then restart the registry.';
    throw ownerInvalid(`The publishers of ${name} are set in the registry's configuration`, hint);
  }
  return { name, owner, storage, ...grantOwner({ name, owner }, registryFolder(storage)) };
}

/** Reads the configuration of a registry. @throws GenlockError REGISTRY_SERVER_CONFIG_INVALID */
export function configurationOf({ cwd, config, ...flags }: RegistryServerRequest): RegistryConfiguration {
  const written = config === undefined ? undefined : readFile(resolve(cwd, config));
  return readRegistryConfiguration({ written, cwd }, flags);
}

function readFile(file: string): { readonly text: string; readonly file: string } {
  try {
    return { text: readFileSync(file, 'utf8'), file };
  } catch (cause) {
    const message = `the configuration cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_CONFIG_INVALID', message, where: { file } }, { cause });
  }
}
