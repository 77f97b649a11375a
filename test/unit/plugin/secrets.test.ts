import { describe, expect, test } from 'vitest';
import type { SettingSchema } from '../../../sandbox/index.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { secretSettings, secretVariable } from '../../../src/plugin/secrets.ts';
import { settingsOf } from '../../../src/render/settings.ts';
import { manifestOf } from './manifest-of.ts';

const secret = { type: 'string', secret: true } as const;

function contribution(schema: Record<string, SettingSchema>, called: Record<string, SettingSchema> = {}): Contribution {
  const manifest = manifestOf({ settings: { schema } });
  const operations = [{ kind: 'registerSettings', pluginId: manifest.name, schema: called } as const];
  return { manifest, settings: {}, operations, files: new Map() };
}

describe('the variable of a secret', () => {
  test.each([
    ['auth-jwt', 'apiKey', 'AUTH_JWT_API_KEY'],
    ['mail', 'api-key', 'MAIL_API_KEY'],
    ['mail', 'api_key', 'MAIL_API_KEY'],
    ['@acme/my.shop', 'APIKey', 'ACME_MY_SHOP_API_KEY'],
    ['2fa', 'key', 'PLUGIN_2FA_KEY'],
  ])('the variable for %s and %s is %s', (plugin, key, variable) => {
    expect(secretVariable(plugin, key, {})).toBe(variable);
    expect(variable).toMatch(/^[A-Z][A-Z0-9_]*$/u);
  });

  test('an explicit name has priority', () => {
    expect(secretVariable('auth-jwt', 'secret', { env: 'JWT_SECRET' })).toBe('JWT_SECRET');
  });
});

describe('the secrets of a plugin', () => {
  test('come only from the manifest and from registered settings, each once', () => {
    const schema = { one: secret, open: { type: 'string' }, two: { ...secret, generate: true } } as const;
    const called = {
      one: secret,
      three: { ...secret, required: true, env: 'THREE' },
      count: { type: 'number' },
    } as const;
    expect(secretSettings(contribution(schema, called))).toEqual([
      { key: 'one', variable: 'MAIL_ONE', required: false, generate: false },
      { key: 'two', variable: 'MAIL_TWO', required: false, generate: true },
      { key: 'three', variable: 'THREE', required: true, generate: false },
    ]);
  });

  test('have the same names in .env and in the rendered application', () => {
    const given = contribution({ one: secret, two: { ...secret, env: 'TWO' } }, { threeD: secret });
    const rendered = settingsOf(given).map(({ variable }) => variable);
    expect(secretSettings(given).map(({ variable }) => variable)).toEqual(rendered);
  });
});
