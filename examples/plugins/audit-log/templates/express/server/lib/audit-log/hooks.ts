import { isDeepStrictEqual } from 'node:util';
import type { PluginHooks } from '../records/plugin-hooks';

type Context = Parameters<NonNullable<PluginHooks['afterCreate']>>[0];
type Change = Omit<Context, 'record'> & { action: string; recordId: string; fields: string[] };

/** Adds an entry for each change, in the transaction of the change. */
export const hooks: PluginHooks = {
  async afterCreate({ record, ...context }) {
    await add({ ...context, action: 'create', recordId: record.id, fields: [] });
  },
  async afterUpdate({ record, previous, ...context }) {
    const fields = Object.keys(record).filter(
      (name) => name !== 'updatedAt' && !isDeepStrictEqual(record[name], previous[name]),
    );
    await add({ ...context, action: 'update', recordId: record.id, fields });
  },
  async afterDelete({ previous, ...context }) {
    await add({ ...context, action: 'delete', recordId: previous.id, fields: [] });
  },
};

async function add({ tx, user, entity, action, recordId, fields }: Change): Promise<void> {
  const data = { entity, recordId, action, fields: fields.join(', '), userId: user?.id };
  await tx.auditLogEntry.create({ data });
}
