import type { Request, Response } from 'express';
import { actorOf } from '../../lib/records/access';
import { find } from '../../lib/search/find';

/** Returns the records that have all words of `q` and that the caller can read. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { q } = req.query;
  res.json(await find(typeof q === 'string' ? q : '', actorOf(req)));
}

export const openapi = {
  GET: {
    summary: 'Finds records by the words in q.',
    parameters: [{ name: 'q', in: 'query', schema: { type: 'string', maxLength: 200 } }],
  },
};
