import { existsSync, readFileSync } from 'node:fs';
import { satisfies, validRange } from 'semver';
import * as z from 'zod';
import { severities } from '../registry-client/severities.ts';
import { GenlockError } from '../src/errors/error.ts';
import { tryParseJson } from '../src/core/json.ts';
import { mayRead } from './access-rules.ts';
import { publishedVersions } from './changes.ts';
import type { RegistryConfiguration } from './configuration.ts';
import { unwritable, prepareFolder, type RegistryFolder } from './folder.ts';
import { recordsIn } from './owner-grants.ts';
import { appendLine } from './package-records.ts';
import { Refusal } from './refusal.ts';

const longestRange = 256;
const range = z
  .string()
  .max(longestRange)
  .refine((text) => text !== '' && validRange(text) !== null, 'this is not a range in npm’s syntax');
const webAddress = z.url({ protocol: /^https?$/u }).max(500);

/** One line of the advisories file, with npm's names for the ranges. */
const advisorySchema = z.strictObject({
  id: z.int().min(1),
  package: z.string().min(1).max(214),
  vulnerable_versions: range,
  severity: z.enum(severities),
  title: z.string().trim().min(1).max(300),
  url: webAddress.exactOptional(),
  patched_versions: range.exactOptional(),
});

/** Advisory about a plugin of the registry. */
export interface RegistryAdvisory extends z.infer<typeof advisorySchema> {}

/** A new advisory, before it has an id. */
export type NewAdvisory = Omit<RegistryAdvisory, 'id' | 'severity'> & { readonly severity: string };

/** A stored advisory with the published versions that it affects. */
export interface StoredAdvisory {
  readonly advisory: RegistryAdvisory;
  readonly versions: readonly string[];
}

/**
 * Stores an advisory. A running registry serves it with the next request.
 *
 * @throws GenlockError REGISTRY_ADVISORY_INVALID if a value is invalid, the package does not exist or no published
 * version matches; REGISTRY_SERVER_FAILED if the folder is not writable
 */
export function storeAdvisory(given: NewAdvisory, folder: RegistryFolder): StoredAdvisory {
  const existing = readAdvisories(folder);
  const id = Math.max(0, ...existing.map((advisory) => advisory.id)) + 1;
  const { data: advisory, error } = advisorySchema.safeParse({ id, ...given });
  if (advisory === undefined) throw invalid(firstIssue(error));
  prepareFolder(folder);
  const record = recordsIn(folder).get(advisory.package);
  const published = record === undefined ? [] : publishedVersions(record);
  const versions = published.filter((version) => isAffected(version, advisory));
  if (versions.length === 0) {
    const list = published.length === 0 ? 'the registry has no version of it' : `published are ${published.join(', ')}`;
    throw invalid(`no version of ${advisory.package} is in the range ${given.vulnerable_versions}: ${list}`);
  }
  try {
    appendLine(folder.advisories, JSON.stringify(advisory));
  } catch (cause) {
    throw unwritable(folder.root, cause);
  }
  return { advisory, versions };
}

/** Returns whether the operator has ever stored an advisory. Otherwise the registry has no advisory endpoint. */
export function hasAdvisories({ advisories }: Pick<RegistryFolder, 'advisories'>): boolean {
  return existsSync(advisories);
}

/**
 * Reads all advisories. The file has one JSON object on each line, and an operator may edit it.
 *
 * @throws GenlockError REGISTRY_ADVISORY_INVALID with the line. An ignored line would hide an advisory.
 */
function readAdvisories(folder: Pick<RegistryFolder, 'advisories'>): readonly RegistryAdvisory[] {
  const { advisories: file } = folder;
  if (!hasAdvisories(folder)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return [];
    const { data, error } = advisorySchema.safeParse(tryParseJson(text));
    if (data !== undefined) return [data];
    throw invalid(`the advisories file is damaged: ${firstIssue(error)}`, { file, line: at + 1 });
  });
}

const questionSchema = z.record(z.string(), z.array(z.string().max(longestRange)).max(10_000));

/**
 * Answers npm's bulk request for advisories: the advisories that affect the given versions, by package name. Advisories
 * about packages that the user may not read are left out.
 *
 * @param question the body of the request: versions by package name
 * @throws Refusal 400 if the body is invalid, 500 if the file is damaged
 */
export function advisoriesFor(
  question: unknown,
  {
    user,
    folder,
    configuration,
  }: {
    readonly user: string | undefined;
    readonly folder: RegistryFolder;
    readonly configuration: RegistryConfiguration;
  },
): Readonly<Record<string, readonly object[]>> {
  const { data } = questionSchema.safeParse(question);
  if (data === undefined) throw new Refusal(400, 'genlock: the body must contain versions by package name');
  const found = stored(folder).filter(({ package: name, ...advisory }) => {
    const asked = Object.hasOwn(data, name) ? (data[name] ?? []) : [];
    return mayRead(name, user, configuration) && asked.some((version) => isAffected(version, advisory));
  });
  const byName = Map.groupBy(found, (advisory) => advisory.package);
  return Object.fromEntries([...byName].map(([name, list]) => [name, list.map(printed)]));
}

function stored(folder: RegistryFolder): readonly RegistryAdvisory[] {
  try {
    return readAdvisories(folder);
  } catch (error) {
    if (error instanceof GenlockError) throw new Refusal(500, 'genlock: the advisories of this registry are damaged');
    throw error;
  }
}

function isAffected(version: string, advisory: Pick<RegistryAdvisory, 'vulnerable_versions'>): boolean {
  return satisfies(version, advisory.vulnerable_versions, { includePrerelease: true });
}

/** npm prints `url`, and expects `cwe` and `cvss`. */
function printed({ url = '', ...advisory }: RegistryAdvisory): object {
  return { ...advisory, url, cwe: [], cvss: { score: 0, vectorString: null } };
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

function invalid(message: string, where?: { readonly file: string; readonly line: number }): GenlockError {
  return new GenlockError({ code: 'REGISTRY_ADVISORY_INVALID', message, ...(where !== undefined && { where }) });
}
