// Sets everything up and runs the sample application: install, build, generate, migrate, seed, start.
// Plain JavaScript for Node 20 and later: on a fresh clone nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const shop = join(root, '.demo', 'shop');
const bin = join(root, 'node_modules', '.bin');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

if (isOlder(join(root, 'node_modules', '.package-lock.json'), [join(root, 'package-lock.json')])) {
  step('Installing Genlock’s own packages', root, [npm, 'ci', ...quiet]);
}
if (
  isOlder(
    join(root, 'dist', 'main.js'),
    ['src', 'sandbox', 'scripts', 'package.json'].map((path) => join(root, path)),
  )
) {
  step('Building genlock', root, [npm, 'run', '--silent', 'build']);
}
const genlock = ['node', join(root, 'bin', 'run.js')];
step('Generating the shop', root, [...genlock, 'init', shop, '--config', 'examples/shop/genlock.json', '--yes']);
if (isOlder(join(shop, 'node_modules', '.package-lock.json'), [join(shop, 'package.json')])) {
  step('Installing the shop’s packages', shop, [npm, 'install', ...quiet]);
}
if (!existsSync(join(shop, 'data', 'dev.db'))) {
  step('Creating and seeding its database', shop, [...genlock, 'db', 'migrate', 'dev', '--name', 'init']);
}
await start();

/** Runs the development server until Ctrl-C; the server prints its own log below the URL. */
async function start() {
  const port = await freePort(Number(process.env['PORT'] ?? 3000));
  console.log(`\nStarting the shop. Ctrl-C stops it.\n\n  http://localhost:${port}\n`);
  // A group of its own, so that the signal reaches the server behind npm and its shell.
  const child = spawn(npm, ['run', '--silent', 'dev'], {
    cwd: shop,
    env: { ...environment(), PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopping = true;
      if (process.platform === 'win32') child.kill(signal);
      else if (child.pid !== undefined) process.kill(-child.pid, signal);
    });
  }
  child.on('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)));
}

/** One command of the set-up, in a folder; stops the whole with its exit code if it fails. */
function step(title, cwd, [command, ...args]) {
  console.log(`\n▸ ${title}`);
  const { status, error } = spawnSync(command, args, { cwd, env: environment(), stdio: 'inherit' });
  if (status === 0) return;
  console.error(`\n${title} failed${error ? `: ${error.message}` : ''}.`);
  process.exit(status ?? 1);
}

/** Genlock's own Node first: the devDependency `node` brings the version the tool needs. */
function environment() {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** Whether `target` is absent or older than the newest of `sources` (files, or folders walked). */
function isOlder(target, sources) {
  if (!existsSync(target)) return true;
  const made = statSync(target).mtimeMs;
  return sources.some((source) => newest(source) > made);
}

function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function freePort(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(freePort(port + 1)));
    probe.listen(port, () => probe.close(() => resolve(port)));
  });
}
