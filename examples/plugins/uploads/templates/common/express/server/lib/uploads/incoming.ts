import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { settings } from '../../generated/settings';
import { HttpProblem } from '../problem';

/** A received file on this machine. */
export interface Incoming {
  readonly path: string;
  readonly size: number;
}

const mostBytes = settings.uploads.maxMegabytes * 1_000_000;

/**
 * Writes the body of a request into a temporary file, which exists until the response has ended.
 *
 * @throws HttpProblem 413 as soon as the file is too large, 415 for other bodies
 */
export async function receive(req: Request, res: Response): Promise<Incoming> {
  // Pages of other sites cannot send this type without permission (CSRF protection).
  if (!req.is('application/octet-stream')) {
    const detail = 'Send the bytes of the file as application/octet-stream.';
    throw new HttpProblem(415, { code: 'unsupported_media_type', detail });
  }
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  res.once('close', () => void rm(path, { force: true }));
  return { path, size: await write(req, path) };
}

async function write(req: Request, path: string): Promise<number> {
  await using file = await open(path, 'wx', 0o600);
  let size = 0;
  // A destroyed request could not be answered.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > mostBytes) throw tooLarge();
    await file.writeFile(bytes);
  }
  return size;
}

function tooLarge(): HttpProblem {
  const { maxMegabytes } = settings.uploads;
  const detail = `A file has at most ${maxMegabytes} MB.`;
  return new HttpProblem(413, { code: 'file_too_large', detail });
}
