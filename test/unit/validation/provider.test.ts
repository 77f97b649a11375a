import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { codesOf, files, unvalidatedText } from './trial.ts';

const provider = (name: string, from: string): readonly Operation[] => [
  files('client/providers/Stock.tsx', "client/x';evil();'.tsx", 'client/data.json'),
  { kind: 'registerProvider', name, import: from, order: 1 },
];
const rendered = (operations: readonly Operation[]) => unvalidatedText('client/generated/providers.tsx', operations);

describe('a provider', () => {
  test.each(['@/providers/Stock', 'client/providers/Stock', 'client/providers/Stock.tsx'])(
    'can be imported from %s',
    (from) => {
      expect(codesOf(provider('Stock', from))).toEqual([]);
    },
  );

  test('can be imported from a dependency', () => {
    const dependencies = { '@acme/stock': '^1.0.0' };
    expect(codesOf(provider('Stock', '@acme/stock/react'), { dependencies })).toEqual([]);
    expect(codesOf(provider('Stock', '@acme/stock'), {})).toEqual(['JUDGE_PROVIDER_MISSING']);
    expect(codesOf(provider('Stock', '@acme/stock/../../evil'), { dependencies })).toEqual(['JUDGE_PROVIDER_MISSING']);
  });

  test.each([
    '@/components/Shell',
    'constructor',
    '../evil',
    'node:fs',
    'https://evil.example/x.js',
    'client/data.json',
  ])('cannot be imported from %s', (from) => {
    expect(codesOf(provider('Stock', from))).toEqual(['JUDGE_PROVIDER_MISSING']);
    expect(rendered(provider('Stock', from))).toMatch(/import .*Stock.* from/);
  });

  test('cannot be imported from a module whose name contains a quote', () => {
    const given = provider('Stock', "@/x';evil();'");
    expect(codesOf(given)).toEqual(['JUDGE_MODULE_NAME']);
    expect(rendered(given)).toContain('evil();');
  });

  test.each(['script', 'iframe', '_Stock', '$Stock', 'Stock-Room', ''])('cannot have the name %j', (name) => {
    expect(codesOf(provider(name, '@/providers/Stock'))).toEqual(['JUDGE_PROVIDER_NAME']);
    expect(rendered(provider(name, '@/providers/Stock'))).toContain(`<${name}>`);
  });
});
