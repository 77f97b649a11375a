import { beforeEach, expect, it, vi } from 'vitest';
import type { AnyHooks } from '../../server/lib/records/hooks';
import {
  type PluginHooks,
  type RegisteredHooks,
  withPluginHooks,
} from '../../server/lib/records/plugin-hooks';
import type { Database } from '../../server/lib/records/types';

const registered = vi.hoisted((): RegisteredHooks[] => []);
vi.mock('../../server/generated/hooks', () => ({ pluginHooks: registered }));

const register = (entity: string, hooks: PluginHooks) =>
  registered.push({ entity, load: () => Promise.resolve(hooks) });

const record = { id: '1', updatedAt: new Date(0), title: 'Stored' };
const context = { user: null, tx: {} as Database };
const job = { isApplication: true };
const itemsWith = (own: AnyHooks) => withPluginHooks('Item', own, job);

beforeEach(() => {
  registered.length = 0;
});

it('runs no function that neither the project nor a plugin has', async () => {
  const own = { afterCreate: () => undefined };
  expect(await itemsWith(own)).toBe(own);
  register('*', { beforeDelete: () => undefined });
  expect(Object.keys(await itemsWith(own)).toSorted()).toEqual(['afterCreate', 'beforeDelete']);
});

it('runs hooks of the entity and of every entity, with its name', async () => {
  const seen: string[] = [];
  const see = (name: string): PluginHooks => ({
    afterDelete: ({ entity, isApplication }) =>
      void seen.push(`${name} ${entity} ${isApplication}`),
  });
  register('*', see('every'));
  register('Item', see('item'));
  register('Other', see('other'));
  await (await itemsWith({})).afterDelete?.({ ...context, previous: record });
  expect(seen).toEqual(['every Item true', 'item Item true']);
});

it('passes data through the plugins in order, and then through the project’s own hooks', async () => {
  const append = (text: string) => ({
    beforeCreate: ({ data }: { data: object }) => ({
      title: `${'title' in data ? data.title : ''}${text}`,
    }),
  });
  register('*', append('a'));
  register('Item', { beforeCreate: () => undefined });
  register('Item', append('b'));
  const { beforeCreate } = await itemsWith(append('c'));
  expect(await beforeCreate?.({ ...context, data: { title: '' } })).toEqual({ title: 'abc' });
});

it('runs the project’s own hooks first after a write', async () => {
  const seen: string[] = [];
  register('*', { afterUpdate: () => void seen.push('first') });
  register('*', { afterUpdate: () => void seen.push('second') });
  const { afterUpdate } = await itemsWith({ afterUpdate: () => void seen.push('own') });
  await afterUpdate?.({ ...context, record, previous: record });
  expect(seen).toEqual(['own', 'first', 'second']);
});

it('combines the conditions for reading', async () => {
  register('*', { beforeRead: () => ({ tenant: 1 }) });
  register('Item', { beforeRead: () => undefined });
  const limited = await itemsWith({ beforeRead: () => ({ title: 'Mine' }) });
  expect(await limited.beforeRead?.(context)).toEqual({ AND: [{ tenant: 1 }, { title: 'Mine' }] });
});

it('runs no later hook after an error', async () => {
  const later = vi.fn<() => undefined>();
  register('*', { beforeDelete: () => Promise.reject(new Error('refused')) });
  const { beforeDelete } = await itemsWith({ beforeDelete: later });
  await expect(beforeDelete?.({ ...context, previous: record })).rejects.toThrow('refused');
  expect(later).not.toHaveBeenCalled();
});
