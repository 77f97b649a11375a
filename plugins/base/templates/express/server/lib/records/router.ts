import { type Request, type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import { pageReader, sendPage } from '../page';
import { allowOnly, readBody } from '../problem';
import { includeReader } from '../query';
import { actorOf, admit, admitAny, type Operation } from './access';
import { bulkTimeout, changeMany } from './bulk';
import { sendCsv, wantsCsv } from './csv';
import { type Records, timeout } from './define';
import { conditionOf, etagOf } from './etag';
import { hasFieldRules, readableLists, requireSettable } from './field-access';
import { offeredOf, type Write } from './guards';
import { answerOnce } from './idempotency';
import type { Actor, Database, Row } from './types';

/** Returns the routes to list, read, create, change and delete an entity’s records. */
export function recordRouter<Input extends z.ZodType<object>, Patch extends z.ZodType<object>>(
  records: Records<Input, Patch>,
): Router {
  const { name, lists, ...rules } = records.rules;
  const { relations: include = [] } = lists;
  const readInclude = includeReader(include);
  const readEvery = pageReader(lists);
  const isLimited = hasFieldRules(records.rules);
  const router = Router();

  /** @throws HttpProblem 401 or 403 if the caller may not use any record */
  async function admitted(req: Request, operation: Operation): Promise<Actor> {
    const actor = actorOf(req);
    await admit(name, operation, actor);
    return actor;
  }

  /** Returns the parser of queries, which knows only fields that the actor may read. */
  async function pageReaderFor(actor: Actor) {
    return isLimited ? pageReader(await readableLists(records.rules, actor)) : readEvery;
  }

  const [write, ...otherWrites] = offeredOf(name, ['create', 'update', 'delete']);

  router
    .route('/')
    .all(only('GET', 'HEAD', ...offeredOf(name, ['create']).map(methodOf)))
    .get(async (req, res) => {
      const actor = await admitted(req, 'read');
      const readPage = await pageReaderFor(actor);
      if (wantsCsv(req)) return sendCsv(req, res, { records, readPage, actor });
      const page = readPage(req);
      const rows = await records.list(page, actor);
      const total = page.isCounted ? await records.count(page, actor) : undefined;
      sendPage(req, res, { records: rows, page, total });
    })
    .post(async (req, res) => {
      const actor = await admitted(req, 'create');
      await requireSettable(name, req.body, actor);
      const input = readBody(rules.input, req);
      const insert = async (tx?: Database) => {
        const record = await records.create(input, { actor, tx });
        const headers = { Location: `${req.baseUrl}/${record.id}` };
        return { status: 201, headers, body: record, isRecord: true as const };
      };
      await answerOnce(req, res, { actor, timeout, write: insert });
    });

  const bulk = router.route('/bulk');
  if (write !== undefined) {
    bulk.all(only('POST')).post(async (req, res) => {
      const actor = actorOf(req);
      await admitAny(name, [write, ...otherWrites], actor);
      const change = async (tx?: Database) => {
        return { status: 200, body: await changeMany(records, req, { actor, tx }) };
      };
      await answerOnce(req, res, { actor, timeout: bulkTimeout, write: change });
    });
  }

  router
    .route('/:id')
    .all(only('GET', 'HEAD', ...offeredOf(name, ['update', 'delete']).map(methodOf)))
    .get(async (req, res) => {
      const actor = await admitted(req, 'read');
      const record = await records.read(req.params.id, { include: readInclude(req), actor });
      res.set('ETag', etagOf(ownValues(record, include))).json(record);
    })
    .patch(async (req, res) => {
      const actor = await admitted(req, 'update');
      await requireSettable(name, req.body, actor);
      const data = readBody(rules.patch, req);
      const record = await records.update(req.params.id, data, {
        actor,
        ifMatch: conditionOf(req),
      });
      res.set('ETag', etagOf(record)).json(record);
    })
    .delete(async (req, res) => {
      const actor = await admitted(req, 'delete');
      await records.remove(req.params.id, { actor, ifMatch: conditionOf(req) });
      res.status(204).end();
    });

  return router;
}

const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

function methodOf(operation: Write): string {
  return methods[operation];
}

/** Refuses all other methods, before the later handlers of the route. */
function only(...offered: readonly string[]): RequestHandler {
  const refuse = allowOnly(...offered);
  return (req, res, next) => (offered.includes(req.method) ? next() : refuse(req, res));
}

/** Returns the record’s own values. Entity tags do not depend on related records. */
function ownValues(row: Row, relations: readonly string[]): Row {
  const related = new Set(relations);
  const own = Object.entries(row).filter(([name]) => !related.has(name));
  return { ...Object.fromEntries(own), id: row.id, updatedAt: row.updatedAt };
}
