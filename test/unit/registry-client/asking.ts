/** Helpers for client tests, which fetch packages with an `.npmrc`. */
import {
  fetchRelease,
  parseSpec,
  readNpmSettings,
  RegistryError,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { packageOf } from '../../support/archives.ts';
import type { FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';

export const archive = (name = 'chat', version = '1.0.0') =>
  packageOf({ 'package.json': JSON.stringify({ name, version }) });
export const host = ({ url }: FakeRegistry) => new URL(url).host;
export const seenBy = ({ received }: FakeRegistry) => received.map(({ authorization }) => authorization);

export function settingsOf(npmrc: string, changes: Partial<ClientSettings> = {}): ClientSettings {
  return {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: npmrc }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    limits: { retries: 0, timeoutMs: 20_000 },
    ...changes,
  };
}

/**
 * Fetches a package.
 *
 * @returns `fetched`, or the error code
 */
export async function get(spec: string, npmrc: string, changes: Partial<ClientSettings> = {}): Promise<string> {
  const settings = settingsOf(npmrc, changes);
  return codeOf(async () => {
    await fetchRelease(await resolveRelease(parseSpec(spec), settings), settings);
    return 'fetched';
  });
}

export async function codeOf(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}
