import { describe, expect, test } from 'vitest';
import type { Operation, SettingSchema } from '../../../sandbox/index.ts';
import { codesOf, unvalidatedText } from './trial.ts';

const settings = (schema: Record<string, SettingSchema>, pluginId = 'stock'): Operation => ({
  kind: 'registerSettings',
  pluginId,
  schema,
});
const secret: SettingSchema = { type: 'string', secret: true };
const variables = (list: readonly Operation[]) => unvalidatedText('server/generated/variables.ts', list);

describe('a setting', () => {
  test('must belong to the plugin', () => {
    expect(codesOf([settings({}, 'other')])).toEqual(['JUDGE_SETTING_OWNER']);
    expect(codesOf([settings({ region: { type: 'string' } })])).toEqual([]);
  });

  test('must have the same description in the manifest and in calls', () => {
    const contradiction = [settings({ region: { type: 'number' } })];
    const given = { settings: { region: { type: 'string' } } } as const;
    expect(codesOf(contradiction, given)).toEqual(['JUDGE_SETTING_CONTRADICTS']);
    expect(codesOf([settings({ a: secret }), settings({ a: { type: 'string' } })])).toEqual([
      'JUDGE_SETTING_CONTRADICTS',
    ]);
    expect(codesOf([settings({ region: { type: 'string' } })], given)).toEqual([]);
    expect(unvalidatedText('package.json', contradiction, given)).toContain('"name"');
  });

  test.each([
    ['min above max', { type: 'number', min: 2, max: 1 }],
    ['a default of another type', { type: 'number', default: 'x' }],
    ['a secret with a default', { ...secret, default: 'x' }],
    ['a value made for what is no secret', { type: 'string', generate: true }],
  ] as const)('must follow the rules of the manifest: %s', (_, schema) => {
    expect(codesOf([settings({ x: schema })])).toEqual(['JUDGE_SETTING_INVALID']);
  });

  test.each(
    'NODE_OPTIONS PATH DATABASE_URL PORT LD_PRELOAD NODE_ENV NODE_EXTRA_CA_CERTS BASH_ENV HTTPS_PROXY GIT_SSH_COMMAND HOME LOG_LEVEL RATE_LIMIT PGPASSWORD OTEL_EXPORTER_OTLP_ENDPOINT PYTHONPATH'.split(
      ' ',
    ),
  )('does not take %s', (env) => {
    const given = [settings({ x: { ...secret, env } })];
    expect(codesOf(given)).toEqual(['JUDGE_SETTING_VARIABLE']);
    expect(variables(given)).toContain(`${env}: z.string()`);
  });

  test.each(['JWT_SECRET', 'STRIPE_KEY', 'MAIL_HOST', 'PATHS'])('can use %s', (env) => {
    expect(codesOf([settings({ x: { ...secret, env } })])).toEqual([]);
  });

  test('can have a free variable if it is not a secret', () => {
    expect(codesOf([settings({ x: { type: 'number', env: 'STOCK_X' } })])).toEqual([]);
    expect(codesOf([settings({ x: { type: 'string', env: 'HOME' } })])).toEqual(['JUDGE_SETTING_VARIABLE']);
  });

  test('uses a variable of authentication only in the plugin that provides it', () => {
    const given = [settings({ x: { type: 'number', env: 'AUTH_RATE_LIMIT' } })];
    expect(codesOf(given)).toEqual(['JUDGE_SETTING_VARIABLE']);
    expect(codesOf(given, { provides: 'auth' })).toEqual([]);
  });

  test('must have a unique variable', () => {
    const twins = { a: { ...secret, env: 'STOCK_KEY' }, b: { ...secret, env: 'STOCK_KEY' } };
    expect(codesOf([settings(twins)])).toEqual(['JUDGE_SETTING_VARIABLE']);
  });
});
