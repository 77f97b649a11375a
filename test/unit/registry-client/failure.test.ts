import { expect, test } from 'vitest';
import { failureOf } from '../../../registry-client/failure.ts';
import { toErrorReport } from '../../../src/errors/report.ts';

const denied = Object.assign(new Error('denied'), { code: 'E401' });

function hintAt(registry: string): string {
  return toErrorReport(failureOf(denied, { what: 'chat', registry, timedOut: false })).hint;
}

test('the hint to sign in contains the address of the registry', () => {
  expect(hintAt('https://npm.acme.test:4873/npm/')).toContain(
    '`genlock login --registry https://npm.acme.test:4873/npm/`',
  );
});

test('the hint to sign in contains no address that a shell would interpret', () => {
  for (const address of ['https://npm.test/$(id)/', 'https://npm.test/;id', "https://npm.test/'id"]) {
    expect(hintAt(address)).toContain('--registry <address>');
  }
});
