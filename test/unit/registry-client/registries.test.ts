/** Registries of packages that a lockfile or a project names. */
import { expect, test } from 'vitest';
import { RegistryError } from '../../../registry-client/index.ts';
import { requireBound, requireRegistry, requireScopeRegistry } from '../../../registry-client/registries.ts';
import { settingsOf } from './asking.ts';

const own = 'https://plugins.acme.example/';
const publicRegistry = 'https://registry.npmjs.org/';
const chat = { name: '@acme/chat', registry: own };

/** @returns The code and the hint of an error, or `accepted` */
function outcome(check: () => void): string {
  try {
    check();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return `${error.code} ${error.hint ?? ''}`;
  }
}

test('an unknown registry of a scope is refused with the command that configures it', () => {
  const configure = 'npm config set @acme:registry https://plugins.acme.example/';
  expect(outcome(() => requireRegistry(chat, settingsOf('')))).toMatch(/^REGISTRY_NOT_ALLOWED /u);
  expect(outcome(() => requireRegistry(chat, settingsOf('')))).toContain(configure);
  expect(outcome(() => requireRegistry(chat, settingsOf(`@acme:registry=${own}`)))).toBe('accepted');
  // The command would redirect all names without a scope.
  expect(outcome(() => requireRegistry({ ...chat, name: 'chat' }, settingsOf('')))).not.toContain('npm config');
});

test('no hint repeats characters that a shell interprets', () => {
  const names = ['@acme/`id`', '@$(id)/chat'];
  for (const name of names) {
    const forged = { name, registry: own };
    const hints = [
      outcome(() => requireRegistry(forged, settingsOf(''))),
      outcome(() => requireBound(forged, settingsOf('@acme:registry=https://other.example/'))),
    ];
    expect(hints.join('\n')).not.toContain('id');
  }
});

test('a registry that a policy denies is not suggested again', () => {
  const denied = settingsOf(`@acme:registry=${own}`, { denied: [own] });
  expect(outcome(() => requireRegistry(chat, denied))).toBe('REGISTRY_NOT_ALLOWED ');
});

test('refuses another registry than the bound one, and shows the command that installs from the bound one', () => {
  const bound = settingsOf('@acme:registry=https://other.example/');
  expect(outcome(() => requireBound(chat, bound))).toContain('`genlock update @acme/chat`');
});

test('a scoped package of another registry is not requested from the public registry', () => {
  const moved = { name: '@acme/chat', registry: publicRegistry, from: own };
  expect(outcome(() => requireScopeRegistry(moved, settingsOf('')))).toMatch(/^REGISTRY_NOT_ALLOWED If you trust/u);
  expect(outcome(() => requireScopeRegistry({ ...moved, from: publicRegistry }, settingsOf('')))).toBe('accepted');
  expect(outcome(() => requireScopeRegistry({ ...moved, name: 'chat' }, settingsOf('')))).toBe('accepted');
  const chosen = settingsOf(`@acme:registry=${publicRegistry}`);
  expect(outcome(() => requireScopeRegistry(moved, chosen))).toBe('accepted');
});
