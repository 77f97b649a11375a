import type { Request, Response } from 'express';
import { z } from 'zod';
import { db } from '../lib/db';
import { readBody } from '../lib/problem';

const maxLength = Number('{{settings.maxLength}}');
const noteInput = z.object({ text: z.string().trim().min(1).max(maxLength) });
const notes = db.samplePluginNote;

/** The newest notes. */
export async function GET(_req: Request, res: Response): Promise<void> {
  res.json(await notes.findMany({ orderBy: { createdAt: 'desc' }, take: 50 }));
}

/** Leaves a note. */
export async function POST(req: Request, res: Response): Promise<void> {
  const data = readBody(noteInput, req);
  res.status(201).json(await notes.create({ data }));
}
