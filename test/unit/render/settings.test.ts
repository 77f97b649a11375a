import { describe, expect, test } from 'vitest';
import type { SettingSchema } from '../../../sandbox/index.ts';
import { contribution, rendered } from './contributions.ts';

const plugin = (settings: Record<string, SettingSchema>, registered: Record<string, SettingSchema> = {}) =>
  contribution('mail-sender', {
    settings,
    operations: [{ kind: 'registerSettings', pluginId: 'mail-sender', schema: registered }],
  });
const file = (path: string, given: ReturnType<typeof plugin>) => rendered(path, { contributions: [given] }) ?? '';

describe('settings of a plugin', () => {
  test('have the value of the configuration, or else the default', () => {
    const given = plugin({ retries: { type: 'number', default: 3 }, sender: { type: 'string', default: 'a' } });
    const text = file('server/generated/settings.ts', { ...given, settings: { sender: "it's" } });
    expect(text).toContain('retries: 3,');
    expect(text).toContain(`sender: "it's",`);
  });

  test('can be added by a call', () => {
    const given = plugin({}, { region: { type: 'string', default: 'eu' } });
    expect(file('server/generated/settings.ts', given)).toContain("region: 'eu',");
  });

  test('have the type from the manifest, and are undefined only if optional', () => {
    const text = file(
      'server/generated/settings.ts',
      plugin({
        retries: { type: 'number', default: 3 },
        'reply-to': { type: 'string' },
        strict: { type: 'boolean', required: true },
        token: { type: 'string', secret: true },
      }),
    );
    expect(text).toContain('readonly retries: number;');
    expect(text).toContain("readonly 'reply-to': string | undefined;");
    expect(text).toContain('readonly strict: boolean;');
    expect(text).toContain('readonly token: string | undefined;');
  });

  test('are shown to administrators with their labels', () => {
    const text = file(
      'server/generated/settings.ts',
      plugin({ retries: { type: 'number', label: 'Tries', default: 3 } }),
    );
    expect(text).toContain("label: 'Tries', type: 'number', value: settings['mail-sender'].retries");
  });

  test('are empty if the plugins have no settings', () => {
    const text = rendered('server/generated/settings.ts', {});
    expect(text).toContain('pluginSettings: readonly PluginSettings[] = [];');
    expect(text).not.toContain('const settings');
  });
});

describe('a setting with a variable', () => {
  const open = plugin({
    limit: { type: 'number', default: 5, min: 1, max: 9, env: 'MAIL_LIMIT' },
    site: { type: 'string', validation: 'url', env: 'MAIL_SITE', label: 'Address of the site' },
    strict: { type: 'boolean', default: true, env: 'MAIL_STRICT' },
    footer: { type: 'string', default: 'Bye, all', env: 'MAIL_FOOTER' },
    wait: { type: 'string', default: '5m', pattern: '\\d+[smh]', env: 'MAIL_WAIT' },
  });

  test('has the value of the environment, or else of the configuration, or else the default', () => {
    const text = file('server/generated/variables.ts', { ...open, settings: { limit: 7 } });
    expect(text).toContain('MAIL_LIMIT: z.coerce.number().min(1).max(9).default(7),');
    expect(text).toContain('MAIL_SITE: z.url().optional(),');
    expect(text).toContain("MAIL_STRICT: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(true),");
    expect(text).toContain(String.raw`MAIL_WAIT: z.string().regex(new RegExp('^(?:\\d+[smh])$', 'u')).default('5m'),`);
    expect(text).toContain('requiredSecrets: readonly string[] = [];');
  });

  test('has the type from the manifest, and its value is shown', () => {
    const text = file('server/generated/settings.ts', open);
    expect(text).toContain('readonly limit: number;');
    expect(text).toContain('readonly site: string | undefined;');
    expect(text).toContain('limit: env.MAIL_LIMIT,');
    expect(text).toContain("value: settings['mail-sender'].limit }");
    expect(text).toContain("value: settings['mail-sender'].site ?? null");
  });

  test('has a line with its value in .env.example', () => {
    const text = file('.env.example', { ...open, settings: { limit: 7 } });
    expect(text).toMatch(/^MAIL_LIMIT=7$/m);
    expect(text).toMatch(/^MAIL_FOOTER='Bye, all'$/m);
    expect(text).toMatch(/^# Address of the site \(mail-sender, optional\)\nMAIL_SITE=$/m);
  });
});

describe('a secret', () => {
  const secrets = plugin({
    apiKey: { type: 'string', secret: true, required: true, label: 'Key of the mail service' },
    token: { type: 'string', secret: true, env: 'MAIL_TOKEN' },
  });

  test('is read from an environment variable', () => {
    const text = file('server/generated/settings.ts', { ...secrets, settings: { apiKey: 'leaked' } });
    expect(text).toContain('apiKey: env.MAIL_SENDER_API_KEY,');
    expect(text).toContain('token: env.MAIL_TOKEN,');
    expect(text).not.toContain('leaked');
  });

  test('is never shown, only whether it is set', () => {
    const text = file('server/generated/settings.ts', secrets);
    expect(text).toContain("variable: 'MAIL_TOKEN'");
    expect(text).toContain('isSet: env.MAIL_TOKEN !== undefined');
    expect(text.match(/env\.MAIL_TOKEN/g)).toHaveLength(2);
  });

  test('is validated as a URL if required', () => {
    const hook = plugin({ hook: { type: 'string', secret: true, required: true, validation: 'url' } });
    expect(file('server/generated/variables.ts', hook)).toContain('MAIL_SENDER_HOOK: z.url(),');
  });

  test('is checked at boot if it is required', () => {
    const text = file('server/generated/variables.ts', secrets);
    expect(text).toContain('MAIL_SENDER_API_KEY: z.string(),');
    expect(text).toContain('MAIL_TOKEN: z.string().optional(),');
    expect(text).toContain("requiredSecrets: readonly string[] = ['MAIL_SENDER_API_KEY'];");
  });

  test('has its sample in tests only', () => {
    const key = { type: 'string', secret: true, required: true, sample: 'sk_test_1234' } as const;
    const limit = { type: 'number', env: 'MAIL_LIMIT', sample: 3 } as const;
    const known = { ...limit, env: 'MAIL_KNOWN', default: 5 } as const;
    const samples = plugin({ key, limit, known, plain: { type: 'string', sample: 'a sample' } });
    const path = 'test/support/sample-variables.ts';
    expect(file(path, samples)).toContain(`= {
  MAIL_SENDER_KEY: 'sk_test_1234',
  MAIL_LIMIT: '3',
};
`);
    expect(file(path, secrets)).toContain('= {};');
    for (const other of ['server/generated/settings.ts', 'server/generated/variables.ts', '.env.example']) {
      expect(file(other, samples)).not.toMatch(/sk_test_1234|a sample/u);
    }
  });

  test('has a line without a value in .env.example', () => {
    expect(file('.env.example', secrets)).toMatch(/^# Key of the mail service .*\nMAIL_SENDER_API_KEY=$/m);
  });
});
