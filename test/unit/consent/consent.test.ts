import { describe, expect, test } from 'vitest';
import { needsConsent, type ConsentNeed, type TrustedPlugin } from '../../../src/consent/consent.ts';
import { hasGrown, printFootprint } from '../../../src/consent/growth.ts';
import { footprintOf } from '../../../src/consent/footprint.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';

const bundled: TrustedPlugin = { source: { kind: 'bundled', name: 'base' }, typed: false };
const folder: TrustedPlugin = { source: { kind: 'folder', path: '/plugins/x' }, typed: true };
/** Named by a lockfile that somebody else may have written. */
const pinned: TrustedPlugin = { ...folder, typed: false };

describe('who must agree', () => {
  const cases: readonly {
    readonly plugins: readonly TrustedPlugin[];
    readonly interactive: boolean;
    readonly yes: boolean;
    readonly need: ConsentNeed;
  }[] = [
    { plugins: [], interactive: true, yes: false, need: 'granted' },
    { plugins: [bundled], interactive: true, yes: false, need: 'granted' },
    { plugins: [bundled], interactive: false, yes: false, need: 'granted' },
    { plugins: [bundled, folder], interactive: true, yes: false, need: 'ask' },
    { plugins: [bundled, folder], interactive: false, yes: false, need: 'granted' },
    { plugins: [bundled, folder], interactive: true, yes: true, need: 'granted' },
    { plugins: [folder], interactive: false, yes: true, need: 'granted' },
    { plugins: [pinned], interactive: false, yes: false, need: 'needs --yes' },
    { plugins: [pinned, bundled], interactive: true, yes: false, need: 'ask' },
    { plugins: [pinned], interactive: false, yes: true, need: 'granted' },
  ];
  test.each(cases)('$plugins interactive $interactive, yes $yes: $need', ({ need, ...question }) => {
    expect(needsConsent(question)).toBe(need);
  });
});

describe('what a plugin puts into a project', () => {
  const contribution: Contribution = {
    manifest: {
      name: 'notes',
      version: '1.0.0',
      frameworks: ['express'],
      databases: ['file'],
      dependencies: { zod: '^4.0.0', ky: '1.0.0' },
      settings: { title: { type: 'string' }, apiKey: { type: 'string', secret: true } },
    },
    settings: {},
    operations: [
      {
        kind: 'copyTemplates',
        files: [
          { path: 'server/a.ts', content: 'old\nold\nold\n' },
          { path: 'client/b.tsx', content: 'one\ntwo' },
          { path: 'server/a.test.ts', content: 'one\n' },
          { path: 'test/helper.mjs', source: 'templates/helper.mjs' },
          { path: 'shared/c.ts', content: 'one\n' },
          { path: 'README.md', content: 'not code\n' },
          { path: 'client/empty.ts', content: '' },
        ],
      },
      { kind: 'copyTemplates', files: [{ path: 'server/a.ts', content: 'one\n' }] },
      {
        kind: 'registerAPIRoutes',
        routes: [
          { path: '/notes', handler: 'server/a.ts', methods: ['POST'], access: 'authenticated' },
          { path: '/hello', handler: 'server/a.ts', methods: ['GET'] },
        ],
      },
      {
        kind: 'registerPrismaSchema',
        schema: 'model Note {\n  id String @id\n  // model Fake {\n}\nenum Kind { A }\n',
      },
      { kind: 'registerProvider', name: 'NotesProvider', import: 'client/b.tsx', order: 1 },
      { kind: 'registerSettings', pluginId: 'notes', schema: { limit: { type: 'number' } } },
    ],
    files: new Map([['templates/helper.mjs', Buffer.from('one\ntwo\nthree\n')]]),
  };

  test('is counted from its operations', () => {
    expect(footprintOf(contribution)).toEqual({
      files: 7,
      lines: { server: 1, browser: 2, tests: 4, elsewhere: 1 },
      routes: [
        { path: '/api/hello', methods: ['GET'], access: 'public' },
        { path: '/api/notes', methods: ['POST'], access: 'authenticated' },
      ],
      models: ['Kind', 'Note'],
      providers: ['NotesProvider'],
      packages: ['ky@1.0.0', 'zod@^4.0.0'],
      settings: ['limit', 'title'],
      secrets: ['apiKey'],
    });
  });
});

describe('an update asks again', () => {
  const before = printFootprint({
    files: 1,
    lines: { server: 10, browser: 0, tests: 0, elsewhere: 0 },
    routes: [{ path: '/api/notes', methods: ['GET'], access: 'authenticated' }],
    models: ['Note'],
    providers: [],
    packages: ['zod@^4.0.0'],
    settings: [],
    secrets: [],
  });

  test.each([
    ['nothing more', before, false],
    ['fewer lines and another number of files', { ...before, files: 9, lines: { ...before.lines, server: 1 } }, false],
    ['a model less', { ...before, models: [] }, false],
    ['one line more', { ...before, lines: { ...before.lines, browser: 1 } }, true],
    ['the same route, now public', { ...before, routes: ['GET /api/notes public'] }, true],
    ['another range of a package', { ...before, packages: ['zod@^5.0.0'] }, true],
    ['a secret', { ...before, secrets: ['apiKey'] }, true],
  ])('for what grew: %s', (_, after, grown) => {
    expect(hasGrown(before, after)).toBe(grown);
  });
});
