/** Policy keys: valid values, invalid values and their meaning. */
import { describe, expect, test } from 'vitest';
import { GenlockError, type Problem } from '../../../src/errors/error.ts';
import { durationMs, sizeBytes } from '../../../src/policy/amounts.ts';
import { globMatches, identityMatches, isGlob } from '../../../src/policy/globs.ts';
import {
  capabilitiesOf,
  isPermission,
  permissionConcerns,
  permissionMatches,
} from '../../../src/policy/permissions.ts';
import { readPolicy, type PolicyLevel } from '../../../src/policy/policy.ts';
import { requireTool } from '../../../src/policy/tool-version.ts';
import { policyOf, unquoted, type Written } from './policies.ts';
import { codeOf } from '../../support/code-amounts.ts';

function problemsOf(work: () => unknown): readonly Problem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
}

const faultsOf = (written: Written, level: PolicyLevel = 'system'): readonly string[] =>
  problemsOf(() => policyOf(written, 'p.json', level)).map(({ where }) => unquoted(where?.key ?? ''));

describe('malformed values are refused at their place', () => {
  test.each<readonly [string, Written]>([
    ['registries.allow[0]', { registries: { allow: ['http://plugins.acme.example/'] } }],
    ['registries.allow[0]', { registries: { allow: ['https://user@plugins.acme.example/'] } }],
    ['registries.scopes.acme', { registries: { scopes: { acme: 'https://a.example/' } } }],
    ['registries.mirror', { registries: { mirror: { mode: 'only' } } }],
    ['registries.mirror', { registries: { mirror: { mode: 'prefer', url: 'https://a.example/', path: '/a' } } }],
    ['registries.mirror.mode', { registries: { mirror: { url: 'https://a.example/' } } }],
    ['registries.mirror.mode', { registries: { mirror: { mode: 'first', url: 'https://a.example/' } } }],
    ['registries.mirror.url', { registries: { mirror: { mode: 'only', url: 'http://a.example/' } } }],
    ['registries.mirror.path', { registries: { mirror: { mode: 'only', path: 'mirror' } } }],
    ['registries.redirects', { registries: { redirects: 'all' } }],
    ['registries.http', { registries: { http: 'allow' } }],
    ['sources.registry', { sources: { registry: 'yes' } }],
    ['sources.folder', { sources: { folder: 'deny' } }],
    ['plugins.default', { plugins: { default: true } }],
    ['plugins.rules.!chat', { plugins: { rules: { '!chat': { mode: 'allowed' } } } }],
    ['plugins.rules.a*b', { plugins: { rules: { 'a*b': { mode: 'allowed' } } } }],
    ['plugins.rules.@*/x', { plugins: { rules: { '@*/x': { mode: 'blocked' } } } }],
    ['plugins.rules.Chat', { plugins: { rules: { Chat: { mode: 'blocked' } } } }],
    ['plugins.rules.chat.mode', { plugins: { rules: { chat: { mode: 'block' } } } }],
    ['plugins.rules.chat.version', { plugins: { rules: { chat: { version: '1' } } } }],
    ['plugins.rules.chat.versions', { plugins: { rules: { chat: { versions: 'newest' } } } }],
    ['plugins.rules.chat.until', { plugins: { rules: { chat: { until: '2027-01-01' } } } }],
    [
      'plugins.rules.chat.integrity',
      { plugins: { rules: { chat: { mode: 'blocked', integrity: [`sha512-${'A'.repeat(86)}==`] } } } },
    ],
    ['plugins.rules.chat.platforms[0]', { plugins: { rules: { chat: { platforms: ['macos'] } } } }],
    ['plugins.rules.chat.platforms[0]', { plugins: { rules: { chat: { platforms: ['linux-amd64'] } } } }],
    ['plugins.rules.chat.platforms', { plugins: { rules: { chat: { platforms: [] } } } }],
    ['plugins.rules.chat.platforms', { plugins: { rules: { chat: { mode: 'blocked', platforms: ['linux'] } } } }],
    ['plugins.rules.chat*.mode', { plugins: { rules: { 'chat*': { mode: 'required' } } } }],
    ['trust.integrity', { trust: { integrity: 'off' } }],
    ['trust.noDowngrade', { trust: { noDowngrade: false } }],
    [
      'trust.identities[0].subject',
      { trust: { identities: [{ plugins: ['*'], issuer: 'https://a.example', subject: '*' }] } },
    ],
    [
      'trust.identities[0].plugins',
      { trust: { identities: [{ plugins: [], issuer: 'https://a.example', subject: 'https://a.example/x' }] } },
    ],
    ['trust.noDowngradeIgnoreAfter', { trust: { noDowngradeIgnoreAfter: '30d' } }],
    ['trust.noDowngradeExclude', { trust: { noDowngradeExclude: ['chat'] } }],
    ['trust.noDowngradeExclude[0]', { trust: { noDowngrade: true, noDowngradeExclude: ['a*b'] } }],
    ['trust.keys.http://plugins.acme.example/', { trust: { keys: { 'http://plugins.acme.example/': [] } } }],
    [
      'trust.keys.https://a.example/[0].key',
      { trust: { keys: { 'https://a.example/': [{ keyid: 'a', key: 'AAAA' }] } } },
    ],
    ['trust.trustedRoot', { trust: { trustedRoot: '' } }],
    ['trust.revocations', { trust: { revocations: { maxStale: '1d' } } }],
    ['trust.revocations', { trust: { revocations: { file: 'a', url: 'https://a.example/b', maxStale: '1d' } } }],
    ['trust.revocations.maxStale', { trust: { revocations: { file: 'a' } } }],
    ['trust.revocations.url', { trust: { revocations: { url: 'http://a.example/b', maxStale: '1d' } } }],
    ['trust.revocations.url', { trust: { revocations: { url: 'https://u:p@a.example/b', maxStale: '1d' } } }],
    ['freshness.minAge', { freshness: { minAge: 3 } }],
    ['freshness.minAge', { freshness: { minAge: '3 days' } }],
    ['permissions.deny[0]', { permissions: { deny: ['network'] } }],
    ['scripts.default', { scripts: { default: 'allow' } }],
    ['dependencies.exotic', { dependencies: { exotic: 'allow' } }],
    ['dependencies.minAge', { dependencies: { minAge: '3' } }],
    ['scripts.allow[0]', { scripts: { allow: ['sharp@^1'] } }],
    ['scripts.allow[0]', { scripts: { allow: ['sh*@1.0.0'] } }],
    ['scripts.allow[0]', { scripts: { allow: ['Sharp'] } }],
    ['updates.code', { updates: { code: 'deny' } }],
    ['updates.auto', { updates: { auto: 'minor' } }],
    ['publish.immutable', { publish: { immutable: false } }],
    ['publish.staged', { publish: { staged: true } }],
    ['tests.require', { tests: { require: 'yes' } }],
    ['required', { required: true }],
    ['required[0]', { required: ['@acme/*'] }],
    ['limits.packed', { limits: { packed: 10 } }],
    ['limits.entries', { limits: { entries: 0 } }],
    ['limits.depth', { limits: { depth: 0 } }],
    ['limits.pathBytes', { limits: { pathBytes: '240' } }],
    ['tool.min', { tool: { min: '1' } }],
    ['audit.log', { audit: { log: 'verdicts.jsonl' } }],
  ])('%s', (key, written) => {
    expect(faultsOf(written)).toEqual([key]);
  });

  test('a project cannot choose trust roots or revocation addresses', () => {
    const url = { trust: { revocations: { url: 'https://a.example/b', maxStale: '1d' } } };
    expect(faultsOf(url, 'project')).toEqual(['trust.revocations.url']);
    expect(faultsOf({ trust: { trustedRoot: 'root.json' } }, 'project')).toEqual(['trust.trustedRoot']);
    expect(faultsOf({ trust: { ...url.trust, trustedRoot: 'root.json' } }, 'user')).toEqual([]);
    expect(faultsOf({ trust: { revocations: { file: 'a', maxStale: '1d' } } }, 'project')).toEqual([]);
  });

  test('a project cannot set a mirror or allow more redirects', () => {
    const mirror = { mode: 'only', url: 'https://a.example/' };
    expect(faultsOf({ registries: { mirror } }, 'project')).toEqual(['registries.mirror']);
    expect(faultsOf({ registries: { redirects: 'listed' } }, 'project')).toEqual(['registries.redirects']);
    expect(faultsOf({ registries: { redirects: 'same-origin' } }, 'project')).toEqual([]);
    expect(faultsOf({ registries: { mirror, redirects: 'listed' } }, 'added')).toEqual([]);
  });

  test('a project cannot accept changed code', () => {
    expect(faultsOf({ updates: { code: 'same-footprint' } }, 'project')).toEqual(['updates.code']);
    expect(faultsOf({ updates: { code: 'ask' } }, 'project')).toEqual([]);
    expect(faultsOf({ updates: { code: 'same-footprint' } }, 'user')).toEqual([]);
    // The short form has the same rules.
    expect(faultsOf({ updates: 'same-footprint' }, 'project')).toEqual(['updates.code']);
    expect(faultsOf({ updates: 'same-footprint' }, 'user')).toEqual([]);
    expect(faultsOf({ updates: 'never' }, 'user')).toEqual(['updates.code']);
  });

  test('a project cannot set an audit log', () => {
    expect(faultsOf({ audit: { log: '/tmp/x' } }, 'project')).toEqual(['audit.log']);
    expect(faultsOf({ audit: { log: '/tmp/x' } }, 'user')).toEqual([]);
    expect(readPolicy('{ "version": 1, "audit": { "log": "/tmp/x" } }', { file: 'p', level: 'system' }).log).toBe(
      '/tmp/x',
    );
  });
});

test('an asterisk matches the rest of one segment', () => {
  const pairs = [
    ['*', 'chat', true],
    ['*', '@acme/chat', true],
    ['@acme/*', '@acme/chat', true],
    ['@acme/*', '@acme-evil/chat', false],
    ['@acme/*', 'acme', false],
    ['@acme/next-*', '@acme/next-chat', true],
    ['next-*', 'next-chat', true],
    ['next-*', 'next-chat/x', false],
    ['next-*', '@acme/next-chat', false],
    ['chat', 'chat', true],
    ['chat', 'chats', false],
    ['c.at', 'chat', false],
  ] as const;
  expect(pairs.map(([glob, name]) => [glob, name, globMatches(glob, name)])).toEqual(pairs);
  expect(['*', '@a/*', '@a/b', '@a/b-*', 'b.c_d'].filter((glob) => !isGlob(glob))).toEqual([]);
  expect(
    ['', '**', '@*/b', '@a*', '@a', 'a*b', '*a', 'a/b', '{a,b}', '!a', 'A', 'a/*', '@a/b/*'].filter(isGlob),
  ).toEqual([]);
});

test('an asterisk in an identity matches within one segment, and other characters match literally', () => {
  expect(identityMatches('https://a.example/*/x', 'https://a.example/b/x')).toBe(true);
  expect(identityMatches('https://a.example/*/x', 'https://a.example/b/c/x')).toBe(false);
  expect(identityMatches('https://a.example/x', 'https://a.example/xy')).toBe(false);
  expect(identityMatches('https://a.example/x', 'https://aXexample/x')).toBe(false);
});

test('parses times and sizes', () => {
  expect(['30s', '2m', '12h', '3d', '2w', '0d'].map(durationMs)).toEqual([3e4, 12e4, 432e5, 2592e5, 12096e5, 0]);
  expect(['', '3', 'd', '1.5d', '-1d', '3D', '1000000000d'].flatMap((text) => durationMs(text) ?? [])).toEqual([]);
  expect(['512B', '1KB', '10MB', '1GB'].map(sizeBytes)).toEqual([512, 1024, 10 * 1024 ** 2, 1024 ** 3]);
  expect(['', '1', '0MB', '1mb', '1.5MB', '-1KB'].flatMap((text) => sizeBytes(text) ?? [])).toEqual([]);
});

test('matches permission names', () => {
  const names = [
    'server-code',
    'model:Note',
    'model:*',
    'secret:CHAT_*',
    'dependency:@acme/*',
    'dependency:zod',
    'dependency:*',
  ];
  expect(names.filter((name) => !isPermission(name))).toEqual([]);
  expect(['', '*', 'route:*', 'model:', 'secret:chat', 'dependency:@acme', 'network'].filter(isPermission)).toEqual([]);
  expect(permissionMatches('model:*', 'model:Note')).toBe(true);
  expect(permissionMatches('model:*', 'dependency:note')).toBe(false);
  expect(permissionMatches('dependency:*', 'dependency:@acme/ui')).toBe(true);
  expect(permissionMatches('dependency:a*', 'dependency:a/b')).toBe(false);
});

test('matches permissions for hosts', () => {
  const names = ['host:*', 'host:script/*', 'host:*/example.com', 'host:font/*.example.com', 'host:image/a.b.example'];
  expect(names.filter((name) => !isPermission(name))).toEqual([]);
  const wrong = ['host:', 'host:script', 'host:code/a.example', 'host:script/https://a.example', 'host:script/a*'];
  expect([...wrong, 'host:script/*.*.example', 'host:script/localhost'].filter(isPermission)).toEqual([]);
  const rows = [
    ['host:*', 'host:script/a.example.com', true, true],
    ['host:script/*', 'host:script/*.example.com', true, true],
    ['host:script/*', 'host:style/a.example.com', false, false],
    ['host:*/a.example.com', 'host:style/a.example.com', true, true],
    ['host:script/*.example.com', 'host:script/a.b.example.com', true, true],
    ['host:script/*.example.com', 'host:script/example.com', false, false],
    ['host:script/*.example.com', 'host:script/evilexample.com', false, false],
    // The wildcard of the plugin includes the host of the pattern, and more hosts.
    ['host:script/a.example.com', 'host:script/*.example.com', false, true],
    ['host:script/*.a.example.com', 'host:script/*.example.com', false, true],
  ] as const;
  expect(
    rows.map(([pattern, name]) => [
      ...[pattern, name],
      permissionMatches(pattern, name),
      permissionConcerns(pattern, name),
    ]),
  ).toEqual(rows);
});

test('derives capabilities from the footprint', () => {
  const nothing = {
    code: codeOf(),
    routes: [],
    models: [],
    extensions: [],
    hosts: [],
    middleware: [],
    hooks: [],
    jobs: [],
    slots: [],
    tables: [],
    providers: [],
    packages: [],
    secrets: [],
    paths: ['README.md', 'client/pages/logo.png', 'server/logo.svg'],
  };
  expect(capabilitiesOf(nothing)).toEqual([]);
  expect(capabilitiesOf({ ...nothing, code: codeOf({ tests: 1 }) })).toEqual(['server-code']);
  // A route adds server code and a provider adds browser code, in any folder.
  expect(capabilitiesOf({ ...nothing, routes: ['GET /api/a user'] })).toEqual(['server-code']);
  expect(capabilitiesOf({ ...nothing, middleware: ['afterAuth a'] })).toEqual(['server-code', 'middleware']);
  expect(capabilitiesOf({ ...nothing, hooks: ['Order a'] })).toEqual(['server-code', 'hooks']);
  expect(capabilitiesOf({ ...nothing, jobs: ['send-digest queued'] })).toEqual(['server-code', 'jobs']);
  expect(capabilitiesOf({ ...nothing, extensions: ['Post.slug String'] })).toEqual(['extend:Post']);
  expect(capabilitiesOf({ ...nothing, slots: ['header'] })).toEqual(['browser-code', 'slot']);
  expect(capabilitiesOf({ ...nothing, providers: ['P'] })).toEqual(['browser-code', 'provider']);
  const run = ['badge.svg', 'a/b.JS', 'page.xhtml', 'badge.svgz', 'page.shtml', 'page.xsl', 'code.es3', 'code.wasm'];
  for (const path of run.flatMap((name) => [`public/${name}`, `client/assets/${name}`])) {
    expect([path, ...capabilitiesOf({ ...nothing, paths: [path] })]).toEqual([path, 'browser-code']);
  }
  const shown = ['a.PNG', 'a.woff2', 'a.mp4', 'a.css', 'a.min.json', 'robots.txt', 'a.test.tsx', 'LICENSE', '.gitkeep'];
  expect(capabilitiesOf({ ...nothing, paths: shown.map((name) => `public/${name}`) })).toEqual([]);
  expect(capabilitiesOf({ ...nothing, routes: ['GET /api/auth/a admin'] })).toEqual(['server-code', 'route:auth']);
  expect(capabilitiesOf({ ...nothing, routes: ['GET /api/AUTH admin'] })).toEqual(['server-code', 'route:auth']);
  expect(capabilitiesOf({ ...nothing, routes: ['GET /api/authors admin'] })).toEqual(['server-code']);
  const all = {
    code: codeOf({ server: 1, onePage: 1 }),
    routes: ['GET /api/a user', 'GET,POST /api/b public'],
    tables: ['Note'],
    models: ['Note'],
    extensions: ['*.rank Int', 'Post.slug String', 'Post.views Int'],
    hosts: ['script https://cdn.example.com', 'connect wss://*.example.com'],
    middleware: ['afterAuth server/a'],
    hooks: ['* server/b'],
    jobs: ['send-digest queued'],
    slots: ['header'],
    providers: ['P'],
    packages: ['@acme/ui@^1.0.0', 'zod@4'],
    secrets: ['KEY'],
    paths: [],
  };
  expect(capabilitiesOf(all)).toEqual([
    'server-code',
    'browser-code',
    'provider',
    'middleware',
    'hooks',
    'jobs',
    'slot',
    'route:unprotected',
    'model:Note',
    'extend:*',
    'extend:Post',
    'data:Note',
    'host:script/cdn.example.com',
    'host:connect/*.example.com',
    'dependency:@acme/ui',
    'dependency:zod',
    'secret:KEY',
  ]);
});

const codes = (tool: Written, version: string) =>
  problemsOf(() => requireTool([policyOf({ tool, message: 'Ask us' })], version)).map(({ code, where, hint }) => [
    code,
    where?.key,
    hint,
  ]);

test('a policy can require another version of Genlock', () => {
  expect(codes({ min: '1.2.0' }, '1.1.9')).toEqual([['POLICY_TOOL', 'tool.min', 'Ask us']]);
  expect(codes({ max: '1.2.0' }, '1.2.1')).toEqual([['POLICY_TOOL', 'tool.max', 'Ask us']]);
  expect(codes({ min: '1.2.0', max: '1.2.0' }, '1.2.0')).toEqual([]);
});
