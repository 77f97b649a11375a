import { describe, expect, test } from 'vitest';
import type { RegisterProvider } from '../../../../sandbox/index.ts';
import { GenlockError } from '../../../../src/errors/error.ts';
import { providers } from '../../../../src/render/client/providers.ts';
import { emitted, module } from './contributions.ts';

const provider = (name: string, from: string, order = 100): RegisterProvider => ({
  kind: 'registerProvider',
  name,
  import: from,
  order,
});

/** Returns the import line of a provider `Auth` from a module with this content. */
function importOf(content: string, from = '@/providers/Auth'): string | undefined {
  const operations = [module('client/providers/Auth.tsx', content), provider('Auth', from)];
  return emitted(providers, [{ operations }]).match(/^import .*Auth.*$/m)?.[0];
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof GenlockError) return error.code;
    throw error;
  }
  return undefined;
}

test('without providers, the application renders its children', () => {
  expect(emitted(providers, [])).toContain('  return children;\n');
});

test('a provider with a lower order is an outer one, across plugins', () => {
  const text = emitted(providers, [
    { name: 'a', operations: [module('client/In.tsx', 'export const In = 1;'), provider('In', '@/In', 90)] },
    { name: 'b', operations: [module('client/Out.tsx', 'export function Out() {}'), provider('Out', '@/Out', 10)] },
  ]);
  expect(text).toContain('    <Out>\n      <In>{children}</In>\n    </Out>\n');
});

describe('imports of a provider', () => {
  test.each([
    ['export function Auth() {}', `import { Auth } from '@/providers/Auth';`],
    ['export const Auth = 1;', `import { Auth } from '@/providers/Auth';`],
    ['const Auth = 1;\nexport { Auth };', `import { Auth } from '@/providers/Auth';`],
    ['const Inner = 1;\nexport { Inner as Auth };', `import { Auth } from '@/providers/Auth';`],
    ['export default function Auth() {}', `import Auth from '@/providers/Auth';`],
    ['export const AuthContext = 1;\nexport default 2;', `import Auth from '@/providers/Auth';`],
  ])('the export with this name, or else the default: %s', (content, line) => {
    expect(importOf(content)).toBe(line);
  });

  test.each(['@/providers/Auth', 'client/providers/Auth', 'client/providers/Auth.tsx', './client/providers/Auth'])(
    'from the project root: %s',
    (from) => {
      const line = importOf('export const Auth = 1;', from);
      expect(line).toBe(`import { Auth } from '@/providers/Auth';`);
    },
  );

  test('from a declared dependency of the plugin', () => {
    const operations = [provider('Auth', '@scope/auth/react')];
    const text = emitted(providers, [{ dependencies: { '@scope/auth': '^1.0.0' }, operations }]);
    expect(text).toContain(`import { Auth } from '@scope/auth/react';`);
  });
});

test('refuses a name from two plugins and names both', () => {
  const operations = [module('client/Auth.tsx', 'export const Auth = 1;'), provider('Auth', '@/Auth')];
  const clash = () =>
    emitted(providers, [
      { name: 'first', operations },
      { name: 'second', operations },
    ]);
  expect(codeOf(clash)).toBe('RENDER_NAME_CLASH');
  expect(clash).toThrow(/second.*first|first.*second/);
});
