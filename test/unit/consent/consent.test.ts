import { describe, expect, test } from 'vitest';
import { consentTo, covers, needsConsent, type ConsentNeed, type ConsentPlugin } from '../../../src/consent/consent.ts';
import { footprintIncrease, printFootprint, type PrintedFootprint } from '../../../src/consent/footprint-increase.ts';
import type { Finding, FindingKind } from '../../../src/consent/findings.ts';
import { footprintOf } from '../../../src/consent/footprint.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const bundled: ConsentPlugin = { source: { kind: 'bundled', name: 'base' }, typed: false };
const skeleton: ConsentPlugin = { ...bundled, skeleton: true };
const folder: ConsentPlugin = { source: { kind: 'folder', path: '/plugins/x' }, typed: true };
/** A plugin from a lockfile, which another person can have written. */
const pinned: ConsentPlugin = { ...folder, typed: false };

const unproved: ConsentPlugin = { ...pinned, proofLost: true };

describe('required consent', () => {
  const cases: readonly {
    readonly plugins: readonly ConsentPlugin[];
    readonly interactive: boolean;
    readonly yes: boolean;
    readonly need: ConsentNeed;
  }[] = [
    { plugins: [], interactive: true, yes: false, need: 'granted' },
    { plugins: [bundled], interactive: true, yes: false, need: 'confirm' },
    { plugins: [skeleton, bundled], interactive: true, yes: false, need: 'confirm' },
    { plugins: [skeleton], interactive: true, yes: false, need: 'granted' },
    { plugins: [bundled], interactive: true, yes: true, need: 'granted' },
    { plugins: [bundled], interactive: false, yes: false, need: 'granted' },
    { plugins: [bundled, folder], interactive: true, yes: false, need: 'ask' },
    { plugins: [bundled, folder], interactive: false, yes: false, need: 'granted' },
    { plugins: [bundled, folder], interactive: true, yes: true, need: 'granted' },
    { plugins: [folder], interactive: false, yes: true, need: 'granted' },
    { plugins: [pinned], interactive: false, yes: false, need: 'needs --yes' },
    { plugins: [pinned, bundled], interactive: true, yes: false, need: 'ask' },
    { plugins: [pinned], interactive: false, yes: true, need: 'granted' },
    { plugins: [folder, unproved], interactive: false, yes: true, need: 'needs a terminal' },
    { plugins: [unproved], interactive: false, yes: false, need: 'needs a terminal' },
    { plugins: [unproved], interactive: true, yes: true, need: 'ask' },
  ];
  test.each(cases)('$plugins interactive $interactive, yes $yes: $need', ({ need, ...question }) => {
    expect(needsConsent({ ...question, always: false })).toBe(need);
  });
});

describe('a policy that requires consent for all plugins', () => {
  const alone = { interactive: false, yes: false };
  test.each([
    ['a bundled plugin in a terminal', { plugins: [bundled], interactive: true, yes: false }, 'ask'],
    ['a bundled plugin without one', { plugins: [bundled], ...alone }, 'needs --yes'],
    ['a typed path without one', { plugins: [folder], ...alone }, 'needs --yes'],
    ['with --yes', { plugins: [bundled, folder], ...alone, yes: true }, 'granted'],
    ['no plugin at all', { plugins: [], ...alone }, 'granted'],
  ] as const)('%s', (_, question, need) => {
    expect(needsConsent({ ...question, always: true })).toBe(need);
  });
});

describe('consent applies to one exact plan', () => {
  const digest = `sha256-${'0'.repeat(64)}`;
  const file = { kind: 'create', path: 'a.ts', owner: 'x', mode: 0o644, after: digest } as const;
  const plan: Plan = { version: 1, changes: [file], conflicts: [] };
  const other = `sha256-${'1'.repeat(64)}`;

  test.each<readonly [string, Plan, boolean]>([
    ['the same', structuredClone(plan), true],
    ['other bytes', { ...plan, changes: [{ ...file, after: other }] }, false],
    ['another path', { ...plan, changes: [{ ...file, path: 'b.ts' }] }, false],
    ['an executable', { ...plan, changes: [{ ...file, mode: 0o755 }] }, false],
    ['one file more', { ...plan, changes: [file, { ...file, path: 'b.ts' }] }, false],
    ['one file less', { ...plan, changes: [] }, false],
  ])('%s', (_, now, isCovered) => {
    expect(covers(consentTo(plan, digestOf), now, digestOf)).toBe(isCovered);
  });
});

describe('footprint of a plugin in a project', () => {
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
      {
        kind: 'guardModel',
        model: 'Note',
        refuse: ['create'],
        readOnly: ['title'],
        reserved: ['key'],
        module: 'server/a',
      },
      { kind: 'guardModel', model: 'Secret', refuse: ['read', 'create'], readOnly: [], reserved: [] },
      {
        kind: 'registerSecurityPolicy',
        sources: { script: ['https://cdn.example.com'], connect: ['wss://a.example.com'] },
      },
      { kind: 'registerMiddleware', position: 'beforeRoutes', module: 'server/a' },
      {
        kind: 'extendEntity',
        entity: 'Post',
        fields: [{ name: 'slug', type: 'String' }],
        relations: [{ name: 'topic', type: 'many-to-one', target: 'Note' }],
      },
      { kind: 'registerSlot', slot: 'header', module: 'client/b' },
      { kind: 'registerSlot', slot: 'form', entity: 'Order', module: 'client/b' },
    ],
    files: new Map([['templates/helper.mjs', Buffer.from('one\ntwo\nthree\n')]]),
  };

  test('is derived from its operations', () => {
    expect(footprintOf(contribution)).toEqual({
      ...noFootprint,
      files: 7,
      code: {
        ...codeOf(),
        everyPage: { lines: 2, bytes: 7 },
        server: { lines: 1, bytes: 4 },
        tests: { lines: 4, bytes: 18 },
        elsewhere: { lines: 1, bytes: 4 },
      },
      routes: [
        { path: '/api/hello', methods: ['GET'], access: 'public' },
        { path: '/api/notes', methods: ['POST'], access: 'authenticated' },
      ],
      models: ['Kind', 'Note'],
      extensions: ['Post.slug String', 'Post.topic Note'],
      guards: [
        'Note hooks in server/a',
        'Note no create',
        'Note.key reserved',
        'Note.title read-only',
        'Secret no entity',
      ],
      hosts: ['connect wss://a.example.com', 'script https://cdn.example.com'],
      middleware: ['beforeRoutes server/a'],
      slots: ['form Order', 'header'],
      providers: ['NotesProvider'],
      packages: ['ky@1.0.0', 'zod@^4.0.0'],
      settings: ['limit', 'title'],
      secrets: ['apiKey'],
    });
  });
});

const codeOfOperations = (operations: Contribution['operations']) =>
  footprintOf({
    manifest: {
      name: 'x',
      version: '1.0.0',
      frameworks: ['express'],
      databases: ['file'],
      dependencies: {},
      settings: {},
    },
    settings: {},
    operations,
    files: new Map(),
  }).code;

const code = (handler: string, provider: string) =>
  codeOfOperations([
    {
      kind: 'copyTemplates',
      files: [
        { path: 'client/lib/answer/index.ts', content: 'one\n' },
        { path: 'server/Around.tsx', content: 'one\ntwo\n' },
      ],
    },
    { kind: 'registerAPIRoutes', routes: [{ path: '/a', handler, methods: ['GET'] }] },
    { kind: 'registerProvider', name: 'Around', import: provider, order: 1 },
  ]);

test('a module counts for the side that runs it, in any folder', () => {
  expect(code('server/none', '@/none')).toMatchObject({ server: { lines: 2 }, onePage: { lines: 1 } });
  expect(code('client/lib/answer', './server/Around')).toMatchObject({ server: { lines: 1 }, everyPage: { lines: 2 } });
  expect(code('client/lib/answer/index.ts', 'server/Around.tsx')).toMatchObject({
    server: { lines: 1 },
    everyPage: { lines: 2 },
  });
});

test('a text file that a page registers as a service worker counts for every page', () => {
  const page = { path: 'client/pages/a.tsx', content: "navigator.serviceWorker.register('/sw.txt');\n" };
  const text = { path: 'public/sw.txt', content: 'one\n' };
  expect(codeOfOperations([{ kind: 'copyTemplates', files: [page, text] }])).toMatchObject({ everyPage: { lines: 2 } });
  expect(codeOfOperations([{ kind: 'copyTemplates', files: [text] }])).toEqual(codeOf());
});

const finding = (kind: FindingKind, what: string): Finding => ({ kind, what, file: 'server/a.ts', line: 1 });

describe('consent to an update', () => {
  const before = printFootprint({
    ...noFootprint,
    files: 1,
    code: codeOf({ server: 10 }),
    routes: [{ path: '/api/notes', methods: ['GET'], access: 'authenticated' }],
    models: ['Note'],
    providers: [],
    packages: ['zod@^4.0.0'],
    settings: [],
    secrets: [],
  });

  const grows = (after: PrintedFootprint) =>
    footprintIncrease({ footprint: before, findings: [] }, { footprint: after, findings: [] })?.footprint;

  test.each([
    ['nothing more', before],
    ['fewer lines and another number of files', { ...before, files: 9, code: codeOf({ server: 1 }) }],
    ['a model less', { ...before, models: [] }],
  ])('is not required for %s', (_, after) => {
    expect(grows(after)).toBeUndefined();
  });

  test.each([
    ['one line more', { ...before, code: codeOf({ server: 10, onePage: 1 }) }, { code: codeOf({ onePage: 1 }) }],
    [
      'the same route, now public',
      { ...before, routes: ['GET /api/notes public'] },
      { routes: ['GET /api/notes public'] },
    ],
    ['another range of a package', { ...before, packages: ['zod@^5.0.0'] }, { packages: ['zod@^5.0.0'], routes: [] }],
    ['a secret', { ...before, secrets: ['apiKey'] }, { secrets: ['apiKey'], models: [] }],
  ])('is required for %s, and lists only this addition', (_, after, more) => {
    expect(grows(after)).toMatchObject(more);
  });

  test.each<readonly [string, readonly Finding[], number]>([
    ['the same elsewhere', [{ ...finding('sql', '$queryRaw'), line: 9, file: 'server/b.ts' }], 0],
    ['another of a kind that was seen', [finding('sql', '$executeRaw')], 0],
    ['a kind that was not', [finding('processes', 'node:child_process')], 1],
    ['another host', [finding('network', 'evil.test.net')], 1],
    ['another variable', [finding('environment', 'AWS_SECRET')], 1],
    ['the same host and variable', [finding('network', 'a.dev'), finding('environment', 'A')], 0],
  ])('compares the findings of the code scan: %s', (_, now, more) => {
    const known = [finding('sql', '$queryRaw'), finding('network', 'a.dev'), finding('environment', 'A')];
    const growth = footprintIncrease({ footprint: before, findings: known }, { footprint: before, findings: now });
    expect(growth?.findings.length ?? 0).toBe(more);
  });
});
