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

/** What a command about a team's own registry was told. */
export interface RegistryServerRequest extends RegistryFlags {
  /** Absolute. */
  readonly cwd: string;
  /** The configuration's file; none if absent. */
  readonly config?: string | undefined;
}

/** A registry that was started: where, and who may do what. */
export interface RegistryServeResult {
  /** Where it listens. */
  readonly url: string;
  /** The address people know it by. */
  readonly publicUrl: string;
  /** Folder of everything it keeps. */
  readonly storage: string;
  /** Whether anybody may make an account. */
  readonly selfRegistration: boolean;
  /** Whether packages may be fetched without an account. */
  readonly anonymousRead: boolean;
}

export interface ServedRegistry {
  readonly result: RegistryServeResult;
  /** Lets what is under way end. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a team's registry behind its gate. One process at a time serves from a folder: each keeps in memory who owns
 * what.
 *
 * @throws GenlockError REGISTRY_SERVER_…
 */
export async function serveRegistry(request: RegistryServerRequest): Promise<ServedRegistry> {
  const configuration = configurationOf(request);
  const verdaccio = await loadVerdaccio(request.cwd);
  const release = await claimFolder(configuration.storage);
  try {
    const { url, stop } = await startRegistry(configuration, { verdaccio });
    const { storage, publicUrl = url, selfRegistration, anonymousRead } = configuration;
    const result = { url, publicUrl, storage, selfRegistration, anonymousRead };
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
      const message = `another process serves from this folder: ${pid}${elsewhere}`;
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
 * Makes an account of a registry, which may be serving meanwhile.
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

/** Who is no user any more, and what nobody can publish now; `--json` prints exactly this. */
export interface RegistryUserRemoveResult extends RegistryUserResult, RemovedUser {}

/**
 * Ends an account of a registry, which may be serving meanwhile.
 *
 * @throws GenlockError REGISTRY_USER_INVALID, REGISTRY_SERVER_…
 */
export function removeRegistryUser(name: string, request: RegistryServerRequest): RegistryUserRemoveResult {
  const { storage } = configurationOf(request);
  return { name, storage, ...removeUser(name, storage) };
}

/** Who owns a package from now on; `--json` prints exactly this. */
export interface RegistryOwnerResult extends GivenPackage {
  /** Of the package. */
  readonly name: string;
  readonly owner: string;
  readonly storage: string;
}

/**
 * Makes a user an owner of a package of a registry, which may be serving meanwhile.
 *
 * @throws GenlockError REGISTRY_OWNER_INVALID, REGISTRY_SERVER_…
 */
export function addRegistryOwner({ name, owner }: OwnerGrant, request: RegistryServerRequest): RegistryOwnerResult {
  const configuration = configurationOf(request);
  const { storage } = configuration;
  if (publishersOf(name, configuration) !== undefined) {
    const hint = 'Change the "publish" of its pattern there, or the group it names, and serve again.';
    throw ownerInvalid(`who publishes ${name} is said by the registry's configuration`, hint);
  }
  return { name, owner, storage, ...grantOwner({ name, owner }, registryFolder(storage)) };
}

function configurationOf({ cwd, config, ...flags }: RegistryServerRequest): RegistryConfiguration {
  const written = config === undefined ? undefined : readFile(resolve(cwd, config));
  return readRegistryConfiguration({ written, cwd }, flags);
}

function readFile(file: string): { readonly text: string; readonly file: string } {
  try {
    return { text: readFileSync(file, 'utf8'), file };
  } catch (cause) {
    const message = `the configuration can't be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_CONFIG_INVALID', message, where: { file } }, { cause });
  }
}
