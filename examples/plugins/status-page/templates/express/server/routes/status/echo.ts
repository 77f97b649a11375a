import express, { type Request, type Response } from 'express';

/** Keeps the raw body instead of parsing it. */
export const before = express.raw({ type: '*/*', limit: '1kb' });

/** Returns the received request, to detect proxies that modify requests. */
export default function echo(req: Request<{ rest: string[] }>, res: Response): void {
  const { body } = req;
  res.json({
    method: req.method,
    rest: req.params.rest,
    text: Buffer.isBuffer(body) ? body.toString() : '',
  });
}
