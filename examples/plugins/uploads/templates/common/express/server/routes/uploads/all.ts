import type { Request, Response } from 'express';
import { entities } from '../../generated/openapi';
import { db } from '../../lib/db';
import { purgeLater } from '../../lib/uploads/files';

/** Returns the newest files, and the number and size of all files. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const where = { purgeAfter: null };
  const files = await db.uploadedFile.findMany({
    where,
    orderBy: { createdAt: 'desc' },
    take: 100,
  });
  const count = await db.uploadedFile.count({ where });
  const { _sum: sum } = await db.uploadedFile.aggregate({ where, _sum: { size: true } });
  purgeLater();
  res.json({
    count,
    size: sum.size ?? 0,
    files: files.map(({ id, name, type, size, createdAt, entity, recordId }) => {
      const path = entities.find((one) => one.name === entity)?.path ?? null;
      return { id, name, type, size, createdAt, path, recordId };
    }),
  });
}
