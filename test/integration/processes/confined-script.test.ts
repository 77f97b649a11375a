/** Scripts of a project in bubblewrap: each attempt succeeds outside the confinement and fails inside. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confinedRunner, confinedServerRunner } from '../../../src/processes/confined-script.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const probe = `
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
const { secret, port, beside } = JSON.parse(process.env.PROBE ?? (await import('./probe.json', { with: { type: 'json' } })).default.text);
const attempt = (work) => { try { return work(); } catch (error) { return error.code; } };
const reached = await new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1').once('connect', () => resolve(true)).once('error', () => resolve(false));
  socket.unref();
  setTimeout(() => resolve(false), 2000);
});
const own = createServer((socket) => socket.end()).listen(0);
const localhost = await new Promise((resolve) => {
  const { port } = own.address();
  connect(port, 'localhost').once('connect', () => resolve(true)).once('error', () => resolve(false));
});
writeFileSync('result.json', JSON.stringify({
  seesFile: existsSync(secret),
  writes: attempt(() => { writeFileSync(beside, 'x'); return true; }) === true,
  reached,
  hasToken: process.env.PROBE_TOKEN !== undefined,
  localhost,
  home: readdirSync(process.env.HOME).length,
}));
process.exit(0);
`;

test('a script has no network, no files of the user, no environment and an empty home folder', async (context) => {
  const [root, outside, scratch] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [secret, beside] = [join(outside, 'secret.txt'), join(outside, 'beside.txt')];
  writeFileSync(secret, 'secret');
  writeFileSync(
    join(root, 'package.json'),
    '{ "type": "module", "scripts": { "probe": "node probe.mjs", "bad": "exit 3" } }',
  );
  writeFileSync(join(root, 'probe.mjs'), probe);
  writeFileSync(join(root, 'probe.json'), JSON.stringify({ text: JSON.stringify({ secret, port, beside }) }));
  const result = (): unknown => JSON.parse(readFileSync(join(root, 'result.json'), 'utf8'));

  const run = await confinedRunner(root, scratch);
  if (run === undefined) notVerified(context, { reason: 'no bubblewrap', remedy: 'apt-get install bubblewrap' });
  const { exitCode, lines } = await run({ root, args: ['--run', 'probe'] });
  expect([exitCode, lines.filter((line) => line.includes('Error'))]).toEqual([0, []]);
  expect(result()).toEqual({
    seesFile: false,
    writes: false,
    reached: false,
    hasToken: false,
    localhost: true,
    home: 0,
  });

  // A server has the network, and nothing else.
  const runServer = await confinedServerRunner(root);
  expect((await runServer?.({ root, args: ['--run', 'probe'], env: { PROBE_TOKEN: 'x' } }))?.exitCode).toBe(0);
  expect(result()).toEqual({ seesFile: false, writes: false, reached: true, hasToken: true, localhost: true, home: 0 });

  // Control: outside the confinement, every attempt succeeds.
  execFileSync(process.execPath, ['probe.mjs'], { cwd: root, env: { HOME: outside, PROBE_TOKEN: 'x' } });
  expect(result()).toEqual({ seesFile: true, writes: true, reached: true, hasToken: true, localhost: true, home: 2 });

  expect((await run({ root, args: ['--run', 'bad'] })).exitCode).not.toBe(0);
  server.close();
});
