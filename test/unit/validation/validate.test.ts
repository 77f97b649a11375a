import { expect, test } from 'vitest';
import type { Operation, OperationKind } from '../../../sandbox/index.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validators, requireValidOperations } from '../../../src/validation/validate.ts';
import { codesOf, files, manifestOf } from './trial.ts';

/** One invalid operation of every kind. The type requires all kinds. */
const wrong: { readonly [Kind in OperationKind]: Extract<Operation, { readonly kind: Kind }> } = {
  copyTemplates: { kind: 'copyTemplates', files: [{ path: '.npmrc', content: '' }] },
  registerAPIRoutes: { kind: 'registerAPIRoutes', routes: [{ path: '/auth', handler: 'x', methods: ['GET'] }] },
  registerAdminMenu: { kind: 'registerAdminMenu', id: 'a', label: '\u202e' },
  registerPrismaSchema: { kind: 'registerPrismaSchema', schema: 'view V {\n}' },
  registerSettings: { kind: 'registerSettings', pluginId: 'other', schema: {} },
  registerProvider: { kind: 'registerProvider', name: 'X', import: 'x', order: 1 },
  registerCSS: { kind: 'registerCSS', variables: { '--a': 'url(x)' } },
  guardModel: { kind: 'guardModel', model: 'User', refuse: [], readOnly: [], reserved: [] },
  registerSecurityPolicy: { kind: 'registerSecurityPolicy', sources: { script: ['data:'] } },
  registerMiddleware: { kind: 'registerMiddleware', position: 'afterAuth', module: 'server/app' },
  registerJobs: { kind: 'registerJobs', jobs: [{ name: 'a', module: 'server/app' }] },
  registerHooks: { kind: 'registerHooks', entity: '*', module: 'server/app' },
  extendEntity: { kind: 'extendEntity', entity: 'Post', fields: [], relations: [] },
  registerSlot: { kind: 'registerSlot', slot: 'header', module: 'client/App' },
};

test('every kind of operation has a validator', () => {
  expect(Object.keys(validators).toSorted()).toEqual(Object.keys(wrong).toSorted());
});

test.each(Object.values(wrong))('refuses an invalid $kind', (operation) => {
  expect(codesOf([operation])).not.toEqual([]);
});

test('reports all problems as one error', () => {
  const subject = {
    manifest: manifestOf({}),
    model: resolveModel({ database: 'file', entities: [] }),
    files: new Map<string, Uint8Array>(),
    isSkeleton: false,
  };
  const operations = Object.values(wrong);
  const codes = codesOf(operations);
  expect(codes.length).toBeGreaterThan(operations.length - 1);
  expect(() => requireValidOperations(operations, subject)).toThrow(GenlockError);
  expect(() => requireValidOperations(operations, subject)).toThrow(
    expect.objectContaining({ problems: codes.map((code) => expect.objectContaining({ code })) }),
  );
  expect(requireValidOperations([files('server/a.ts')], subject)).toEqual([]);
});
