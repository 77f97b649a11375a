import { expect, expectTypeOf, test } from 'vitest';
import type { FieldType } from '../../../src/config/config.ts';
import type { FieldOptions, Generator } from '../../../src/sdk.ts';
import * as sdk from '../../../src/sdk.ts';
import { run } from '../../unit/sandbox/plugin.ts';

const outside = { ...sdk };
const names = [
  'copyTemplates',
  'registerAPIRoutes',
  'registerAdminMenu',
  'registerPrismaSchema',
  'registerSettings',
  'registerProvider',
  'registerCSS',
  'guardModel',
  'registerSecurityPolicy',
  'registerMiddleware',
  'registerHooks',
  'registerJobs',
  'registerSlot',
  'extendEntity',
] as const;

test('outside, every operation throws and names the sandbox', () => {
  expect(Object.keys(outside).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    expect(() => Reflect.apply(outside[name], undefined, [])).toThrow(`${name}() only works inside`);
  }
});

test('inside, genlock/sdk has exactly the same operations', async () => {
  const { log } = await run('console.log(Object.keys(sdk).sort().join());');
  expect(log[0]?.text.split(',')).toEqual(names.toSorted());
});

/** Checked by the compiler. Other tests run the same calls in the sandbox. */
export const typed: Generator = async ({ projectPath, settings, database }) => {
  await outside.copyTemplates();
  await outside.copyTemplates({ destination: projectPath, variables: { database, any: [1] }, ignore: ['*.md'] });
  await outside.registerAPIRoutes([{ path: '/a', handler: 'b', methods: ['GET', 'post'], access: 'admin' }]);
  await outside.registerAPIRoutes({ routes: [] });
  await outside.registerAdminMenu({ label: 'x' });
  await outside.registerPrismaSchema('model A { id String @id }');
  await outside.registerSettings({ schema: { a: { type: 'string' } } });
  await outside.registerProvider({ name: 'A', import: 'b', order: Number(settings['n']) });
  await outside.registerCSS({ a: 'red', b: 1 });
  await outside.guardModel({ model: 'A', refuse: ['create'], readOnly: ['b'], reserved: ['c'], module: 'server/a' });
  await outside.registerSecurityPolicy({ script: ['cdn.example.com'], connect: ['wss://a.example.com'] });
  await outside.registerMiddleware({ position: 'afterAuth', module: 'server/a' });
  await outside.registerHooks({ entity: '*', module: 'server/a' });
  await outside.registerJobs([{ name: 'a', module: 'server/a', schedule: '0 8 * * *', timeZone: 'UTC', retries: 1 }]);
  await outside.registerSlot({ slot: 'form', entity: 'Order', module: '@/components/a' });
  await outside.extendEntity({ entity: '*', fields: [{ name: 'slug', type: 'String', unique: true, readOnly: true }] });
  // @ts-expect-error a method that doesn't exist
  await outside.registerAPIRoutes([{ path: '/a', handler: 'b', methods: ['TRACE'] }]);
  // @ts-expect-error a key that doesn't exist
  await outside.copyTemplates({ src: 'a' });
};

test('every operation returns a promise without a value', () => {
  expectTypeOf<ReturnType<(typeof outside)[(typeof names)[number]]>>().toEqualTypeOf<Promise<void>>();
});

test('fields of the SDK have the types of genlock.json', () => {
  expectTypeOf<FieldOptions['type']>().toEqualTypeOf<FieldType>();
});
