/** Fetches a package in a process of its own, and says how it went and the most memory it had: `<url> <cache> [plain]`. */
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

/** As npm does, without what stands in between. */
async function fetchPlain(): Promise<string> {
  await pacote.packument('chat', { registry: url, cache, fullMetadata: true });
  return 'fetched';
}

const outcome = await (mode === 'plain' ? fetchPlain() : fetchGuarded()).catch((error: unknown) =>
  error instanceof RegistryError ? error.code : String(error),
);
process.stdout.write(JSON.stringify({ outcome, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
