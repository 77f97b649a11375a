import * as z from 'zod';
import { configSchema } from './schema.ts';

/**
 * Returns the JSON Schema (draft 2020-12) of `genlock.json` for editors. The schema checks structure and keywords;
 * `readConfig` checks the other rules.
 */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-2020-12' });
}
