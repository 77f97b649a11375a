import { expect, test } from 'vitest';
import { contribution, rendered } from './contributions.ts';

const mail = contribution('post', { provides: 'mail' });

test('a project without a mail plugin has a mail port for development', () => {
  expect(rendered('server/generated/mail.ts', {})).toContain('createMailer(undefined)');
  expect(rendered('client/generated/mail.ts', {})).toContain('isMailAvailable: boolean = import.meta.env.DEV;');
});

test('the mail port uses the transport of the plugin that provides mail', () => {
  const project = { contributions: [contribution('other', {}), mail] };
  expect(rendered('server/generated/mail.ts', project)).toContain("import { transport } from '../lib/mail/port';");
  expect(rendered('client/generated/mail.ts', project)).toContain('isMailAvailable: boolean = true;');
});

test.each(['mail', 'auth'] as const)('refuses two plugins that provide %s', (provides) => {
  const contributions = [contribution('one', { provides }), contribution('two', { provides })];
  expect(() => rendered('package.json', { contributions })).toThrow(
    expect.objectContaining({ code: 'RENDER_PORT_CLASH', message: expect.stringMatching(/one.*two/u) }),
  );
});

test('accepts one plugin for sign-in and one for mail', () => {
  const contributions = [mail, contribution('sign-in', { provides: 'auth' })];
  expect(rendered('server/generated/mail.ts', { contributions })).toContain('createMailer(transport)');
});

test.each([
  [[], true] as const,
  [
    [contribution('sign-in', { provides: 'auth', settings: { url: { type: 'string', env: 'APP_URL' } } })],
    false,
  ] as const,
])('the variable APP_URL is described once', (contributions, isOwn) => {
  const text = rendered('.env.example', { contributions }) ?? '';
  expect(text.match(/^APP_URL=/gmu)).toHaveLength(1);
  expect(text.includes('for links in mails')).toBe(isOwn);
});
