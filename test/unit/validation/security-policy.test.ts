import { expect, test } from 'vitest';
import type { Operation, PolicyResource } from '../../../sandbox/index.ts';
import { codesOf, unvalidatedText } from './trial.ts';

const policy = (source: string, resource: PolicyResource = 'script'): Operation => ({
  kind: 'registerSecurityPolicy',
  sources: { [resource]: [source] },
});

/** Creates an operation with a number of image hosts. */
const images = (count: number): Operation => ({
  kind: 'registerSecurityPolicy',
  sources: { image: Array.from({ length: count }, (_, at) => `https://a${at}.example.com`) },
});

/** Control: without validation, the source is in the generated policy. */
const rendered = (operation: Operation) => unvalidatedText('server/generated/security-policy.ts', [operation]);

test.each(['https://cdn.example.com', 'https://*.example.com', 'https://xn--bcher-kva.example', 'https://a.b.c.d1'])(
  'accepts %s',
  (source) => {
    expect(codesOf([policy(source)])).toEqual([]);
    expect(rendered(policy(source))).toContain(`script: ['${source}']`);
  },
);

test.each([
  ...['*', 'https:', 'https://*', 'https://*.com', 'https://*.*.example.com', 'https://a.*.example.com'],
  ...['https://a*.example.com', "'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", 'data:', 'blob:'],
  ...[
    'http://cdn.example.com',
    'wss://cdn.example.com',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://1.2.3.0x7f',
  ],
  ...['https://cdn.example.com:8443', 'https://cdn.example.com/a', 'https://CDN.example.com', 'https://-a.example.com'],
  ...["https://cdn.example.com; script-src 'unsafe-inline'", 'https://a.example.com https://b.example.com'],
  ...['https://u@cdn.example.com', 'https://bücher.example', 'https://cdn.example.com.', ''],
])('refuses %j', (source) => {
  expect(codesOf([policy(source)])).toEqual(['JUDGE_POLICY_SOURCE']);
  expect(rendered(policy(source))).toContain(source);
});

test('accepts sockets for connections only', () => {
  expect(codesOf([policy('wss://live.example.com', 'connect')])).toEqual([]);
  expect(codesOf([policy('wss://live.example.com', 'frame')])).toEqual(['JUDGE_POLICY_SOURCE']);
});

test('refuses a long list of hosts', () => {
  expect(codesOf([images(20)])).toEqual([]);
  expect(codesOf([images(21)])).toEqual(['JUDGE_POLICY_SIZE']);
  expect(rendered(images(21))).toContain('https://a20.example.com');
});
