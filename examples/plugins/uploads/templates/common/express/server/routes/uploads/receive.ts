import type { Request, RequestHandler, Response } from 'express';
import { requireAuth } from '../../generated/auth';
import type { UploadedFile } from '../../generated/prisma/client';
import { readablePlace } from '../../lib/uploads/access';
import { soundName } from '../../lib/uploads/content';
import { addFile, purgeLater } from '../../lib/uploads/files';
import { receive } from '../../lib/uploads/incoming';

const added = new WeakMap<Request, UploadedFile>();

/** Reads the body as a stream, before the parser of JSON. */
export const before: RequestHandler = async (req, res, next) => {
  const { id: ownerId } = await requireAuth(req);
  const place = await readablePlace(req);
  const incoming = await receive(req, res);
  const { name } = req.query;
  const origin = { name: soundName(typeof name === 'string' ? name : ''), ownerId, ...place };
  added.set(req, await addFile(incoming, origin));
  // The parser of JSON refuses other bodies that are not parsed.
  req.body = {};
  next();
};

/** Answers with the stored file. */
export function POST(req: Request, res: Response): void {
  const { id, name, type, size } = added.get(req) ?? {};
  purgeLater();
  res.status(201).json({ id, name, type, size });
}

export const openapi = {
  POST: { summary: 'Adds a file to the record in the query, such as ?path=/tickets&record=1.' },
};
