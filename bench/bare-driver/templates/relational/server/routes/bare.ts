import { randomUUID } from 'node:crypto';
import { itemInput } from '@shared/item';
import type { Request, Response } from 'express';
import pg from 'pg';
import { column, optional } from '../lib/column';
import { env } from '../lib/env';
import { pageReader, sendPage } from '../lib/page';
import { readBody } from '../lib/problem';

const pool = new pg.Pool({ connectionString: env.DATABASE_URL.split('?')[0] });

const readPage = pageReader({
  columns: { name: column.text, amount: column.int, note: optional(column.text) },
});

export async function GET(req: Request, res: Response): Promise<void> {
  const page = readPage(req);
  const { rows: records } = await pool.query<{ id: string }>(
    'SELECT id, name, amount, note, "createdAt", "updatedAt" FROM "Item" ORDER BY "createdAt" DESC, id DESC LIMIT $1',
    [page.take],
  );
  sendPage(req, res, { records, page });
}

export async function POST(req: Request, res: Response): Promise<void> {
  const { name, amount, note } = readBody(itemInput, req);
  const { rows } = await pool.query<{ id: string }>(
    'INSERT INTO "Item" (id, name, amount, note, "updatedAt") VALUES ($1, $2, $3, $4, now()) RETURNING *',
    [randomUUID(), name, amount, note],
  );
  const [record] = rows;
  res.status(201).location(`/api/items/${record?.id}`).json(record);
}
