import type { PluginHooks } from '../records/plugin-hooks';
import { putEntry, removeEntry } from './entries';
import { searched } from './text';

/** Keeps the index. If a write is undone, so is the change of its entry. */
export const hooks: PluginHooks = {
  async afterCreate({ entity, record, tx }) {
    const known = searched.get(entity);
    if (known) await putEntry(tx, known, record);
  },
  async afterUpdate({ entity, record, tx }) {
    const known = searched.get(entity);
    if (known) await putEntry(tx, known, record);
  },
  async afterDelete({ entity, previous, tx }) {
    await removeEntry(tx, entity, previous.id);
  },
};
