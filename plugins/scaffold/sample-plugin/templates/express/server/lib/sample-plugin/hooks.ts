import { log } from '../log';
import type { PluginHooks } from '../records/plugin-hooks';

export const hooks: PluginHooks = {
  afterCreate({ entity, record }) {
    log.info({ entity, id: record.id }, 'created');
  },
};
