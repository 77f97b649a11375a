/** Fetches a package in a separate process, and prints the outcome and the peak memory: `<url> <cache> [plain]`. */
import pacote from 'pacote';
import {
  fetchRelease,
  parseSpec,
  readNpmSettings,
  RegistryError,
  resolveRelease,
} from '../../registry-client/index.ts';

const [url = '', cache = '', mode] = process.argv.slice(2);

async function fetchGuarded(): Promise<string> {
  const settings = {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: `registry=${url}` }], {}),
    cache,
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    limits: { retries: 0 },
  };
  await fetchRelease(await resolveRelease(parseSpec('chat'), settings), settings);
  return 'fetched';
}

/** Fetches like npm, without the guards. */
async function fetchPlain(): Promise<string> {
  await pacote.packument('chat', { registry: url, cache, fullMetadata: true });
  return 'fetched';
}

const outcome = await (mode === 'plain' ? fetchPlain() : fetchGuarded()).catch((error: unknown) =>
  error instanceof RegistryError ? error.code : String(error),
);
process.stdout.write(JSON.stringify({ outcome, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
