import { expect, test } from 'vitest';
import type { RegisterSecurityPolicy } from '../../../sandbox/index.ts';
import { contribution, rendered } from './contributions.ts';

const path = 'server/generated/security-policy.ts';
const policy = (name: string, sources: RegisterSecurityPolicy['sources']) =>
  contribution(name, { operations: [{ kind: 'registerSecurityPolicy', sources }] });

const maps = policy('maps', {
  image: ['https://b.example.com', 'https://a.example.com'],
  script: ['https://a.example.com'],
});
const fonts = policy('fonts', { font: ['https://f.example.com'], image: ['https://a.example.com'] });

test('merges the hosts of all plugins, sorted and once each', () => {
  expect(rendered(path, { contributions: [fonts, maps] })).toContain(`export const hosts = {
  connect: [],
  font: ['https://f.example.com'],
  frame: [],
  image: ['https://a.example.com', 'https://b.example.com'],
  media: [],
  script: ['https://a.example.com'],
  style: [],
};
`);
});

test('does not depend on the order of the plugins, and removes exactly the hosts of a plugin', () => {
  const both = rendered(path, { contributions: [maps, fonts] });
  expect(rendered(path, { contributions: [fonts, maps] })).toBe(both);
  expect(rendered(path, { contributions: [fonts] })).not.toContain('b.example.com');
  expect(rendered(path, { contributions: [fonts] })).toContain("image: ['https://a.example.com']");
});
