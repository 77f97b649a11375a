import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { log } from '../../lib/log';
import { notFound } from '../../lib/problem';
import { readableFile } from '../../lib/uploads/access';
import { sentType } from '../../lib/uploads/content';
import { store } from '../../lib/uploads/store';

/** Sends a file. Browsers save it, or draw it in an image element, and run no code in it. */
export async function GET(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { id, name, type, size } = await readableFile(req);
  const bytes = await store.get(id);
  if (bytes === undefined) throw notFound('The file is missing in the store.');
  // `attachment` sets the type of the name, so the type follows.
  res.attachment(name).set({
    'Content-Type': sentType(type),
    'Content-Length': String(size),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store, no-transform',
  });
  await pipeline(bytes, res).catch(reportBroken);
}

/** The response has begun, so the client only sees that it ends early. */
function reportBroken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'download failed');
}
