import { randomUUID } from 'node:crypto';
import { createClient } from '@libsql/client';
import { itemInput } from '@shared/item';
import type { Request, Response } from 'express';
import { column, optional } from '../lib/column';
import { env } from '../lib/env';
import { pageReader, sendPage } from '../lib/page';
import { readBody } from '../lib/problem';

const client = createClient({ url: env.DATABASE_URL, timeout: 5000 });

const readPage = pageReader({
  columns: { name: column.text, amount: column.int, note: optional(column.text) },
});

export async function GET(req: Request, res: Response): Promise<void> {
  const page = readPage(req);
  const { rows } = await client.execute({
    sql: 'SELECT id, name, amount, note, createdAt, updatedAt FROM Item ORDER BY createdAt DESC, id DESC LIMIT ?',
    args: [page.take],
  });
  sendPage(req, res, { records: rows.map((row) => ({ ...row })), page });
}

export async function POST(req: Request, res: Response): Promise<void> {
  const { name, amount, note } = readBody(itemInput, req);
  const { rows } = await client.execute({
    sql: 'INSERT INTO Item (id, name, amount, note, updatedAt) VALUES (?, ?, ?, ?, ?) RETURNING *',
    args: [randomUUID(), name, amount, note ?? null, new Date().toISOString()],
  });
  const record = { ...rows[0] };
  res.status(201).location(`/api/items/${String(record['id'])}`).json(record);
}
