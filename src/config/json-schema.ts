import * as z from 'zod';
import { configSchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of `genlock.json`, for editors. It knows shapes and words; `readConfig` knows the rest. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-2020-12' });
}
