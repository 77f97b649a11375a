import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { GenlockError } from '../src/errors/error.ts';
import { hasAdvisories } from './advisories.ts';
import type { RegistryConfiguration } from './configuration.ts';
import { prepareFolder, registryFolder, type RegistryFolder } from './folder.ts';
import { requestFilter } from './request-filter.ts';
import { RegistryMiddleware } from './middleware.ts';
import { clearDrafts } from './cleanup.ts';
import { gateConfiguration, verdaccioConfiguration } from './verdaccio-configuration.ts';
import type { Application, Auth, Storage, Verdaccio } from './verdaccio.ts';
import { packagesIn, requireConsistentStorage } from './storage-check.ts';

/** A running registry. */
export interface RunningRegistry {
  /** Listening address with a final slash. */
  readonly url: string;
  /** Stops accepting connections, and resolves after all running requests have ended. */
  readonly stop: () => Promise<void>;
}

interface RegistryGate {
  readonly isLoaded: boolean;
  readonly register_middlewares: (application: Application, auth: Auth, storage: Storage) => void;
  /** Returns whether headers contain a valid token. */
  readonly identifies: (headers: IncomingHttpHeaders) => boolean;
}

interface Parts {
  readonly verdaccio: Verdaccio;
  /** Replacement for the gate in tests. */
  readonly gate?: (configuration: RegistryConfiguration, folder: RegistryFolder) => RegistryGate;
}

/**
 * Starts a registry with its gate.
 *
 * @throws GenlockError REGISTRY_SERVER_UNGATED if the gate did not start, REGISTRY_SERVER_FAILED if the folder or
 * address is unusable
 */
export async function startRegistry(configuration: RegistryConfiguration, parts: Parts): Promise<RunningRegistry> {
  const folder = registryFolder(configuration.storage);
  prepareFolder(folder);
  requireConsistentStorage(configuration, folder);
  for (const name of packagesIn(folder.packages)) clearDrafts(join(folder.packages, name));
  const gate =
    parts.gate?.(configuration, folder) ??
    new RegistryMiddleware(configuration, { folder, verdaccio: parts.verdaccio });
  const server = await behindGate(gate, (gateConfiguration) =>
    parts.verdaccio.runServer({ ...verdaccioConfiguration(configuration, folder), ...gateConfiguration }),
  );
  const behind = server.listeners('request');
  server.removeAllListeners('request');
  const answer: RequestListener = (request, response) => behind.forEach((listen) => void listen(request, response));
  const { publicUrl, anonymousRead } = configuration;
  const advises = (): boolean => hasAdvisories(folder);
  server.on('request', requestFilter(answer, { publicUrl, anonymousRead, advises, identifies: gate.identifies }));
  server.requestTimeout = 120_000;
  const url = await listen(server, configuration);
  return { url, stop: () => stop(server) };
}

declare global {
  /** Gates by id, for the plugin file that Verdaccio loads. */
  var genlockGates: Map<string, RegistryGate> | undefined;
}

/**
 * Starts Verdaccio with the gate. Verdaccio loads plugins from files and only logs a failure, so this function checks
 * that the gate was loaded.
 */
async function behindGate(gate: RegistryGate, start: (configuration: object) => Promise<Server>): Promise<Server> {
  const gates = (globalThis.genlockGates ??= new Map());
  const id = randomUUID();
  gates.set(id, gate);
  try {
    const server = await start(gateConfiguration(id));
    if (gate.isLoaded) return server;
    const message = 'the publish gate did not start; without it, uploads would be unchecked';
    throw new GenlockError({ code: 'REGISTRY_SERVER_UNGATED', message });
  } catch (cause) {
    if (cause instanceof GenlockError) throw cause;
    const message = `Verdaccio did not start: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message }, { cause });
  } finally {
    gates.delete(id);
  }
}

async function listen(server: Server, { host, port }: RegistryConfiguration): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `the registry cannot listen on ${host}:${port}: ${reason}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message }, { cause });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that listens has no address');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}/`;
}

const graceMs = 10_000;
const sweepMs = 50;

async function stop(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  // Closes connections that clients keep open after a response.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}
