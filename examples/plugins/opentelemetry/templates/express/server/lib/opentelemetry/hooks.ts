import type { PluginHooks } from '../records/plugin-hooks';
import { begin, end } from './writes';

/** Measures each write of a record, from the first hook to the last. */
export const hooks: PluginHooks = {
  beforeCreate: ({ tx, entity }) => begin(tx, entity, 'create'),
  beforeUpdate: ({ tx, entity }) => begin(tx, entity, 'update'),
  beforeDelete: ({ tx, entity }) => begin(tx, entity, 'delete'),
  afterCreate: ({ tx, entity }) => end(tx, entity, 'create'),
  afterUpdate: ({ tx, entity }) => end(tx, entity, 'update'),
  afterDelete: ({ tx, entity }) => end(tx, entity, 'delete'),
};
