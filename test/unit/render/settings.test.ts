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
  test('are what the configuration says, else the default', () => {
    const given = plugin({ retries: { type: 'number', default: 3 }, sender: { type: 'string', default: 'a' } });
    const text = file('server/generated/settings.ts', { ...given, settings: { sender: "it's" } });
    expect(text).toContain('retries: 3,');
    expect(text).toContain(`sender: "it's",`);
  });

  test('may be added by a call', () => {
    const given = plugin({}, { region: { type: 'string', default: 'eu' } });
    expect(file('server/generated/settings.ts', given)).toContain("region: 'eu',");
  });

  test('have the type the manifest says, and may be unset only where it lets them', () => {
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

  test('where there are none, none are shown', () => {
    const text = rendered('server/generated/settings.ts', {});
    expect(text).toContain('pluginSettings: readonly PluginSettings[] = [];');
    expect(text).not.toContain('const settings');
  });
});

describe('a secret', () => {
  const secrets = plugin({
    apiKey: { type: 'string', secret: true, required: true, label: 'Key of the mail service' },
    token: { type: 'string', secret: true, env: 'MAIL_TOKEN' },
  });

  test('comes from the environment, under a name of its own', () => {
    const text = file('server/generated/settings.ts', { ...secrets, settings: { apiKey: 'leaked' } });
    expect(text).toContain('apiKey: env.MAIL_SENDER_API_KEY,');
    expect(text).toContain('token: env.MAIL_TOKEN,');
    expect(text).not.toContain('leaked');
  });

  test('is never shown: only whether it is set', () => {
    const text = file('server/generated/settings.ts', secrets);
    expect(text).toContain("variable: 'MAIL_TOKEN'");
    expect(text).toContain('isSet: env.MAIL_TOKEN !== undefined');
    expect(text.match(/env\.MAIL_TOKEN/g)).toHaveLength(2);
  });

  test('that has to be an address is checked as one', () => {
    const hook = plugin({ hook: { type: 'string', secret: true, required: true, validation: 'url' } });
    expect(file('server/generated/variables.ts', hook)).toContain('MAIL_SENDER_HOOK: z.url(),');
  });

  test('is asked for at boot if it is required', () => {
    const text = file('server/generated/variables.ts', secrets);
    expect(text).toContain('MAIL_SENDER_API_KEY: z.string(),');
    expect(text).toContain('MAIL_TOKEN: z.string().optional(),');
  });

  test('has a line without a value in .env.example', () => {
    expect(file('.env.example', secrets)).toMatch(/^# Key of the mail service .*\nMAIL_SENDER_API_KEY=$/m);
  });
});
