import { itemInput } from '@shared/item';
import type { Request, Response } from 'express';
import { db } from '../lib/db';
import { readBody } from '../lib/problem';

export async function GET(_req: Request, res: Response): Promise<void> {
  res.json(await db.item.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 50 }));
}

export async function POST(req: Request, res: Response): Promise<void> {
  const record = await db.item.create({ data: readBody(itemInput, req) });
  res.status(201).location(`/api/items/${record.id}`).json(record);
}
