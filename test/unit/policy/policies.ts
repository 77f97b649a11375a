/** Helpers for policy tests. */
import { GenlockError, type Problem } from '../../../src/errors/error.ts';
import { readPolicy, type Policy, type PolicyLevel } from '../../../src/policy/policy.ts';
import type { Subject } from '../../../src/policy/subject.ts';

export const now = new Date('2026-11-01T00:00:00Z');
const day = 24 * 3_600_000;
export const daysAgo = (days: number): Date => new Date(now.getTime() - days * day);

/** A policy as a JSON object, without the version key. */
export type Written = Readonly<Record<string, unknown>>;

export const policyOf = (written: Written, file = 'p.json', level: PolicyLevel = 'system'): Policy =>
  readPolicy(JSON.stringify({ version: 1, ...written }), { file, level });

/** Returns the problems of a policy; empty if it is valid. */
export function problemsIn(written: Written): readonly Problem[] {
  try {
    policyOf(written);
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
}

/** Returns a key without brackets: `plugins.rules["@acme/*"].mode` → `plugins.rules.@acme/*.mode`. */
export const unquoted = (key: string): string => key.replaceAll(/\["([^"]*)"\]/gu, '.$1');

export const internal = 'https://plugins.acme.example/';
export const workflow = 'https://github.com/acme/chat/.github/workflows/release.yml@refs/tags/v1.2.0';
export const issuer = 'https://token.actions.githubusercontent.com';

/** A registry release with every property that a policy can require. */
export const release: Subject = {
  name: '@acme/chat',
  source: 'registry',
  registry: internal,
  version: '1.2.0',
  integrity: `sha512-${'A'.repeat(86)}==`,
  manifest: { license: 'MIT', dependencies: { 'date-fns': '^4.1.0', '@acme/ui': '^1.0.0' } },
  release: { publishedAt: daysAgo(30), trust: { signatures: 'verified', provenance: { issuer, subject: workflow } } },
  capabilities: [
    'server-code',
    'provider',
    'route:unprotected',
    'model:Note',
    'dependency:@acme/ui',
    'secret:CHAT_KEY',
  ],
};
