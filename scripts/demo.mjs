// Prepares and runs the sample application: install, build, generate, migrate, seed, start.
// Plain JavaScript for Node 20 and later, because a fresh clone has no packages.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const shop = join(root, '.demo', 'shop');
const bin = join(root, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

let running;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    if (running === undefined) process.exit(130);
    stop(running, signal);
  });
}

if (isOlder(join(root, 'node_modules', '.package-lock.json'), [join(root, 'package-lock.json')])) {
  await step('Install the packages of Genlock', root, [npm, 'ci', ...quiet]);
}
const sources = ['src', 'sandbox', 'scripts', 'package.json'].map((path) => join(root, path));
if (isOlder(join(root, 'dist', 'main.js'), sources)) {
  await step('Build Genlock', root, [npm, 'run', '--silent', 'build']);
}
const genlock = ['node', join(root, 'bin', 'run.js')];
const config = join('examples', 'shop', 'genlock.json');
await step('Generate the shop', root, [...genlock, 'init', shop, '--config', config, '--yes']);
if (isOlder(join(shop, 'node_modules', '.package-lock.json'), [join(shop, 'package.json')])) {
  await step('Install the packages of the shop', shop, [npm, 'install', ...quiet]);
}
if (!existsSync(join(shop, 'data', 'dev.db'))) {
  await step('Create and seed the database', shop, [...genlock, 'db', 'migrate', 'dev', '--name', 'init']);
}
const port = await freePort(Number(process.env['PORT'] ?? 3000));
const url = `http://localhost:${port}`;
process.env['PORT'] = String(port);
await serve('Start the shop', shop, { command: [npm, 'run', '--silent', 'dev'], address: `${url}/` });
console.log(`
The shop is ready. Press Ctrl-C to stop it.

  ${url}         Start page
  ${url}/admin   Admin area

Commands to try in another terminal:

  curl '${url}/api/customers?limit=2'
  npm run dev -- init ../my-app
`);

/** Runs one command in a folder. Shows the output only if the command fails, and then ends this process. */
async function step(title, cwd, command) {
  const progress = showProgress(title);
  const { output, code } = await start(command, cwd).ended;
  if (code !== 0) fail(progress, output, code);
  progress.end('✔');
}

/** Runs a server until it prints `address`. Shows its output from there on, and ends this process when it ends. */
async function serve(title, cwd, { command, address }) {
  const progress = showProgress(title);
  const { child, output, ended } = start(command, cwd);
  let isReady = false;
  void ended.then(({ code }) => (isReady ? process.exit(interrupted ? 0 : code) : fail(progress, output, code)));
  while (!stripVTControlCharacters(output.join('')).includes(address)) await wait(50);
  // The server prints a few more lines about its addresses.
  await wait(100);
  isReady = true;
  progress.end('✔');
  child.stdout.on('data', (chunk) => process.stdout.write(chunk));
  child.stderr.on('data', (chunk) => process.stderr.write(chunk));
}

/** Shows a title with the seconds since the step began; in a terminal they count up. */
function showProgress(title) {
  const started = Date.now();
  const line = (mark) => `${mark} ${title} ${Math.round((Date.now() - started) / 1000)} s`;
  const isLive = process.stdout.isTTY;
  process.stdout.write(isLive ? line('…') : `… ${title}\n`);
  const timer = isLive ? setInterval(() => process.stdout.write(`\r${line('…')}`), 1000) : undefined;
  return {
    end: (mark) => {
      clearInterval(timer);
      process.stdout.write(`${isLive ? '\r' : ''}${line(mark)}\n`);
    },
  };
}

function fail(progress, output, code) {
  progress.end('✖');
  if (interrupted) {
    console.error('Stopped. Run `npm run demo` again to continue.');
    process.exit(130);
  }
  console.error(`\n${output.join('')}\nThe command failed with exit code ${code}.`);
  process.exit(code || 1);
}

/** Starts a program in a separate process group, so that a signal also reaches the programs that it starts. */
function start([command, ...args], cwd) {
  // The package `node` in node_modules is the version that Genlock needs.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  if (process.stdout.isTTY) env.FORCE_COLOR ??= '1';
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd, env, stdio, detached: !isWindows, shell: isWindows });
  running = child;
  const output = [];
  child.stdout.setEncoding('utf8').on('data', (chunk) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => output.push(chunk));
  const ended = new Promise((resolve) => {
    child.on('error', ({ message }) => output.push(`${message}\n`));
    child.on('close', (code) => {
      running = undefined;
      resolve({ output, code: code ?? 1 });
    });
  });
  return { child, output, ended };
}

function stop(child, signal) {
  if (isWindows) child.kill(signal);
  else if (child.pid !== undefined) process.kill(-child.pid, signal);
}

/** Whether `target` is missing or older than the newest of `sources` (files, or folders with all their files). */
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

/** The first free port from `port` on. */
function freePort(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(freePort(port + 1)));
    probe.listen(port, () => probe.close(() => resolve(port)));
  });
}
