/** Results of the commands for registry operators. */
import * as z from 'zod';
import type {
  RegistryOwnerResult,
  RegistryServeResult,
  RegistryUserRemoveResult,
  RegistryUserResult,
} from '../flows/registry-server/serve.ts';
import { text } from './parts.ts';

/** `registry serve` */
export const registryServeResult: z.ZodType<RegistryServeResult> = z.strictObject({
  url: text,
  publicUrl: text,
  storage: text,
  selfRegistration: z.boolean(),
  anonymousRead: z.boolean(),
  publishers: z.array(text).meta({ description: 'Users and groups who may publish new names in a scope.' }),
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
