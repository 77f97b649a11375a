import { relatedMissing } from './errors';
import { missingIn, type Tables } from './relations';

/**
 * Checks that all related records exist, because MongoDB has no foreign keys.
 * @param tables the tables of the related records, by field
 * @returns the unchanged body
 * @throws HttpProblem 422 with a pointer to every missing id
 */
export async function mustExist<Body extends object>(tables: Tables, body: Body): Promise<Body> {
  const pointers = await missingIn(tables, body);
  if (pointers.length > 0) throw relatedMissing(pointers);
  return body;
}
