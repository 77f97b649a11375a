import express, { type Request, type Response } from 'express';

/** The bytes as they came: nothing is parsed. */
export const before = express.raw({ type: '*/*', limit: '1kb' });

/** Sends back what it was sent, for whoever looks for a proxy that changes things. */
export default function echo(req: Request<{ rest: string[] }>, res: Response): void {
  const { body } = req;
  res.json({
    method: req.method,
    rest: req.params.rest,
    text: Buffer.isBuffer(body) ? body.toString() : '',
  });
}
