/** Results of the commands for registry operators. */
import * as z from 'zod';
import { severities } from '../../registry-client/severities.ts';
import type { RegistryAdviseResult } from '../flows/registry-server/advise.ts';
import type {
  RegistryOwnerResult,
  RegistryServeResult,
  RegistryUserRemoveResult,
  RegistryUserResult,
} from '../flows/registry-server/serve.ts';
import { count, text } from './parts.ts';

/** `registry serve` */
export const registryServeResult: z.ZodType<RegistryServeResult> = z.strictObject({
  url: text,
  publicUrl: text,
  storage: text,
  selfRegistration: z.boolean(),
  anonymousRead: z.boolean(),
  publishers: z.array(text).meta({ description: 'Users and groups who may publish new names in a scope.' }),
});

/** `registry advise` */
export const registryAdviseResult: z.ZodType<RegistryAdviseResult> = z.strictObject({
  advisory: z.strictObject({
    id: count,
    package: text,
    vulnerable_versions: text,
    severity: z.enum(severities),
    title: text,
    url: text.exactOptional(),
    patched_versions: text.exactOptional(),
  }),
  versions: z.array(text).meta({ description: 'Published versions that it affects.' }),
  storage: text,
});

/** `registry owner add` */
export const registryOwnerResult: z.ZodType<RegistryOwnerResult> = z.strictObject({
  name: text,
  owner: text,
  owners: z.array(text),
  storage: text,
});

/** `registry user add` */
export const registryUserResult: z.ZodType<RegistryUserResult> = z.strictObject({ name: text, storage: text });

/** `registry user remove` */
export const registryUserRemoveResult: z.ZodType<RegistryUserRemoveResult> = z.strictObject({
  name: text,
  storage: text,
  orphaned: z.array(text),
});
