import { expect, test } from 'vitest';
import type { AuditResult } from '../../../src/flows/policy/audit.ts';
import type { PolicyCheckResult } from '../../../src/flows/policy/check.ts';
import type { PolicyExplainResult } from '../../../src/flows/policy/explain.ts';
import { auditView } from '../../../src/ui/audit.ts';
import { policyCheckView, policyExplainView, policyInitView } from '../../../src/ui/policy.ts';
import type { Screen } from '../../../src/ui/terminal.ts';
import { onPage } from './page.ts';

const system = '/etc/genlock/policy.json';
const project = '/home/ada/shop/genlock.policy.json';

const check: PolicyCheckResult = {
  sound: false,
  policies: [
    { file: system, level: 'system', name: 'Acme baseline', expires: '2027-06-01T00:00:00.000Z', problems: [] },
    {
      file: project,
      level: 'project',
      problems: [
        {
          code: 'POLICY_INVALID',
          message: 'Unknown key "source".',
          hint: 'Did you mean "sources"?',
          where: { file: project, line: 3, column: 5, key: 'source' },
        },
      ],
    },
  ],
  rules: [
    { key: 'plugins.default', value: '"deny"', file: system },
    { key: 'registries.allow', value: '["https://plugins.acme.example/"]', file: system },
  ],
  exceptions: [
    {
      plugin: '@vendor/pay',
      version: '^2.0.0',
      rule: 'permissions.deny',
      reason: 'SEC-12: reviewed',
      until: '2027-01-01T00:00:00Z',
      expired: false,
      file: system,
    },
    {
      plugin: 'team:payments',
      rule: 'dependencies.minAge',
      reason: 'SEC-9',
      until: '2026-01-01T00:00:00Z',
      expired: true,
      file: system,
    },
  ],
};

const denied = {
  file: system,
  key: 'freshness.minAge',
  verdict: 'deny',
  reason: 'it was published on 2026-10-31T00:00:00.000Z and must be 3d old',
  message: 'Ask #dev-platform',
} as const;
const asked = { file: project, key: 'permissions.ask', verdict: 'ask', reason: 'it brings provider' } as const;
const allowed = {
  file: system,
  key: 'sources.registry',
  verdict: 'allow',
  reason: 'it comes from a registry',
} as const;

const explain: PolicyExplainResult = {
  plugin: { name: 'chat', version: '1.2.0', source: 'registry', registry: 'https://a.example/', installed: false },
  verdict: 'deny',
  verdicts: [allowed, asked, denied],
  problems: check.policies[1]?.problems ?? [],
};

const audit: AuditResult = {
  passed: false,
  project: { name: 'shop', root: '/home/ada/shop' },
  plugins: [
    {
      name: 'chat',
      version: '1.2.0',
      source: 'registry:https://a.example/',
      enabled: true,
      verdict: 'deny',
      verdicts: [allowed, denied],
    },
    { name: 'notes', version: '1.0.0', source: 'folder:../notes', enabled: false, verdict: 'allow', verdicts: [] },
  ],
  missing: [
    {
      name: '@acme/base',
      file: system,
      key: 'plugins.rules["@acme/base"].mode',
      verdict: 'deny',
      reason: 'it is required',
    },
  ],
  advisories: {
    checked: false,
    level: 'low',
    faults: [
      {
        kind: 'plugin',
        name: 'chat',
        version: '1.2.0',
        id: '1103618',
        severity: 'high',
        title: 'Anybody reads everybody’s messages',
        url: 'https://advisories.example/GHSA-1',
        vulnerable: '<1.3.0',
        patched: '>=1.3.0',
      },
      { kind: 'package', name: 'zod', version: '4.0.0', id: '7', severity: 'low', title: 'Slow', vulnerable: '<4.1' },
    ],
    unchecked: [{ names: ['notes'], reason: 'it is not from a registry' }],
  },
  releases: {
    checked: false,
    changed: [
      { name: 'chat', version: '1.2.0', registry: 'https://a.example/', state: 'replaced' },
      { name: 'wiki', version: '2.0.0', registry: 'https://a.example/', mirror: '/srv/mirror', state: 'unpublished' },
      { name: 'forum', version: '1.0.0', registry: 'https://a.example/', state: 'deprecated', message: 'use chat' },
    ],
    unchecked: [{ names: ['poll'], reason: 'b.example is unreachable (ECONNREFUSED)' }],
  },
};
const unchanged: AuditResult['releases'] = { checked: true, changed: [], unchecked: [] };
const unfaulty = {
  advisories: { checked: true, level: 'low', faults: [], unchecked: [] },
  releases: unchanged,
} as const satisfies Partial<AuditResult>;

const shown: readonly (readonly [string, (screen: Screen) => string])[] = [
  ['policy-check', (screen) => policyCheckView(check, screen)],
  ['policy-check-none', (screen) => policyCheckView({ sound: true, policies: [], rules: [], exceptions: [] }, screen)],
  ['policy-explain', (screen) => policyExplainView(explain, screen)],
  [
    'policy-explain-nothing',
    (screen) => policyExplainView({ ...explain, verdict: 'allow', verdicts: [], problems: [] }, screen),
  ],
  [
    'policy-init',
    (screen) =>
      policyInitView(
        { file: project, template: 'enterprise', registry: 'https://registry.example.com/', unfinished: true },
        screen,
      ),
  ],
  ['audit', (screen) => auditView({ ...audit, releases: unchanged }, screen)],
  [
    'audit-passed',
    (screen) =>
      auditView({ ...audit, passed: true, plugins: audit.plugins.slice(1), missing: [], ...unfaulty }, screen),
  ],
  ['audit-nothing', (screen) => auditView({ ...audit, passed: true, plugins: [], missing: [], ...unfaulty }, screen)],
  ['audit-faults', (screen) => auditView({ ...audit, plugins: [], missing: [], releases: unchanged }, screen)],
  ['audit-releases', (screen) => auditView({ ...audit, missing: [], advisories: unfaulty.advisories }, screen)],
];

test.each(shown)('%s', async (name, view) => {
  await expect(onPage(view)).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('escapes text from a policy', () => {
  const hostile = { ...denied, message: '\u001B[2J', reason: 'a\nb', key: '\u202E' };
  const view = onPage((screen) => policyExplainView({ ...explain, verdicts: [hostile] }, screen));
  expect(['\u001B', '\u202E'].filter((sign) => view.includes(sign))).toEqual([]);
});

test('escapes deprecation messages from a registry', () => {
  const hostile = { name: '\u001B', version: '\u202E', registry: 'https://a.example/', message: '\u001B[2J\u202E' };
  const releases = { ...audit.releases, changed: [{ ...hostile, state: 'deprecated' as const }] };
  const view = onPage((screen) => auditView({ ...audit, releases }, screen));
  expect(['\u001B', '\u202E'].filter((sign) => view.includes(sign))).toEqual([]);
});

test('escapes vulnerability reports from a registry', () => {
  const [fault] = audit.advisories.faults;
  if (fault === undefined) throw new Error('there is one');
  const hostile = {
    ...fault,
    title: '\u001B[2J\u202E',
    id: '\u001B',
    vulnerable: '\u202E',
    url: 'https://a.example/\u001B',
  };
  const advisories = { ...audit.advisories, faults: [hostile], unchecked: [{ names: ['\u001B'], reason: '\u202E' }] };
  const view = onPage((screen) => auditView({ ...audit, advisories }, screen));
  expect(['\u001B', '\u202E'].filter((sign) => view.includes(sign))).toEqual([]);
});
