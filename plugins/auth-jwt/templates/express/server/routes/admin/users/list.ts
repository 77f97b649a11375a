import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../../lib/auth';
import { describe } from '../../../lib/auth/describe';
import { roles } from '../../../lib/auth/roles';
import { adminUserShape, describeUsers, userColumns } from '../../../lib/auth/user-list';
import { column, optional } from '../../../lib/column';
import { isEmpty, isPresent } from '../../../lib/conditions';
import { readParts } from '../../../lib/cursor';
import { db } from '../../../lib/db';
import { pageReader, sendPage } from '../../../lib/page';
import { readQuery } from '../../../lib/query';

const readPage = pageReader({
  columns: {
    email: column.text,
    name: optional(column.text),
    role: column.oneOf(roles),
    disabledAt: optional(column.dateTime),
  },
  // The databases sort the roles differently.
  unsortable: ['role'],
  search: ['email', 'name'],
});

const states = ['enabled', 'disabled'] as const;
const stateQuery = z.object({ state: z.enum(states).optional() });

const parameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  schema,
  description,
});

export const openapi = {
  GET: describe('The users, newest first.', {
    answers: { 200: 'A page of the list. The header Link names the next page.' },
    shape: z.array(adminUserShape),
    refusals: [422],
    parameters: [
      parameter('q', { type: 'string' }, 'Words in the address or the name.'),
      parameter('role', { enum: roles }, 'Only users with this role.'),
      parameter('state', { enum: states }, 'Only enabled or only disabled users.'),
      parameter('sort', { type: 'string', default: '-createdAt' }, 'The order, such as email.'),
      parameter('limit', { type: 'integer', default: 50, maximum: 200 }, 'Users per page.'),
      parameter('cursor', { type: 'string' }, 'The start of the page, from the header Link.'),
      parameter('count', { type: 'boolean' }, 'Whether to return X-Total-Count.'),
    ],
  }),
};

/** Returns users with the actions that the caller may perform. */
export async function GET(req: Request, res: Response): Promise<void> {
  const actor = await requireAdmin(req);
  const { state, ...query } = req.query;
  const wanted = readQuery(stateQuery, { state }).state;
  const page = readPage({ query });
  const isState =
    wanted === undefined
      ? []
      : [wanted === 'enabled' ? isEmpty('disabledAt') : isPresent('disabledAt')];
  const where = { AND: [...page.where.AND, ...isState] };
  const [users, total] = await Promise.all([
    readParts(page.parts, page.take, (part, take) =>
      db.user.findMany({
        where: { AND: [where, part] },
        orderBy: page.orderBy,
        take,
        select: userColumns,
      }),
    ),
    page.isCounted ? db.user.count({ where }) : undefined,
  ]);
  sendPage(req, res, { records: await describeUsers(users, actor), page, total });
}
