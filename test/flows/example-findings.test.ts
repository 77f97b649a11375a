/** The code scan of honest plugins: each finding is listed here, so that a false alarm fails a test. */
import { expect, test } from 'vitest';
import { findingsIn } from '../../src/consent/find.ts';
import { contentsOf } from '../../src/consent/contents.ts';
import { runPlugins } from '../../src/engine/run-plugins.ts';
import { bundledPlugins } from '../../src/plugin/bundled.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import { combinePolicies } from '../../src/policy/effective-policy.ts';
import { sampleSettings } from '../../src/plugin/sample-settings.ts';
import type { LocalSource } from '../../src/plugin/plugin.ts';
import { examplePlugin } from '../support/life.ts';

const expected: Readonly<Record<string, readonly string[]>> = {
  'auth-jwt': [
    'network iana.org server/lib/auth/errors.ts',
    'network iana.org test/auth/limits.test.ts',
    'environment UV_THREADPOOL_SIZE server/lib/auth/passwords.ts',
    'environment AUTH_ALLOWED_ORIGINS test/auth/boundary.test.ts',
    'environment JWT_SECRET_PREVIOUS test/auth/keys.test.ts',
    'environment JWT_SECRET_PREVIOUS test/auth/totp.test.ts',
    'sql $queryRaw server/lib/auth/stored-session.ts',
  ],
  'auth-nextauth': [
    ...['accounts.google.com', 'github.com', 'api.github.com', 'login.microsoftonline.com', 'appleid.apple.com'].map(
      (host) => `network ${host} server/lib/auth-nextauth/providers.ts`,
    ),
    'network gitlab.com server/lib/auth-nextauth/providers.ts',
    'network discord.com server/lib/auth-nextauth/providers.ts',
    'network accounts.google.com test/auth-nextauth/client.test.tsx',
    'network login.microsoftonline.com test/auth-nextauth/providers.test.ts',
    'network appleid.apple.com test/auth-nextauth/providers.test.ts',
    'network accounts.google.com test/auth-nextauth/sign-in.test.ts',
    'network accounts.google.com test/auth-nextauth/stub.ts',
    'network appleid.apple.com test/auth-nextauth/stub.ts',
    'network gitlab.com test/auth-nextauth/stub.ts',
    'network login.microsoftonline.com test/auth-nextauth/stub.ts',
  ],
  'auth-passkey': [],
  'audit-log': [],
  'brand-theme': [],
  'contact-form': [],
  'feature-flags': [],
  guestbook: [],
  'legal-pages': [],
  newsletter: [],
  'page-views': [],
  reports: [],
  'status-page': [],
};

test.each(Object.entries(expected))('the scan of %s reports only true findings', async (name, signs) => {
  const source: LocalSource = bundledPlugins().includes(name)
    ? { kind: 'bundled', name }
    : { kind: 'folder', path: examplePlugin(name) };
  const plugin = loadPlugin(source);
  const plugins = new Map([[name, { enabled: true, settings: sampleSettings(plugin.manifest.settings) }]]);
  const config = { name: 'sample', database: 'file', entities: [], plugins } as const;
  const [ran] = await runPlugins([plugin], { config, samples: true }, combinePolicies([], new Date(0)));
  const findings = await findingsIn(contentsOf(ran?.stored.contribution ?? { operations: [], files: new Map() }));
  expect([...new Set(findings.map(({ kind, what, file }) => `${kind} ${what} ${file}`))]).toEqual(signs);
});
