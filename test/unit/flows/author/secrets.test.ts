import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpublishable } from '../../../../src/flows/author/publish-files.ts';
import { readPackageFolder } from '../../../../src/plugin/package-folder.ts';
import { repository } from '../../../support/cli.ts';

const found = async (files: Readonly<Record<string, string | Uint8Array>>) => {
  const problems = await unpublishable(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
  return problems.map(({ code, where }) => [code, where?.file, where?.line]);
};

test.each([
  ...['.env', '.env.production', 'prod.env', '.ENV', '.envrc', 'secrets.yml', 'main.tfstate', 'a.tfstate.backup'],
  ...['prod.tfvars', '.npmrc', '.npmrc.old', '.yarnrc.yml', '.netrc', '.pgpass', '.pypirc', '.htpasswd', '.dockercfg'],
  ...['.docker/config.json', '.kube/config', '.aws/credentials', '.ssh/config', 'kubeconfig', 'credentials.json'],
  ...['service-account-prod.json', 'id_rsa', 'id_ed25519.old', 'a.pem', 'a.key', 'a.p8', 'a.p12', 'a.ppk', 'a.jks'],
])('%s is a secret file in any folder', async (path) => {
  expect(await found({ [path]: 'x' })).toEqual([['PUBLISH_SECRET', path, undefined]]);
  expect(await found({ [`templates/${path}`]: 'x' })).toEqual([['PUBLISH_SECRET', `templates/${path}`, undefined]]);
});

test.each([
  ...['.env.example', '.env.local.sample', 'prod.env.template', 'environment.ts', 'app.env.ts', 'secret.ts', 'keys.ts'],
  ...['id_rsa.pub', 'credentials.md', 'docs/docker/config.json', 'kubeconfig.md', 'monkey.ts', '.gitignore'],
])('%s is not a secret file', async (path) => {
  expect(await found({ [path]: 'x' })).toEqual([]);
});

/** The secrets are split so that secret scanners do not find them in this file. */
const secrets: readonly (readonly [what: string, parts: readonly string[]])[] = [
  ['a private key', ['-----BEGIN RSA', ' PRIVATE KEY-----']],
  ['a token of npm', ['npm_', 'a1B2'.repeat(9)]],
  ['a line of an .npmrc', ['//registry.example/:_auth', 'Token=abcdefghij']],
  ['a token of GitHub', ['ghp_', 'a1B2'.repeat(9)]],
  ['a token of GitLab', ['glpat-', 'a1B2'.repeat(5)]],
  ['a key of AWS', ['AKIA', 'A1B2'.repeat(4)]],
  ['a key of Google', ['AIza', 'a1B2c'.repeat(7)]],
  ['a key of Anthropic', ['sk-ant-', 'api03-', 'a1B2'.repeat(22)]],
  ['a key of OpenAI', ['sk-proj-', 'a1B2'.repeat(15)]],
  ['a key of Stripe', ['rk_live_', 'a1B2'.repeat(6)]],
  ['a key of SendGrid', ['SG.', 'a'.repeat(22), '.', 'b'.repeat(43)]],
  ['a token of Slack', ['xoxb-', 'a1B2'.repeat(6)]],
  ['a webhook of Slack', ['https://hooks.slack.com/services/', 'T00000000/B00000000/', 'a1B2'.repeat(6)]],
  ['a token of DigitalOcean', ['dop_v1_', 'a1b2'.repeat(16)]],
  ['a token of Hugging Face', ['hf_', 'aB'.repeat(17)]],
  ['a database and its password', ['postgres://ada:', 'hunter2secret', '@db.acme.com/app']],
  ['a cache and its password alone', ['redis://:', 'hunter2secret', '@cache.acme.com:6379/0']],
  ['a queue and its password', ['amqp://ada:', 'hunter2secret', '@mq.acme.com/app']],
  ['a cluster and its password', ['mongodb+srv://ada:', 'hunter2secret', '@c.acme.com/app']],
  ['a database here and its password', ['mariadb://ada:', 'hunter2$ecret', '@127.0.0.1/app']],
  ['a mail server and a password with an @', ['smtps://ada:', 'p@ss-w0rd', '@mail.acme.com']],
  ['a server and its password', ['https://ada:', 'hunter2secret', '@acme.com/']],
  ['a token of a session', ['eyJhbGciOiJIUzI1.', 'eyJzdWIiOiIxMjM0.', 'a1B2'.repeat(8)]],
];

test.each(secrets)('finds %s in any file and reports the line', async (_, parts) => {
  const text = `one\ntwo "${parts.join('')}"\nthree\n`;
  const expected = [['PUBLISH_SECRET', 'lib/a.txt', 2]];
  expect(await found({ 'lib/a.txt': text })).toEqual(expected);
  expect(await found({ 'lib/a.txt': Buffer.from(`\uFEFF${text}`, 'utf16le') })).toEqual(expected);
  expect(await found({ 'lib/a.txt': Buffer.from(text, 'utf16le').swap16() })).toEqual(expected);
  expect(await found({ 'lib/a.txt': `// secretlint-disable\n${parts.join('')}` })).toEqual(expected);
  // Without the typical parts.
  expect(await found({ 'lib/a.txt': parts.map((part) => part.slice(0, 3)).join(' ') })).toEqual([]);
});

test.each([
  ...['redis://:password@cache', 'postgres://postgres:postgres@localhost:5432/app', 'redis://:YOUR_PASSWORD@cache'],
  ...['amqp://ada:${PASSWORD}@mq', 'amqp://ada:$PASSWORD@mq', 'amqp://{{settings.user}}:{{settings.password}}@mq'],
  ...['nats://ada:%NATS_PASSWORD%@mq', 'redis://:xxxxxxxx@cache', 'redis://cache:6379/0', 'ssh://git@acme.com:2222/a'],
  ...['http://localhost:3000/@ada', 'https://acme.com:8443/users/@ada', 'redis://:<password>@cache'],
])('%s contains no password', async (text) => {
  expect(await found({ 'lib/a.txt': `const address = "${text}";` })).toEqual([]);
});

test('reads a long text of repeated address parts to its end', async () => {
  const text = `${'a://'.repeat(50_000)} ${'a:'.repeat(50_000)} ${'redis://a:'.repeat(20_000)}${'b@'.repeat(50_000)}`;
  const last = ['amqp://ada:', 'hunter2secret', '@mq.acme.com'].join('');
  expect(await found({ 'lib/a.txt': `${text.slice(0, -1)}\n${last}` })).toContainEqual([
    'PUBLISH_SECRET',
    'lib/a.txt',
    2,
  ]);
});

test('finds no secret in the examples, the bundled plugins or a new plugin', async () => {
  const folders = ['examples/plugins', 'plugins'].flatMap((parent) =>
    readdirSync(join(repository, parent), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(repository, parent, entry.name)] : [],
    ),
  );
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of [...folders, join(repository, 'plugins/scaffold/sample-plugin')]) {
    expect([folder, await unpublishable(readPackageFolder(folder))]).toEqual([folder, []]);
  }
});
