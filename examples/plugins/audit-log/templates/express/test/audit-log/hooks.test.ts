import { expect, test } from 'vitest';
import { db } from '../../server/lib/db';
import { hooks } from '../../server/lib/audit-log/hooks';
import { useApi } from '../support/api';

const api = useApi();
const record = { id: 'sample', title: 'Old', note: 'Same', updatedAt: new Date(0) };
const context = { user: null, isApplication: true, entity: 'Sample', tx: db };

test('adds an entry for each change, with the names of the changed fields', async () => {
  await db.auditLogEntry.deleteMany({ where: { entity: 'Sample' } });
  const changed = { ...record, title: 'New', updatedAt: new Date(1) };
  await hooks.afterCreate?.({ ...context, record });
  await hooks.afterUpdate?.({ ...context, previous: record, record: changed });
  await hooks.afterDelete?.({ ...context, previous: changed });
  const entries = await db.auditLogEntry.findMany({ where: { entity: 'Sample' } });
  const facts = entries.map(({ action, fields }) => `${action} ${fields}`.trim());
  expect(facts.toSorted()).toEqual(['create', 'delete', 'update title']);
});

test('shows the entries to administrators only', async () => {
  expect((await api.get('/api/audit-log')).status).toBe(401);
});
