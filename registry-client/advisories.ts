import npmFetch from 'npm-registry-fetch';
import { satisfies, validRange } from 'semver';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { statusOf } from './failure.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';
import { severities, type Severity } from './severities.ts';

/** An installed plugin version. */
export interface InstalledVersion {
  readonly name: string;
  /** Exact. */
  readonly version: string;
}

/** A known vulnerability that a registry reports for an installed version. */
export interface Advisory extends InstalledVersion {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** Details page; http or https. */
  readonly url?: string;
  /** Range of vulnerable versions. */
  readonly vulnerable: string;
  /** Range of fixed versions; most registries omit it. */
  readonly patched?: string;
}

const answerBytes = 4 * 1024 * 1024;
/** Status codes that mean the registry does not support the endpoint. */
const notThere: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const text = z.string().max(100_000);

const answerSchema = z.record(
  z.string(),
  z
    .array(
      z.object({
        id: z.union([z.number(), text]),
        title: text,
        // npm also treats an unknown severity as high.
        severity: z.preprocess((said) => (said === 'medium' ? 'moderate' : said), z.enum(severities)).catch('high'),
        url: text.optional().catch(undefined),
        vulnerable_versions: text.optional().catch(undefined),
        patched_versions: text.optional().catch(undefined),
      }),
    )
    .max(1000),
);

/**
 * Fetches known vulnerabilities from npm's bulk advisory endpoint; `undefined` if the registry does not support it.
 *
 * @param installed names and versions sent to the registry
 * @throws RegistryError REGISTRY_ANSWER_INVALID, and all errors of `request`
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
    throw new RegistryError('REGISTRY_ANSWER_INVALID', `${url.host} returned invalid advisories`);
  }
  return installed.flatMap((one) => {
    const said = Object.hasOwn(data, one.name) ? (data[one.name] ?? []) : [];
    return said.filter((advisory) => isMeant(advisory, one)).map((advisory) => advisoryOf(advisory, one));
  });
}

type Said = z.infer<typeof answerSchema>[string][number];

/**
 * Returns whether an advisory applies to a version. The registry may return advisories for other versions. An invalid
 * range matches every version.
 */
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

/** Maximum length in characters. Longer ranges are not parsed, because parsing time can grow quadratically. */
const longest = 500;
const short = (said: string): string => said.slice(0, longest);
