import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary.ts';
import { contribution, rendered } from '../../unit/render/contributions.ts';

const mail = contribution('mail-sender', {
  settings: {
    token: { type: 'string', secret: true, required: true },
    before: { type: 'string', secret: true },
    region: { type: 'string', required: true },
  },
});
const readme = rendered('README.md', { contributions: [mail] }) ?? '';

/** Runs the commands of the first example that use `.env`. */
function type(folder: string): void {
  const lines =
    /```sh\n([^`]*)```/u
      .exec(readme)?.[1]
      ?.split('\n')
      .filter((line) => line.includes('.env')) ?? [];
  expect(lines).not.toEqual([]);
  execFileSync('sh', ['-e', '-c', lines.join('\n')], { cwd: folder });
}

test('the first commands create an .env file and keep an existing one', () => {
  const folder = temporaryFolder();
  const file = join(folder, '.env');
  writeFileSync(join(folder, '.env.example'), 'MAIL_SENDER_TOKEN=\n');
  type(folder);
  expect(existsSync(file)).toBe(true);
  writeFileSync(file, 'MAIL_SENDER_TOKEN=precious\n');
  type(folder);
  expect(readFileSync(file, 'utf8')).toBe('MAIL_SENDER_TOKEN=precious\n');
});

test('the docker command passes every required secret', () => {
  expect(/^docker run -p .*$/mu.exec(readme.slice(readme.indexOf('docker build')))?.[0]).toContain(
    ' -e MAIL_SENDER_TOKEN app',
  );
  expect(readme).not.toContain('MAIL_SENDER_BEFORE');
});
