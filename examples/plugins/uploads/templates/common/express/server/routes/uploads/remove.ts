import type { Request, Response } from 'express';
import { db } from '../../lib/db';
import { HttpProblem } from '../../lib/problem';
import { mayRemove, readableFile } from '../../lib/uploads/access';
import { purgeLater } from '../../lib/uploads/files';

/** Deletes a file of the caller. Administrators delete every file. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  const file = await readableFile(req);
  const isRemovable = await mayRemove(req);
  if (!isRemovable(file)) {
    const detail = 'Only the user who added the file can delete it.';
    throw new HttpProblem(403, { code: 'forbidden', detail });
  }
  await db.uploadedFile.update({ where: { id: file.id }, data: { purgeAfter: new Date() } });
  purgeLater();
  res.status(204).end();
}
