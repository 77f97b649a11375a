import { hash } from 'node:crypto';
import { bigIntAsString } from '@shared/lib/big-int';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { db } from '../db';
import { HttpProblem } from '../problem';
import { inTransaction } from './define';
import { etagOfText } from './etag';
import type { Actor, Database } from './types';

/** The response to a successful write. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** Whether the body is a record, whose entity tag is sent. */
  readonly isRecord?: true;
}

interface Once {
  readonly actor: Actor;
  /** The maximum duration of the write, in milliseconds. */
  readonly timeout: number;
  /** Writes and returns the response. Without a transaction, `write` opens its own. */
  write(tx?: Database): Promise<Answer>;
}

/** The time for which a response is stored, in milliseconds. */
const storedFor = 24 * 60 * 60 * 1_000;

/**
 * Sends the response of a write. With an `Idempotency-Key`, the write and its response are stored in
 * one transaction, and a repeated request receives the stored response.
 *
 * @throws HttpProblem 400 if the key is not valid, 422 if another request used it
 */
export async function answerOnce(
  req: Request,
  res: Response,
  { actor, timeout, write }: Once,
): Promise<void> {
  const key = keyOf(req);
  if (key === undefined) return send(res, printed(await write()));
  // The transaction must not wait for a query outside it.
  const id = digestOf([(await actor.user())?.id ?? null, key]);
  const digest = digestOf([req.method, req.originalUrl, req.body]);

  const expired = { createdAt: { lt: new Date(Date.now() - storedFor) } };
  await db.idempotentRequest.deleteMany({ where: expired });
  try {
    const answer = await inTransaction(async (tx) => {
      await claim(tx, { id, digest });
      const written = printed(await write(tx));
      const data = { response: JSON.stringify(written) };
      await tx.idempotentRequest.update({ where: { id }, data });
      return written;
    }, timeout);
    send(res, answer);
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const first = await storedAnswer(id, digest);
    if (first === undefined) throw inProgress();
    send(res, first);
  }
}

/** An earlier request has the same key. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Stores the key, so that other requests with it wait for the end of the transaction or fail. */
async function claim(tx: Database, data: { id: string; digest: string }): Promise<void> {
  try {
    await tx.idempotentRequest.create({ data });
  } catch (error) {
    const code = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : undefined;
    throw code === 'P2002' || code === 'P2034' ? new KeyTaken() : error;
  }
}

/** Reads the header, with or without the quotation marks of a structured field (RFC 9651). */
function keyOf(req: Request): string | undefined {
  const header = req.get('Idempotency-Key');
  if (header === undefined) return undefined;
  const [, , key] = /^("?)([!#-[\]-~]{1,255})\1$/.exec(header.trim()) ?? [];
  if (key !== undefined) return key;
  throw new HttpProblem(400, {
    code: 'invalid_idempotency_key',
    detail: 'Idempotency-Key must consist of 1 to 255 visible ASCII characters.',
  });
}

interface Printed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly text: string;
}

const printedAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
});

function printed({ status, headers = {}, body, isRecord }: Answer): Printed {
  const text = JSON.stringify(body, bigIntAsString);
  return { status, headers: { ...headers, ...(isRecord && { ETag: etagOfText(text) }) }, text };
}

function send(res: Response, { status, headers, text }: Printed): void {
  res.status(status).set(headers).type('json').send(text);
}

/** @throws HttpProblem 422 if the key belongs to another request */
async function storedAnswer(id: string, digest: string): Promise<Printed | undefined> {
  const stored = await db.idempotentRequest.findUnique({ where: { id } });
  if (stored === null) return undefined;
  if (stored.digest !== digest) {
    throw new HttpProblem(422, {
      code: 'idempotency_key_reused',
      detail: 'Another request used this Idempotency-Key. Send a new key.',
    });
  }
  return printedAnswer.parse(JSON.parse(stored.response));
}

function inProgress(): HttpProblem {
  return new HttpProblem(409, {
    code: 'request_in_progress',
    detail: 'A request with this Idempotency-Key is running. Try again.',
  });
}

function digestOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
