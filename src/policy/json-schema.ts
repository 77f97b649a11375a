import * as z from 'zod';
import { revocationsSchema } from './revocations.ts';
import { policySchema } from './schema.ts';

/** Returns the JSON Schema (draft 2020-12) of `genlock.policy.json`, for editors. */
export function policyJsonSchema(): object {
  return z.toJSONSchema(policySchema, { io: 'input', target: 'draft-2020-12' });
}

/** Returns the JSON Schema of revocation lists, for authors of such lists. */
export function revocationsJsonSchema(): object {
  return z.toJSONSchema(revocationsSchema, { io: 'input', target: 'draft-2020-12', reused: 'inline' });
}
