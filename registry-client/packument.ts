import * as z from 'zod';
import { RegistryError } from './errors.ts';

/** Characters. */
const longest = 4096;
const text = z.string().max(longest);
/** What is only shown is cut. */
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

/** All a registry says of one package, as far as it is of use here. */
export interface Packument extends z.infer<typeof packumentSchema> {}

/** What it says of one version. */
export interface PackumentVersion extends z.infer<typeof versionSchema> {}

/**
 * Takes a registry's answer for what it is: somebody else's text.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID if it isn't a packument, or is that of another package
 */
export function readPackument(value: unknown, name: string): Packument {
  const { data } = packumentSchema.safeParse(value);
  if (data === undefined) throw invalid(`the registry's answer for ${name} is no packument`);
  if (data.name !== name) throw invalid(`the registry was asked for ${name} and answers with ${shown(data.name)}`);
  return data;
}

/**
 * One version of a packument.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID if it is no package, or another one than its place says
 */
export function readVersion({ name, versions }: Packument, version: string): PackumentVersion {
  const { data } = versionSchema.safeParse(Object.hasOwn(versions, version) ? versions[version] : undefined);
  if (data === undefined) throw invalid(`what the registry says of ${name} ${shown(version)} is no package`);
  if (data.name === name && data.version === version) return data;
  throw invalid(`the registry calls ${name} ${shown(version)} ${shown(`${data.name} ${data.version}`)}`);
}

/** When a version was published; nothing if the registry doesn't say, or says what can't be. */
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

/** Where a registry has what it says of a name. */
export function packumentUrl(name: string, registry: string): string {
  return new URL(name.replace('/', '%2f'), registry).href;
}
