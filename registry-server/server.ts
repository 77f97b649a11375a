import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { GenlockError } from '../src/errors/error.ts';
import type { RegistryConfiguration } from './configuration.ts';
import { prepareFolder, registryFolder, type RegistryFolder } from './folder.ts';
import { requestFilter } from './request-filter.ts';
import { RegistryMiddleware } from './middleware.ts';
import { clearDrafts } from './cleanup.ts';
import { gateConfiguration, verdaccioConfiguration } from './verdaccio-configuration.ts';
import type { Application, Auth, Storage, Verdaccio } from './verdaccio.ts';
import { packagesIn, requireConsistentStorage } from './storage-check.ts';

/** A registry that serves. */
export interface RunningRegistry {
  /** Where it listens; ends with a slash. */
  readonly url: string;
  /** Takes nothing new, lets what is under way end, and resolves when all is done. */
  readonly stop: () => Promise<void>;
}

interface Standing {
  readonly isStanding: boolean;
  readonly register_middlewares: (application: Application, auth: Auth, storage: Storage) => void;
  /** Whether headers hold a token of somebody. */
  readonly identifies: (headers: IncomingHttpHeaders) => boolean;
}

interface Parts {
  readonly verdaccio: Verdaccio;
  /** Another gate than the real one, to see what becomes of a broken one. */
  readonly gate?: (configuration: RegistryConfiguration, folder: RegistryFolder) => Standing;
}

/**
 * Starts a registry behind its gate.
 *
 * @throws GenlockError REGISTRY_SERVER_UNGATED if the gate isn't there in the end, REGISTRY_SERVER_FAILED if the folder
 * or the address can't be used
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
  server.on('request', requestFilter(answer, { publicUrl: configuration.publicUrl, identifies: gate.identifies }));
  server.requestTimeout = 120_000;
  const url = await listen(server, configuration);
  return { url, stop: () => stop(server) };
}

declare global {
  /** Where the file of the plugin finds the gate it stands for. */
  var genlockGates: Map<string, Standing> | undefined;
}

/** Verdaccio loads plugins from files, so the gate is laid where its file looks; a failure to is only logged, so it is looked after. */
async function behindGate(gate: Standing, start: (configuration: object) => Promise<Server>): Promise<Server> {
  const gates = (globalThis.genlockGates ??= new Map());
  const id = randomUUID();
  gates.set(id, gate);
  try {
    const server = await start(gateConfiguration(id));
    if (gate.isStanding) return server;
    const message = 'the gate did not come up, and without it anybody could publish anything';
    throw new GenlockError({ code: 'REGISTRY_SERVER_UNGATED', message });
  } catch (cause) {
    if (cause instanceof GenlockError) throw cause;
    const message = `Verdaccio does not start: ${cause instanceof Error ? cause.message : String(cause)}`;
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
    const message = `the registry can't listen on ${host}:${port}: ${reason}`;
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
  // A connection is idle once its answer is sent, and clients keep it open for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}
