import type { PluginHooks } from '../records/plugin-hooks';

export const hooks: PluginHooks = {
  afterCreate({ entity, record }) {
    console.info('Created', entity, record.id);
  },
};
