import { type Request, type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import { getUser } from '../../generated/auth';
import { pageReader, sendPage } from '../page';
import { allowOnly, readBody } from '../problem';
import { includeReader } from '../query';
import { changeMany } from './bulk';
import { sendCsv, wantsCsv } from './csv';
import type { Records } from './define';
import { conditionOf, etagOf } from './etag';
import { type Actor, application, type Row } from './types';

/** Returns the routes to list, read, create, change and delete an entity’s records. */
export function recordRouter<Input extends z.ZodType<object>, Patch extends z.ZodType<object>>(
  records: Records<Input, Patch>,
): Router {
  const { lists, owner, ...rules } = records.rules;
  const { relations: include = [] } = lists;
  const readInclude = includeReader(include);
  const readPage = pageReader(lists);
  const guards = { read: rules.read ?? anyone, write: rules.write ?? anyone };
  const router = Router();

  async function reader(req: Request): Promise<Actor> {
    const caller = owner?.read ? await owner.requireCaller(req) : application.caller;
    return { caller, user: once(() => getUser(req)) };
  }

  async function writer(req: Request): Promise<Actor> {
    const caller = owner ? await owner.requireCaller(req) : application.caller;
    return { caller, user: once(() => getUser(req)) };
  }

  router
    .route('/')
    .get(guards.read, async (req, res) => {
      const actor = await reader(req);
      if (wantsCsv(req)) return sendCsv(req, res, { records, readPage, actor });
      const page = readPage(req);
      const rows = await records.list(page, actor);
      const total = page.isCounted ? await records.count(page.all, actor) : undefined;
      sendPage(req, res, { records: rows, page, total });
    })
    .post(guards.write, async (req, res) => {
      const actor = await writer(req);
      const record = await records.create(readBody(rules.input, req), { actor });
      res
        .status(201)
        .location(`${req.baseUrl}/${record.id}`)
        .set('ETag', etagOf(record))
        .json(record);
    })
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/bulk')
    .post(guards.write, async (req, res) => {
      const actor = await writer(req);
      res.json(await changeMany(records, req, actor));
    })
    .all(allowOnly('POST'));

  router
    .route('/:id')
    .get(guards.read, async (req, res) => {
      const actor = await reader(req);
      const record = await records.read(req.params.id, { include: readInclude(req), actor });
      res.set('ETag', etagOf(ownValues(record, include))).json(record);
    })
    .patch(guards.write, async (req, res) => {
      const actor = await writer(req);
      const data = readBody(rules.patch, req);
      const record = await records.update(req.params.id, data, {
        actor,
        ifMatch: conditionOf(req),
      });
      res.set('ETag', etagOf(record)).json(record);
    })
    .delete(guards.write, async (req, res) => {
      const actor = await writer(req);
      await records.remove(req.params.id, { actor, ifMatch: conditionOf(req) });
      res.status(204).end();
    })
    .all(allowOnly('GET', 'HEAD', 'PATCH', 'DELETE'));

  return router;
}

/** Returns the record’s own values. Entity tags do not depend on related records. */
function ownValues(row: Row, relations: readonly string[]): Row {
  const related = new Set(relations);
  const own = Object.entries(row).filter(([name]) => !related.has(name));
  return { ...Object.fromEntries(own), id: row.id, updatedAt: row.updatedAt };
}

/** Returns a function that calls the given one at most once. */
function once<Result>(run: () => Result): () => Result {
  let result: { readonly value: Result } | undefined;
  return () => (result ??= { value: run() }).value;
}

const anyone: RequestHandler = (_req, _res, next) => next();
