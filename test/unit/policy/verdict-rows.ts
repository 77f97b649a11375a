/** Every policy key that applies to plugins, with cases that it allows and cases that it denies. */
import type { Revocation } from '../../../src/policy/revocations.ts';
import type { Subject } from '../../../src/policy/subject.ts';
import type { Opinion } from '../../../src/policy/verdict.ts';
import { contents } from './content-rows.ts';
import { daysAgo, internal, issuer, workflow, type Written } from './policies.ts';
import { before, local, other, row, same, type Row } from './verdict-row.ts';

const rule = (rules: Written, glob = '@acme/*'): Written => ({ plugins: { rules: { [glob]: rules } } });
const published = (publishedAt: Date | undefined): Partial<Subject> => ({ release: { publishedAt } });
const identity = {
  plugins: ['@acme/*'],
  issuer,
  subject: 'https://github.com/acme/*/.github/workflows/release.yml@refs/tags/*',
};
const builtBy = (subject: string, by = issuer): Partial<Subject> => ({
  release: { trust: { signatures: 'verified', provenance: { issuer: by, subject } } },
});
const unproved: Partial<Subject> = { release: { trust: { signatures: 'absent', provenance: 'absent' } } };

const origin: readonly Row[] = [
  row('registries.allow', { registries: { allow: [internal] } }, 'allow'),
  row('registries.allow', { registries: { allow: ['https://plugins.acme.example'] } }, 'allow'),
  row('registries.allow', { registries: { allow: ['https://other.example/'] } }, 'deny'),
  row('registries.allow', { registries: { allow: [] } }, 'deny'),
  row('registries.allow', { registries: { allow: ['https://plugins.acme.example/a'] } }, 'deny'),
  // A list entry does not match a longer path segment with the same prefix.
  row('registries.allow', { registries: { allow: [`${internal}npm`] } }, 'deny', { registry: `${internal}npm-evil/` }),
  row('registries.allow', { registries: { allow: [`${internal}npm`] } }, 'allow', { registry: `${internal}npm/` }),
  row('registries.allow', { registries: { allow: ['https://plugins.acme.example'] } }, 'deny', {
    registry: 'https://plugins.acme.example.evil.example/',
  }),
  row('registries.deny', { registries: { deny: [internal] } }, 'deny'),
  row('registries.deny', { registries: { deny: [`${internal}old/`] } }, 'allow'),
  row('registries.scopes.@acme', { registries: { scopes: { '@acme': internal } } }, 'allow'),
  row('registries.scopes.@acme', { registries: { scopes: { '@acme': 'https://other.example/' } } }, 'deny'),
  row('registries.scopes.@other', { registries: { scopes: { '@other': 'https://other.example/' } } }, 'allow'),
  row('registries.http', { registries: { http: 'deny' } }, 'deny', { registry: 'http://127.0.0.1:4873/' }),
  row('registries.http', { registries: { http: 'deny' } }, 'allow'),
  row('registries.http', { registries: { http: 'loopback' } }, 'allow', { registry: 'http://127.0.0.1:4873/' }),
  row('sources.registry', { sources: { registry: 'deny' } }, 'deny'),
  row('sources.registry', { sources: { registry: 'ask' } }, 'ask'),
  row('sources.url', { sources: { url: 'ask' } }, 'allow'),
  row('sources.url', { sources: { url: 'deny' } }, 'deny', local('url')),
  row('sources.git', { sources: { git: 'deny' } }, 'allow'),
  row('sources.git', { sources: { git: 'deny' } }, 'deny', local('git')),
  row('sources.file', { sources: { file: 'deny' } }, 'deny', local('file')),
  row('sources.file', { sources: { file: 'ask' } }, 'ask', local('file')),
  row('sources.file', { sources: { file: 'deny' } }, 'allow', local('directory')),
  row('sources.directory', { sources: { directory: 'deny' } }, 'deny', local('directory')),
  row('sources.directory', { sources: { directory: 'allow' } }, 'allow', local('directory')),
];

const plugins: readonly Row[] = [
  row('plugins.default', { plugins: { default: 'deny' } }, 'deny'),
  row('plugins.default', { plugins: { default: 'ask' } }, 'ask'),
  row('plugins.default', { plugins: { default: 'deny' } }, 'deny', { ...local('bundled'), name: 'auth-jwt' }),
  row('plugins.default', { plugins: { default: 'deny' } }, 'allow', { ...local('bundled'), name: 'base' }),
  row('plugins.default', { plugins: { default: 'deny', rules: { 'next-*': { mode: 'allowed' } } } }, 'deny', {
    name: 'next-a/b',
  }),
  row(
    'plugins.rules.@acme/*.mode',
    { plugins: { default: 'deny', rules: { '@acme/*': { mode: 'allowed' } } } },
    'allow',
  ),
  row('plugins.rules.@acme/*.mode', rule({ mode: 'blocked' }), 'deny'),
  row('plugins.rules.@acme/*.mode', rule({ mode: 'removed' }), 'deny'),
  row('plugins.rules.@acme/chat.mode', rule({ mode: 'required' }, '@acme/chat'), 'allow'),
  row('required', { required: ['@acme/chat'], plugins: { default: 'deny' } }, 'allow'),
  row('required', { required: ['@acme/talk'] }, 'allow'),
  // A denial wins over a more specific rule.
  row(
    'plugins.rules.@acme/*.mode',
    { plugins: { rules: { '@acme/*': { mode: 'blocked' }, '@acme/chat': { mode: 'allowed' } } } },
    'deny',
  ),
  row('plugins.rules.@acme/*.versions', rule({ mode: 'allowed', versions: '^1' }), 'allow'),
  row('plugins.rules.@acme/*.versions', rule({ mode: 'allowed', versions: '>=2' }), 'deny'),
  row('plugins.rules.@acme/*.versions', rule({ versions: '>=1' }), 'deny', { version: '2.0.0-beta.1' }),
  row('plugins.rules.@acme/*.versions', rule({ versions: '>=1' }), 'ask', { version: undefined }),
  row('plugins.rules.@acme/*.mode', rule({ mode: 'blocked', versions: '<1.3.0' }), 'deny'),
  row('plugins.rules.@acme/*.mode', rule({ mode: 'blocked', versions: '<1.3.0' }), 'deny', { version: '1.3.0-beta.1' }),
  row('plugins.rules.@acme/*.mode', rule({ mode: 'blocked', versions: '<1.3.0' }), 'allow', { version: '1.3.0' }),
  row('plugins.rules.@acme/*.integrity', rule({ integrity: [same] }), 'allow'),
  row('plugins.rules.@acme/*.integrity', rule({ integrity: [other] }), 'deny'),
  row('plugins.rules.@acme/*.platforms', rule({ platforms: ['linux'] }), 'allow'),
  row('plugins.rules.@acme/*.platforms', rule({ platforms: ['darwin', 'linux-x64'] }), 'allow'),
  row('plugins.rules.@acme/*.platforms', rule({ platforms: ['linux-arm64', 'win32'] }), 'deny'),
  row('plugins.rules.@acme/*.platforms', rule({ mode: 'allowed', platforms: ['darwin'] }), 'deny', local('file')),
  row('plugins.rules.@acme/*.minAge', rule({ minAge: '7d' }), 'deny', published(daysAgo(6))),
  row('plugins.rules.@acme/*.minAge', rule({ minAge: '7d' }), 'allow', published(daysAgo(7))),
  row('plugins.rules.@acme/*.permissions.deny', rule({ permissions: { deny: ['provider'] } }), 'deny'),
  row('plugins.rules.@acme/*.permissions.deny', rule({ permissions: { deny: ['browser-code'] } }), 'allow'),
  row('plugins.rules.@acme/*.permissions.ask', rule({ permissions: { ask: ['secret:*'] } }), 'ask'),
  row(
    'plugins.rules.@acme/*.permissions.deny',
    rule({ permissions: { ask: ['secret:*'], deny: ['secret:CHAT_*'] } }),
    'deny',
  ),
  row('plugins.rules.@acme/*.permissions.ask', rule({ permissions: { ask: ['browser-code'] } }), 'allow'),
  row('plugins.rules.@acme/*.permissions.allow', rule({ permissions: { allow: ['server-code'] } }), 'deny'),
  row('plugins.rules.@acme/*.permissions.allow', rule({ permissions: { allow: ['server-code'] } }), 'allow', {
    capabilities: ['server-code'],
  }),
  row('plugins.rules.@acme/*.except', rule({ mode: 'blocked', except: ['@acme/chat'] }), 'allow'),
  row('plugins.rules.@acme/*.except', rule({ mode: 'blocked', except: ['@acme/other'] }), 'deny'),
  row('plugins.rules.@acme/*.until', rule({ mode: 'blocked', until: '2026-11-02T00:00:00Z' }), 'deny'),
  row('plugins.rules.@acme/*.until', rule({ mode: 'blocked', until: '2026-11-01T00:00:00Z' }), 'allow'),
  row(
    'plugins.rules.@acme/*.until',
    { plugins: { default: 'deny', rules: { '@acme/*': { mode: 'allowed', until: '2026-10-31T00:00:00Z' } } } },
    'deny',
  ),
];

const strict = { noDowngrade: true } as const;
/** A release without the signature and provenance of the installed version, published some days ago. */
const poorer = (days: number): Partial<Subject> => ({
  before: { version: '1.1.0', integrity: other, trust: { signatures: 'verified', provenance: 'absent' } },
  release: { publishedAt: daysAgo(days) },
});

const listed = { trust: { revocations: { file: 'revoked.json', maxStale: '2d' } } };
const because = { reason: 'INC-52', contact: 'security@acme.example' };
const revokedRow = (
  verdict: Opinion,
  entries: readonly Omit<Revocation, keyof typeof because>[] | undefined,
  plugin: Partial<Subject> = {},
): Row => ({
  ...row('trust.revocations', listed, verdict, plugin),
  revoked: entries?.map((entry) => ({ ...entry, ...because })),
});

const revocations: readonly Row[] = [
  revokedRow('allow', []),
  revokedRow('deny', undefined),
  revokedRow('deny', [{ name: '@acme/chat' }]),
  revokedRow('deny', [{ name: '@acme/*' }], local('directory')),
  revokedRow('deny', [{ name: '@acme/chat', versions: '<1.3.0' }]),
  revokedRow('deny', [{ name: '@acme/chat', versions: '<1.3.0' }], { version: '1.3.0-beta.1' }),
  revokedRow('allow', [{ name: '@acme/chat', versions: '<1.2.0' }]),
  revokedRow('ask', [{ name: '@acme/chat', versions: '<1.2.0' }], { version: undefined }),
  revokedRow('deny', [{ integrity: [other, same] }]),
  revokedRow('deny', [{ integrity: [same] }], { name: 'renamed', version: '9.0.0' }),
  revokedRow('allow', [{ integrity: [other] }]),
  revokedRow('ask', [{ integrity: [other] }], { integrity: undefined }),
  revokedRow('allow', [{ name: '@acme/chat', versions: '<1.3.0', integrity: [other] }]),
  revokedRow('allow', [{ name: 'chat' }]),
];

const releases: readonly Row[] = [
  row('trust.integrity', { trust: { integrity: 'required' } }, 'allow'),
  row('trust.integrity', { trust: { integrity: 'required' } }, 'allow', local('directory')),
  row('trust.signatures', { trust: { signatures: 'required' } }, 'allow'),
  row('trust.signatures', { trust: { signatures: 'required' } }, 'deny', unproved),
  row('trust.signatures', { trust: { signatures: 'required' } }, 'deny', { release: {} }),
  row('trust.signatures', { trust: { signatures: 'required' } }, 'ask', { release: undefined }),
  row('trust.signatures', { trust: { signatures: 'if-present' } }, 'allow', unproved),
  row('trust.provenance', { trust: { provenance: 'required' } }, 'allow'),
  row('trust.provenance', { trust: { provenance: 'required' } }, 'deny', unproved),
  row('trust.provenance', { trust: { provenance: 'if-present' } }, 'allow', unproved),
  row('trust.identities', { trust: { identities: [identity] } }, 'allow'),
  row('trust.identities', { trust: { identities: [identity] } }, 'deny', unproved),
  row(
    'trust.identities',
    { trust: { identities: [identity] } },
    'deny',
    builtBy(workflow.replace('/acme/', '/evil/acme/')),
  ),
  row('trust.identities', { trust: { identities: [identity] } }, 'deny', builtBy(`https://evil.example/${workflow}`)),
  row('trust.identities', { trust: { identities: [identity] } }, 'deny', builtBy(workflow, 'https://evil.example')),
  row('trust.identities', { trust: { identities: [identity] } }, 'allow', { ...unproved, name: 'chat' }),
  row('trust.noDowngrade', { trust: strict }, 'allow'),
  row('trust.noDowngrade', { trust: strict }, 'allow', before('1.0.0')),
  row('trust.noDowngrade', { trust: strict }, 'deny', poorer(1)),
  row('trust.noDowngradeIgnoreAfter', { trust: { ...strict, noDowngradeIgnoreAfter: '30d' } }, 'ask', poorer(31)),
  row('trust.noDowngradeIgnoreAfter', { trust: { ...strict, noDowngradeIgnoreAfter: '30d' } }, 'deny', poorer(29)),
  row('trust.noDowngradeIgnoreAfter', { trust: { ...strict, noDowngradeIgnoreAfter: '30d' } }, 'deny', {
    ...poorer(31),
    release: {},
  }),
  row('trust.noDowngradeExclude', { trust: { ...strict, noDowngradeExclude: ['@acme/*'] } }, 'ask', poorer(1)),
  row('trust.noDowngradeExclude', { trust: { ...strict, noDowngradeExclude: ['chat'] } }, 'deny', poorer(1)),
  row('freshness.minAge', { freshness: { minAge: '3d' } }, 'allow'),
  row('freshness.minAge', { freshness: { minAge: '3d' } }, 'deny', published(daysAgo(2))),
  row('freshness.minAge', { freshness: { minAge: '3d' } }, 'ask', { release: undefined }),
  row('freshness.exempt', { freshness: { minAge: '3d', exempt: ['@acme/*'] } }, 'allow', published(daysAgo(2))),
  row('freshness.exempt', { freshness: { minAge: '3d', exempt: ['@acmex/*'] } }, 'deny', published(daysAgo(2))),
  row('freshness.missingTime', { freshness: { minAge: '3d' } }, 'deny', published(undefined)),
  row('freshness.missingTime', { freshness: { minAge: '3d', missingTime: 'deny' } }, 'deny', published(undefined)),
  row('freshness.missingTime', { freshness: { minAge: '3d', missingTime: 'allow' } }, 'allow', published(undefined)),
];

export const rows: readonly Row[] = [...origin, ...plugins, ...releases, ...revocations, ...contents];
