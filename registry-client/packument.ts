import * as z from 'zod';
import { RegistryError } from './errors.ts';

/** Maximum length in characters. */
const longest = 4096;
const text = z.string().max(longest);
/** Text that is only displayed is truncated. */
const shortened = z.string().transform((said) => said.slice(0, longest));

const versionSchema = z.object({
  name: text,
  version: text,
  deprecated: z.union([shortened, z.boolean()]).optional().catch(undefined),
  dist: z.object({
    tarball: text,
    integrity: text.optional(),
    signatures: z
      .array(z.object({ keyid: text, sig: text }))
      .max(16)
      .optional()
      .catch(undefined),
    attestations: z.object({ url: text }).optional().catch(undefined),
  }),
  hasInstallScript: z.boolean().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  gypfile: z.boolean().optional().catch(undefined),
  _npmUser: z
    .object({ name: text.min(1) })
    .optional()
    .catch(undefined),
});

const packumentSchema = z.object({
  name: text,
  'dist-tags': z.record(z.string(), text),
  versions: z.record(z.string(), z.unknown()),
  time: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Package document of a registry, limited to the fields in use. */
export interface Packument extends z.infer<typeof packumentSchema> {}

/** Entry for one version in a packument. */
export interface PackumentVersion extends z.infer<typeof versionSchema> {}

/**
 * Validates an untrusted registry response.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID if the response is not a packument or describes another package
 */
export function readPackument(value: unknown, name: string): Packument {
  const { data } = packumentSchema.safeParse(value);
  if (data === undefined) throw invalid(`the registry's answer for ${name} is JSON, but does not describe a package`);
  if (data.name !== name) throw invalid(`the registry returned ${shown(data.name)} for ${name}`);
  return data;
}

/**
 * Returns one version of a packument.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID if the entry is invalid or describes another version
 */
export function readVersion({ name, versions }: Packument, version: string): PackumentVersion {
  const { data } = versionSchema.safeParse(Object.hasOwn(versions, version) ? versions[version] : undefined);
  if (data === undefined) throw invalid(`the registry's entry for ${name} ${shown(version)} is not a package`);
  if (data.name === name && data.version === version) return data;
  throw invalid(
    `the registry's entry for ${name} ${shown(version)} describes ${shown(`${data.name} ${data.version}`)}`,
  );
}

/** Returns a version's publication time; `undefined` if the time is missing, invalid or in the future. */
export function publishedAt(
  { time }: Packument,
  { version, now }: { readonly version: string; readonly now: Date },
): Date | undefined {
  const said = time !== undefined && Object.hasOwn(time, version) ? time[version] : undefined;
  const date = typeof said === 'string' ? new Date(said) : new Date(Number.NaN);
  return Number.isNaN(date.getTime()) || date > now ? undefined : date;
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 200));
}

function invalid(message: string): RegistryError {
  return new RegistryError('REGISTRY_ANSWER_INVALID', message);
}

/** Returns the address of a package's packument. */
export function packumentUrl(name: string, registry: string): string {
  return new URL(name.replace('/', '%2f'), registry).href;
}
