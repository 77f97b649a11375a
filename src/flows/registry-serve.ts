import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import {
  readRegistryConfiguration,
  type RegistryConfiguration,
  type RegistryFlags,
} from '../registry/configuration.ts';
import { startRegistry } from '../registry/server.ts';
import { addUser } from '../registry/users.ts';
import { loadVerdaccio } from '../registry/verdaccio.ts';

export interface RegistryRequest extends RegistryFlags {
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
 * Starts a team's registry behind its gate.
 *
 * @throws GenlockError REGISTRY_SERVER_…
 */
export async function serveRegistry(request: RegistryRequest): Promise<ServedRegistry> {
  const configuration = configurationOf(request);
  const verdaccio = await loadVerdaccio(request.cwd);
  const { url, stop } = await startRegistry(configuration, { verdaccio });
  const { storage, publicUrl = url, selfRegistration, anonymousRead } = configuration;
  return { result: { url, publicUrl, storage, selfRegistration, anonymousRead }, stop };
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
  { name, password }: { readonly name: string; readonly password: string },
  request: RegistryRequest,
): Promise<RegistryUserResult> {
  const { storage } = configurationOf(request);
  await addUser({ name, password }, { storage, verdaccio: await loadVerdaccio(request.cwd) });
  return { name, storage };
}

function configurationOf({ cwd, config, ...flags }: RegistryRequest): RegistryConfiguration {
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
