import type { Request, Response } from 'express';
import { db } from '../../lib/db';
import { mayRemove, readablePlace } from '../../lib/uploads/access';

/** Returns the files of a record that the caller can read. */
export async function GET(req: Request, res: Response): Promise<void> {
  const place = await readablePlace(req);
  const files = await db.uploadedFile.findMany({
    where: { ...place, purgeAfter: null },
    orderBy: { createdAt: 'asc' },
    take: 200,
  });
  const isRemovable = await mayRemove(req);
  res.json(
    files.map((file) => {
      const { id, name, type, size } = file;
      return { id, name, type, size, isRemovable: isRemovable(file) };
    }),
  );
}
