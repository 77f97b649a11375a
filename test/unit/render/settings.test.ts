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

  test('have no file where there are none', () => {
    expect(rendered('server/generated/settings.ts', {})).toBeUndefined();
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

  test('is asked for at boot if it is required', () => {
    const text = file('server/generated/variables.ts', secrets);
    expect(text).toContain('MAIL_SENDER_API_KEY: z.string(),');
    expect(text).toContain('MAIL_TOKEN: z.string().optional(),');
  });

  test('has a line without a value in .env.example', () => {
    expect(file('.env.example', secrets)).toMatch(/^# Key of the mail service .*\nMAIL_SENDER_API_KEY=$/m);
  });
});
