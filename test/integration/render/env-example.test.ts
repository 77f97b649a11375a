/** A plugin chooses the defaults in `.env.example`. Every program that reads the file must see plain text. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadEnv } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../src/config/config.ts';
import { render } from '../../../src/render/render.ts';
import { shopProject } from '../../hostile/sandboxed.ts';

const folder = mkdtempSync(join(tmpdir(), 'genlock-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Renders `.env.example` with a plugin whose setting has the default. */
function envExample(value: string): string {
  const manifest = {
    name: 'mail',
    version: '1.0.0',
    frameworks: ['express'],
    databases: databaseKinds,
    dependencies: {},
    settings: { footer: { type: 'string', default: value, env: 'MAIL_FOOTER' } },
  } as const;
  const contribution = { manifest, files: new Map(), operations: [], settings: {} };
  return String(render({ ...shopProject(), contributions: [contribution] }).get('.env.example')?.content);
}

/** Returns the variable after `sh` has sourced the text. */
function sourced(text: string, shell = 'sh'): string {
  writeFileSync(join(folder, '.env'), text);
  const script = 'set -a; . ./.env; printf %s "$MAIL_FOOTER"';
  return execFileSync(shell, ['-c', script], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } });
}

/** Values that a shell runs or expands between double quotes, with the file that shows the effect. */
const running = ['$(touch ran)', '`touch ran`', 'a" ; touch ran ; "', '${MAIL:=$(touch ran)}', 'a\n$(touch ran)\n'];

/** Returns whether an action creates the file. */
function isRun(action: () => void): boolean {
  rmSync(join(folder, 'ran'), { force: true });
  action();
  return existsSync(join(folder, 'ran'));
}

describe.each(running)('the default %j', (value) => {
  test.each(['sh', 'bash'])('is not run by %s', (shell) => {
    expect(isRun(() => sourced(envExample(value), shell))).toBe(false);
    expect(sourced(envExample(value), shell)).toBe(value.includes('$') || value.includes('`') ? '' : value);
  });

  test('is not in the file of make', () => {
    expect(envExample(value)).not.toMatch(/\$|`/u);
  });
});

const runs = (value: string) => isRun(() => sourced(`MAIL_FOOTER=${JSON.stringify(value)}\n`));

test('control: a shell runs the default if it is written as a JSON string', () => {
  expect(running.map(runs)).toContain(true);
  expect(runs('$(touch ran)')).toBe(true);
  expect(runs('`touch ran`')).toBe(true);
});

describe('every program reads the same value', () => {
  const quoted = [
    'Bye, all',
    'a # b',
    '"x"',
    'a;b&c|d>e',
    '~',
    '*',
    '!!',
    'C:\\new\\dir x',
    '  x  ',
    'Ünï cödé',
    'x=y',
    '\\"',
  ];
  test.each(['plain', 'https://a.example/x', ...quoted])('%j', (value) => {
    const text = envExample(value);
    expect(parseEnv(text)['MAIL_FOOTER']).toBe(value);
    expect(sourced(text)).toBe(value);
    expect(loadEnv('development', folder, 'MAIL_')['MAIL_FOOTER']).toBe(value);
  });

  test.each(["it's", 'a\\', 'pa$$word', 'a\rb', 'a\u2028b', 'a\tb'])(
    '%j is omitted, because programs disagree',
    (value) => {
      expect(parseEnv(envExample(value))).not.toHaveProperty('MAIL_FOOTER');
      expect(sourced(envExample(value))).toBe('');
    },
  );

  test('control: programs disagree about a dollar sign between single quotes', () => {
    const text = "MAIL_FOOTER='$HOME'\n";
    expect(sourced(text)).toBe('$HOME');
    expect(loadEnv('development', folder, 'MAIL_')['MAIL_FOOTER']).not.toBe('$HOME');
  });
});
