import type { PluginHooks } from '../records/plugin-hooks';

/** Marks the files of a deleted record for removal. If the deletion is undone, so is the mark. */
export const hooks: PluginHooks = {
  async afterDelete({ entity, previous, tx }) {
    await tx.uploadedFile.updateMany({
      where: { entity, recordId: previous.id },
      data: { purgeAfter: new Date() },
    });
  },
};
