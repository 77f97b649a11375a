import npmFetch from 'npm-registry-fetch';
import { satisfies, validRange } from 'semver';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { statusOf } from './failure.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** How bad a known fault is, the worst last, in npm's words. */
const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** A version somebody has installed. */
export interface InstalledVersion {
  readonly name: string;
  /** Exact. */
  readonly version: string;
}

/** What a registry says is wrong with one of them. */
export interface Advisory extends InstalledVersion {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** Where there is more about it; http or https. */
  readonly url?: string;
  /** The versions that have the fault. */
  readonly vulnerable: string;
  /** Those that haven't any more; most registries don't say. */
  readonly patched?: string;
}

const answerBytes = 4 * 1024 * 1024;
/** How a registry says that it has no such endpoint. */
const notThere: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const text = z.string().max(100_000);

const answerSchema = z.record(
  z.string(),
  z
    .array(
      z.object({
        id: z.union([z.number(), text]),
        title: text,
        // As npm does it: what isn't known is bad enough.
        severity: z.preprocess((said) => (said === 'medium' ? 'moderate' : said), z.enum(severities)).catch('high'),
        url: text.optional().catch(undefined),
        vulnerable_versions: text.optional().catch(undefined),
        patched_versions: text.optional().catch(undefined),
      }),
    )
    .max(1000),
);

/**
 * The known faults of versions, by npm's bulk endpoint; nothing if the registry hasn't got it.
 *
 * @param installed names are told to the registry
 * @throws RegistryError REGISTRY_ANSWER_INVALID, and everything asking can throw
 */
export async function fetchAdvisories(
  { registry, installed }: { readonly registry: string; readonly installed: readonly InstalledVersion[] },
  settings: ClientSettings,
): Promise<readonly Advisory[] | undefined> {
  const url = new URL('-/npm/v1/security/advisories/bulk', registry);
  const versions = Map.groupBy(installed, ({ name }) => name);
  const body = Object.fromEntries([...versions].map(([name, list]) => [name, list.map(({ version }) => version)]));
  const answer = await request({ registry, what: 'its advisories', answerBytes }, settings, async (options) => {
    try {
      return await npmFetch.json(url.href, { ...options, method: 'POST', body });
    } catch (error) {
      if (notThere.has(statusOf(error))) return undefined;
      throw error;
    }
  });
  if (answer === undefined) return undefined;
  const { data } = answerSchema.safeParse(answer);
  if (data === undefined) {
    throw new RegistryError('REGISTRY_ANSWER_INVALID', `the advisories of ${url.host} are none`);
  }
  return installed.flatMap((one) => {
    const said = Object.hasOwn(data, one.name) ? (data[one.name] ?? []) : [];
    return said.filter((advisory) => isMeant(advisory, one)).map((advisory) => advisoryOf(advisory, one));
  });
}

type Said = z.infer<typeof answerSchema>[string][number];

/** A registry may tell of other versions, too. A range that can't be read means every version. */
function isMeant({ vulnerable_versions: range = '*' }: Said, { version }: InstalledVersion): boolean {
  if (range.length > longest || validRange(range) === null) return true;
  return satisfies(version, range, { includePrerelease: true });
}

function advisoryOf(said: Said, { name, version }: InstalledVersion): Advisory {
  const { id, severity, title, url, vulnerable_versions: vulnerable = '*', patched_versions: patched } = said;
  const isAddress = url !== undefined && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
  return {
    name,
    version,
    id: short(String(id)),
    severity,
    title: short(title),
    ...(isAddress && { url: short(url) }),
    vulnerable: short(vulnerable),
    ...(patched !== undefined && { patched: short(patched) }),
  };
}

/** Characters; longer ranges aren't read, as some take time that grows with the square of their length. */
const longest = 500;
const short = (said: string): string => said.slice(0, longest);
