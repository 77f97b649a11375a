import type { Request } from 'express';
import { z } from 'zod';
import { getUser, isAdmin } from '../../generated/auth';
import { entities } from '../../generated/openapi';
import type { UploadedFile } from '../../generated/prisma/client';
import { db } from '../db';
import { notFound } from '../problem';
import { recordsOf } from '../records';
import { actorOf } from '../records/access';

/** A record that files belong to. */
interface Place {
  readonly entity: string;
  readonly recordId: string;
}

const query = z.object({ path: z.string().max(200), record: z.string().max(200) });

/**
 * Returns the record in the query: `?path=/tickets&record=<id>`.
 *
 * @throws HttpProblem 404 unless the caller can read the record, 401 or 403 for its entity
 */
export async function readablePlace(req: Request): Promise<Place> {
  const { success, data } = query.safeParse(req.query);
  const entity = success ? entities.find(({ path }) => path === data.path)?.name : undefined;
  if (!success || entity === undefined) throw notFound();
  const place = { entity, recordId: data.record };
  await requireReadable(place, req);
  return place;
}

/**
 * Returns a file whose record the caller can read.
 *
 * @throws HttpProblem 404 if it does not exist or is not accessible
 */
export async function readableFile(req: Request<{ id: string }>): Promise<UploadedFile> {
  const file = await db.uploadedFile.findUnique({ where: { id: req.params.id } });
  if (file === null || file.purgeAfter !== null) throw notFound();
  await requireReadable(file, req);
  return file;
}

async function requireReadable({ entity, recordId }: Place, req: Request): Promise<void> {
  const records = recordsOf(entity);
  if (records === undefined) throw notFound();
  await records.read(recordId, { actor: actorOf(req) });
}

/** Returns whether the caller may delete a file: its owner and administrators. */
export async function mayRemove(req: Request): Promise<(file: UploadedFile) => boolean> {
  const user = await getUser(req);
  return ({ ownerId }) => user !== null && (ownerId === user.id || isAdmin(user));
}
