import { relatedMissing } from './errors';
import { missingIn, type Tables } from './relations';

/**
 * MongoDB doesn't ask whether a record exists that another one refers to, so this does.
 * @param tables where the related records are, by the field they are written to
 * @returns the body as it is
 * @throws HttpProblem 422 that points to every id nothing is found for
 */
export async function mustExist<Body extends object>(tables: Tables, body: Body): Promise<Body> {
  const pointers = await missingIn(tables, body);
  if (pointers.length > 0) throw relatedMissing(pointers);
  return body;
}
