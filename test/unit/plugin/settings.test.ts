import { describe, expect, test } from 'vitest';
import { configLocations } from '../../../src/config/read.ts';
import { resolveSettings } from '../../../src/plugin/settings.ts';
import { manifestOf } from './manifest-of.ts';
import { codesOf, problemsOf } from './problems.ts';

const manifest = manifestOf({
  name: '@acme/mail',
  settings: {
    schema: {
      sender: { type: 'string', required: true },
      endpoint: { type: 'string', validation: 'url' },
      wait: { type: 'string', pattern: '[0-9]+[smh]' },
      maxRetries: { type: 'number', default: 3, min: 1, max: 10 },
      verbose: { type: 'boolean', default: false },
      footer: { type: 'string', required: true, default: 'Bye' },
      apiKey: { type: 'string', required: true, secret: true },
      signingKey: { type: 'string', secret: true, env: 'MAIL_SIGNING', generate: true },
    },
  },
});

const plugin = { manifest, operations: [] };

const sound = {
  sender: 'a@example.com',
  maxRetries: 3,
  verbose: false,
  footer: 'Bye',
  apiKey: 'ACME_MAIL_API_KEY',
  signingKey: 'MAIL_SIGNING',
};

const at = (key: string) => ({ file: 'genlock.json', key: `plugins["@acme/mail"].settings.${key}` });

describe('settings of the generator', () => {
  test('are the default or absent if not given, and the variable name for a secret', () => {
    expect(resolveSettings(plugin, { sender: 'a@example.com' })).toEqual({ settings: sound, warnings: [] });
  });

  test('are the given value instead of a default, even if it is false, zero or empty', () => {
    const given = { sender: 'b', verbose: true, maxRetries: 10, wait: '15m', endpoint: 'https://mail.example/v1?x=1' };
    expect(resolveSettings(plugin, given).settings).toEqual({ ...sound, ...given });
    const loose = manifestOf({
      settings: {
        schema: {
          a: { type: 'string', default: 'x' },
          b: { type: 'number', default: 1 },
          c: { type: 'boolean', default: true },
        },
      },
    });
    const falsy = { a: '', b: 0, c: false };
    expect(resolveSettings({ manifest: loose, operations: [] }, falsy).settings).toEqual(falsy);
  });

  test('never contain the value of a secret, and a warning names its correct place', () => {
    const { settings, warnings } = resolveSettings(plugin, { sender: 'a@example.com', apiKey: 'sk_live_hunter2' });
    expect(settings).toEqual(sound);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('.env');
    expect(warnings[0]).toContain('ACME_MAIL_API_KEY');
    expect(warnings[0]).toContain('plugins["@acme/mail"].settings.apiKey');
    expect(JSON.stringify({ settings, warnings })).not.toContain('hunter2');
  });

  test('are refused without showing a secret', () => {
    const problems = problemsOf(() => resolveSettings(plugin, { apiKey: 'hunter2' }));
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('refused settings', () => {
  test('all problems at once, each with its key in genlock.json', () => {
    const given = { sendr: 'x', endpoint: 'mail.example', maxRetries: 11, verbose: 'no', constructor: 1 };
    const problems = problemsOf(() => resolveSettings(plugin, given));
    expect(problems.map(({ code, where }) => ({ code, where }))).toEqual([
      { code: 'PLUGIN_SETTING_UNKNOWN', where: at('sendr') },
      { code: 'PLUGIN_SETTING_UNKNOWN', where: at('constructor') },
      { code: 'PLUGIN_SETTING_MISSING', where: at('sender') },
      { code: 'PLUGIN_SETTING_NOT_URL', where: at('endpoint') },
      { code: 'PLUGIN_SETTING_OUT_OF_BOUNDS', where: at('maxRetries') },
      { code: 'PLUGIN_SETTING_WRONG_TYPE', where: at('verbose') },
    ]);
    expect(problems[0]?.hint).toContain('"sender"');
  });

  test('each at its place in the file: an unknown key at the key, a wrong value at the value', () => {
    const text = `{
  "plugins": {
    "@acme/mail": {
      "enabled": true,
      "settings": {
        "sendr": "x",
        "maxRetries": 11
      }
    }
  }
}`;
    const given = { sendr: 'x', maxRetries: 11 };
    const places = configLocations(text, { file: '/app/genlock.json' });
    const file = '/app/genlock.json';
    expect(problemsOf(() => resolveSettings(plugin, given, places)).map(({ where }) => where)).toEqual([
      { file, line: 6, column: 9, key: at('sendr').key },
      // A missing setting has the place where it belongs.
      { file, line: 5, column: 19, key: at('sender').key },
      { file, line: 7, column: 23, key: at('maxRetries').key },
    ]);
  });

  test.each([
    ['an empty text where one is required', { sender: '' }, 'PLUGIN_SETTING_MISSING'],
    ['a number in quotes', { sender: 'a', maxRetries: '3' }, 'PLUGIN_SETTING_WRONG_TYPE'],
    ['no number', { sender: 'a', maxRetries: Number.NaN }, 'PLUGIN_SETTING_WRONG_TYPE'],
    ['below the minimum', { sender: 'a', maxRetries: 0 }, 'PLUGIN_SETTING_OUT_OF_BOUNDS'],
    ['more than the pattern', { sender: 'a', wait: '15m and more' }, 'PLUGIN_SETTING_PATTERN'],
    ['a script as URL', { sender: 'a', endpoint: 'javascript:alert(1)' }, 'PLUGIN_SETTING_NOT_URL'],
    ['a script with a host', { sender: 'a', endpoint: 'javascript://x/%0aalert(1)' }, 'PLUGIN_SETTING_NOT_URL'],
    ['a file as URL', { sender: 'a', endpoint: 'file:///etc/passwd' }, 'PLUGIN_SETTING_NOT_URL'],
    ['a URL of two lines', { sender: 'a', endpoint: 'https://a.example/\nX' }, 'PLUGIN_SETTING_NOT_URL'],
    ['a URL without a host', { sender: 'a', endpoint: 'https://' }, 'PLUGIN_SETTING_NOT_URL'],
  ])('%s', (_, given, code) => {
    expect(codesOf(() => resolveSettings(plugin, given))).toEqual([code]);
  });

  test('the URL parser of the language accepts URLs that the rule refuses', () => {
    expect(URL.canParse('javascript:alert(1)')).toBe(true);
    expect(URL.canParse('https://a.example/\nX')).toBe(true);
  });
});

describe('settings from registerSettings', () => {
  const called = {
    manifest,
    operations: [
      {
        kind: 'registerSettings' as const,
        pluginId: manifest.name,
        schema: {
          greeting: { type: 'string' as const, default: 'Hello' },
          size: { type: 'number' as const, required: true, max: 9 },
          token: { type: 'string' as const, secret: true },
        },
      },
    ],
  };
  const sender = 'a@example.com';

  test('are given in genlock.json like other settings', () => {
    const given = { sender, greeting: 'Hi', size: 2 };
    expect(resolveSettings(called, given)).toEqual({
      settings: { ...sound, greeting: 'Hi', size: 2, token: 'ACME_MAIL_TOKEN' },
      warnings: [],
    });
    expect(codesOf(() => resolveSettings(called, { sender, size: 10 }))).toEqual(['PLUGIN_SETTING_OUT_OF_BOUNDS']);
    expect(codesOf(() => resolveSettings(called, { sender, size: 1, sise: 1 }))).toEqual(['PLUGIN_SETTING_UNKNOWN']);
  });

  test('are unknown before the run: the generator does not receive them, and no key is wrong yet', () => {
    expect(resolveSettings({ manifest }, { sender, size: 2, sise: 1 }).settings).toEqual(sound);
    expect(codesOf(() => resolveSettings({ manifest }, { sendr: sender }))).toEqual([
      'PLUGIN_SETTING_UNKNOWN',
      'PLUGIN_SETTING_MISSING',
    ]);
  });

  test('are refused without a required value, like settings of the manifest', () => {
    expect(problemsOf(() => resolveSettings(called, { sender }))).toMatchObject([
      { code: 'PLUGIN_SETTING_MISSING', where: at('size'), hint: expect.stringContaining('settings.size') },
    ]);
  });
});
