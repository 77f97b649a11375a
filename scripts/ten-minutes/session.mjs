// A shell into which commands are pasted one after another, in a terminal of a given width.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Milliseconds until a pasted command is stopped. */
const longest = 600_000;

/** Whether `script` of util-linux can provide a terminal. */
export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** The environment of a user's shell: without the variables and PATH folders of npm, and of this repository. */
export function userEnvironment(env = process.env) {
  const own = Object.entries(env).filter(([key]) => !/^(?:npm_|INIT_CWD$|NODE$|NODE_OPTIONS$|CI$|VITEST)/u.test(key));
  const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/u.test(folder));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter) };
}

/** Pastes commands into bash. The folder carries over from one command to the next. */
export class Session {
  /** @param options `cwd`: the first folder; `columns`: the width; `env`: the whole environment; `terminal`: false for pipes */
  constructor({ cwd, columns, env, terminal = hasTerminal }) {
    this.terminal = terminal;
    this.cwd = cwd;
    this.columns = columns;
    this.env = { ...env, COLUMNS: String(columns) };
    /** One entry for each pasted command: `command`, `cwd`, `seconds`, `code` and `screen`. */
    this.log = [];
  }

  /** Pastes a command and waits for its end. */
  async paste(command) {
    const folder = mkdtempSync(join(tmpdir(), 'genlock-paste-'));
    const after = join(folder, 'after');
    const file = join(folder, 'command.sh');
    writeFileSync(file, `${command}\ncode=$?\npwd > '${after}'\nexit $code\n`);
    const started = performance.now();
    const { code, screen } = await this.run(`bash '${file}'`);
    const entry = { command, cwd: this.cwd, seconds: (performance.now() - started) / 1000, code, screen };
    this.log.push(entry);
    if (code === 0) this.cwd = readFileSync(after, 'utf8').trimEnd();
    rmSync(folder, { recursive: true });
    return entry;
  }

  /** Pastes a command that runs a server, waits until it answers, and stops it. */
  async serve(command, { paths = ['/', '/readyz'], seconds = 180 } = {}) {
    const port = await freePort();
    const started = performance.now();
    const child = spawn('bash', ['-c', command], {
      cwd: this.cwd,
      env: { ...this.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let screen = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (screen += text));
    const ended = once(child, 'exit');
    let isReady = false;
    while (!isReady && child.exitCode === null && performance.now() - started < seconds * 1000) {
      await pause(200);
      const answers = await Promise.all(paths.map((path) => answersAt(`http://localhost:${port}${path}`)));
      isReady = answers.every(Boolean);
    }
    const took = (performance.now() - started) / 1000;
    const signal = (name) => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, name);
    };
    signal('SIGINT');
    await Promise.race([ended, pause(10_000)]);
    signal('SIGKILL');
    const entry = { command, cwd: this.cwd, seconds: took, code: isReady ? 0 : (child.exitCode ?? 1), screen };
    this.log.push(entry);
    return entry;
  }

  async run(command) {
    const words = this.terminal
      ? ['script', '-qec', `stty cols ${this.columns} rows 40; ${command}`, '/dev/null']
      : ['bash', '-c', command];
    const [program, ...args] = words;
    const options = { cwd: this.cwd, env: this.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true };
    const child = spawn(program, args, options);
    // A command that waits for an answer fails. Its programs hold the pipes, so the whole group ends.
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), longest);
    let screen = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (screen += text));
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    return { code: code ?? 1, screen };
  }
}

async function answersAt(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(60_000) })).ok;
  } catch {
    return false;
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A port that is free on every address of this machine. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
