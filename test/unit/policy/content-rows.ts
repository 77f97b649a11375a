/** Cases of the policy keys for a plugin's contents, dependencies and updates. */
import type { AddedPackage, Subject } from '../../../src/policy/subject.ts';
import { daysAgo } from './policies.ts';
import { before, local, row, same, type Row } from './verdict-row.ts';

type Coming = NonNullable<AddedPackage['release']>;
const licence = (license: string | undefined): Partial<Subject> => ({
  manifest: { dependencies: {}, ...(license === undefined ? {} : { license }) },
});
const comes = (more: Partial<Coming>): Partial<Subject> => ({
  packages: [
    {
      name: 'sharp',
      range: '^1',
      release: { version: '1.2.0', publishedAt: daysAgo(30), installScripts: false, ...more },
    },
  ],
});

export const contents: readonly Row[] = [
  row('permissions.deny', { permissions: { deny: ['provider'] } }, 'deny'),
  row('permissions.deny', { permissions: { deny: ['model:*'] } }, 'deny'),
  row('permissions.deny', { permissions: { deny: ['dependency:*'] } }, 'allow', { capabilities: ['model:Note'] }),
  row('permissions.ask', { permissions: { ask: ['route:unprotected'] } }, 'ask'),
  row('permissions.ask', { permissions: { ask: ['browser-code'] } }, 'allow'),
  row(
    'permissions.allow',
    {
      permissions: {
        allow: ['server-code', 'provider', 'route:unprotected', 'model:Note', 'dependency:@acme/*', 'secret:*'],
      },
    },
    'allow',
  ),
  row(
    'permissions.allow',
    {
      permissions: { allow: ['server-code', 'provider', 'route:unprotected', 'model:N*', 'dependency:*', 'secret:*'] },
    },
    'allow',
    { capabilities: ['dependency:zod'] },
  ),
  row('permissions.allow', { permissions: { allow: ['server-code'] } }, 'deny'),
  row('scripts.default', { scripts: { default: 'deny' } }, 'allow'),
  row('scripts.default', { scripts: { default: 'deny' } }, 'allow', local('file')),
  row('scripts.allow', { scripts: { allow: [] } }, 'allow', comes({ installScripts: false })),
  row('scripts.allow', { scripts: { allow: [] } }, 'deny', comes({ installScripts: true })),
  row('scripts.allow', { scripts: { allow: [] } }, 'ask', { packages: [{ name: 'sharp', range: '^1' }] }),
  row('scripts.allow', { scripts: { allow: ['sharp'] } }, 'allow', comes({ installScripts: true })),
  row('scripts.allow', { scripts: { allow: ['sh*'] } }, 'allow', comes({ installScripts: true })),
  row('scripts.allow', { scripts: { allow: ['sharp@1.2.0'] } }, 'allow', comes({ installScripts: true })),
  row('scripts.allow', { scripts: { allow: ['sharp@1.1.0', '@img/*'] } }, 'deny', comes({ installScripts: true })),
  row('dependencies.registry', { dependencies: { registry: 'deny' } }, 'deny'),
  row('dependencies.registry', { dependencies: { registry: 'ask' } }, 'ask'),
  row('dependencies.registry', { dependencies: { registry: 'deny' } }, 'allow', licence('MIT')),
  row('dependencies.bundled', { dependencies: { bundled: 'deny' } }, 'allow'),
  row('dependencies.bundled', { dependencies: { bundled: 'deny' } }, 'allow', local('directory')),
  row('dependencies.exotic', { dependencies: { exotic: 'deny' } }, 'allow'),
  row('dependencies.exotic', { dependencies: { exotic: 'deny' } }, 'allow', local('directory')),
  row('dependencies.deny', { dependencies: { deny: ['@acme/*'] } }, 'deny'),
  row('dependencies.deny', { dependencies: { deny: ['date-*', 'zod'] } }, 'deny'),
  row('dependencies.deny', { dependencies: { deny: ['zod'] } }, 'allow'),
  // The sound release needs date-fns ^4.1.0 and @acme/ui ^1.0.0.
  row('dependencies.deny', { dependencies: { deny: ['date-fns@<4'] } }, 'allow'),
  row('dependencies.deny', { dependencies: { deny: ['date-fns@4.2.0'] } }, 'deny'),
  row('dependencies.deny', { dependencies: { deny: ['@acme/*@>=2'] } }, 'allow'),
  row('dependencies.deny', { dependencies: { deny: ['date-fns@<4'] } }, 'deny', {
    manifest: { dependencies: { 'date-fns': '*' } },
  }),
  row('dependencies.allow', { dependencies: { allow: ['date-fns', '@acme/*'] } }, 'allow'),
  row('dependencies.allow', { dependencies: { allow: ['*'] } }, 'allow'),
  row('dependencies.allow', { dependencies: { allow: ['date-fns'] } }, 'deny'),
  row('dependencies.allow', { dependencies: { allow: [] } }, 'deny'),
  row('dependencies.allow', { dependencies: { allow: [] } }, 'allow', { manifest: { dependencies: {} } }),
  row('dependencies.allow', { dependencies: { allow: ['date-fns@^4', '@acme/ui@1'] } }, 'allow'),
  row('dependencies.allow', { dependencies: { allow: ['date-fns@^4.2.0', '@acme/ui'] } }, 'deny'),
  // One entry must contain the whole range.
  row('dependencies.allow', { dependencies: { allow: ['date-fns@4.1.0', '@acme/ui'] } }, 'deny'),
  row('dependencies.minAge', { dependencies: { minAge: '3d' } }, 'allow', comes({ publishedAt: daysAgo(3) })),
  row('dependencies.minAge', { dependencies: { minAge: '3d' } }, 'deny', comes({ publishedAt: daysAgo(2) })),
  row('dependencies.minAge', { dependencies: { minAge: '3d' } }, 'deny', comes({ publishedAt: undefined })),
  row(
    'dependencies.minAge',
    { dependencies: { minAge: '3d' }, freshness: { missingTime: 'allow' } },
    'allow',
    comes({ publishedAt: undefined }),
  ),
  row('dependencies.minAge', { dependencies: { minAge: '3d' } }, 'ask', { packages: [{ name: 'sharp', range: '^1' }] }),
  row('dependencies.minAge', { dependencies: { minAge: '3d' } }, 'deny', {
    ...comes({ publishedAt: daysAgo(1) }),
    ...local('directory'),
  }),
  row('tests.require', { tests: { require: true } }, 'allow', { report: 'absent' }),
  row('tests.require', { tests: { require: 'report' } }, 'allow'),
  row('tests.require', { tests: { require: 'report' } }, 'allow', { report: 'current' }),
  row('tests.require', { tests: { require: 'report' } }, 'allow', { report: 'absent', source: 'bundled' }),
  row('tests.require', { tests: { require: 'report' } }, 'allow', { report: 'current', source: 'bundled' }),
  row('tests.require', { tests: { require: 'report' } }, 'deny', { report: 'stale', source: 'bundled' }),
  row('tests.require', { tests: { require: 'report' } }, 'deny', { report: 'absent' }),
  row('tests.require', { tests: { require: 'report' } }, 'deny', { report: 'invalid' }),
  row('tests.require', { tests: { require: 'report' } }, 'deny', { report: 'stale' }),
  row('tests.require', { tests: { require: 'report' } }, 'deny', { report: 'broken', ...local('directory') }),
  row('updates.prerelease', { updates: { prerelease: 'deny' } }, 'deny', { version: '2.0.0-beta.1' }),
  row('updates.prerelease', { updates: { prerelease: 'deny' } }, 'allow'),
  row('updates.deprecated', { updates: { deprecated: 'deny' } }, 'deny', { release: { deprecated: 'gone' } }),
  row('updates.deprecated', { updates: { deprecated: 'ask' } }, 'ask', { release: { deprecated: 'gone' } }),
  row('updates.deprecated', { updates: { deprecated: 'deny' } }, 'allow'),
  row('updates.major', { updates: { major: 'deny' } }, 'deny', { version: '2.0.0', ...before('1.9.0') }),
  row('updates.major', { updates: { major: 'deny' } }, 'allow', before('1.1.0')),
  row('updates.major', { updates: { major: 'deny' } }, 'deny', before('1')),
  row('updates.frozen', { updates: { frozen: true } }, 'deny', before('1.1.0')),
  row('updates.frozen', { updates: { frozen: true } }, 'allow', { before: { version: '1.2.0', integrity: same } }),
  row('updates.frozen', { updates: { frozen: true } }, 'allow'),
  row('updates.auto', { updates: { auto: 'off' } }, 'allow'),
  row('updates.auto', { updates: { auto: 'off' } }, 'allow', before('1.1.0')),
  row('licenses.allow', { licenses: { allow: ['mit'] } }, 'allow'),
  row('licenses.allow', { licenses: { allow: ['ISC'] } }, 'deny'),
  row('licenses.allow', { licenses: { allow: ['ISC'] } }, 'allow', licence('GPL-3.0-only OR ISC')),
  row('licenses.allow', { licenses: { allow: ['ISC'] } }, 'deny', licence('GPL-3.0-only AND ISC')),
  row('licenses.deny', { licenses: { deny: ['MIT'] } }, 'deny'),
  row('licenses.deny', { licenses: { deny: ['GPL-3.0-only'] } }, 'allow', licence('MIT OR GPL-3.0-only')),
  row('licenses.deny', { licenses: { deny: ['gpl-3.0-only'] } }, 'deny', licence('(GPL-3.0-only)')),
  row(
    'licenses.deny',
    { licenses: { deny: ['X'], unknown: 'allow' } },
    'deny',
    licence('X WITH Classpath-exception-2.0'),
  ),
  row('licenses.unknown', { licenses: { deny: ['GPL-3.0-only'] } }, 'allow', licence('SEE LICENSE IN GPL')),
  row('licenses.unknown', { licenses: { allow: ['MIT'] } }, 'deny', licence(undefined)),
  row('licenses.unknown', { licenses: { allow: ['MIT'] } }, 'deny', licence('(MIT OR ISC) AND X')),
  row('licenses.unknown', { licenses: { unknown: 'ask' } }, 'ask', licence(undefined)),
  row('licenses.unknown', { licenses: { deny: ['MIT'] } }, 'allow', licence(undefined)),
];
