import * as z from 'zod';
import { policySchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of `genlock.policy.json`, for editors. */
export function policyJsonSchema(): object {
  return z.toJSONSchema(policySchema, { io: 'input', target: 'draft-2020-12' });
}
