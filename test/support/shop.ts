import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { end, untilReady } from './child-server.ts';
import { genlock, repository, run, type Finished } from './cli.ts';
import { freePort } from './free-port.ts';
import { once } from './once.ts';
import { runFolder } from './run-folder.ts';

/** A generated project, installed and migrated, in a folder of its own. */
export interface Shop {
  readonly root: string;
  readonly remove: () => void;
}

const sample = ['--config', join(repository, 'examples/shop/genlock.json')];

/**
 * Generates, installs and migrates a project (MongoDB has no migrations); throws with the output of whatever failed.
 *
 * @param choices what `init` is given; the sample configuration if absent
 * @param env e.g. `DATABASE_URL`, for the migration
 * @param name the name of the project
 */
export async function makeShop(
  choices: readonly string[] = sample,
  env: Readonly<Record<string, string>> = {},
  name = 'shop',
): Promise<Shop> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-shop-')));
  const root = join(folder, name);
  done(await genlock(['init', name, ...choices, '--yes'], { cwd: folder }));
  await installPackages(root);
  if (!choices.includes('document'))
    done(await genlock(['db', 'migrate', 'dev', '--name', 'init'], { cwd: root, env }));
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Installs the packages of a generated project like its owner. The first project of a run installs from an empty
 * folder. Projects with the same `package.json` get the packages and the lockfile of the first one. The others start
 * with the packages of the run's first project and run npm.
 *
 * @throws Error with the output of npm
 */
export async function installPackages(root: string, env: Readonly<Record<string, string | undefined>> = {}) {
  const install = async () => {
    const flags = ['--no-audit', '--no-fund', '--prefer-offline'];
    done(await run(['npm', 'install', ...flags], { cwd: root, env: { PATH: pathWithoutOurs(), ...env } }));
  };
  const kept = join(runFolder(), `packages-${digestOfSources(root, env)}`);
  const keep = async () => {
    mkdirSync(`${kept}-new`);
    await copyInstalled(root, `${kept}-new`);
    renameSync(`${kept}-new`, kept);
    return kept;
  };
  const first = await once(join(runFolder(), 'first-packages'), async () => {
    await install();
    return keep();
  });
  if (first !== kept) {
    await once(`${kept}-ready`, async () => {
      await link(join(first, 'node_modules'), join(root, 'node_modules'));
      await install();
      return keep();
    });
  }
  if (!existsSync(join(root, 'node_modules'))) await copyInstalled(kept, root);
}

/** Digest of all that decides which packages npm installs. */
function digestOfSources(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const sources = ['package.json', '.npmrc'].map((name) => readFileSync(join(root, name), 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([sources, env]))
    .digest('hex');
}

/** Copies the packages of a project and npm's lockfile, which npm later overwrites in place. */
async function copyInstalled(from: string, to: string): Promise<void> {
  await link(join(from, 'node_modules'), join(to, 'node_modules'));
  copyFileSync(join(from, 'package-lock.json'), join(to, 'package-lock.json'));
}

/** Copies a folder of packages as hard links. */
async function link(from: string, to: string): Promise<void> {
  done(await run(['cp', '-al', from, to], { cwd: runFolder() }));
}

/**
 * Returns a PATH without the tools of this repository, except its Node. Tests for the other supported Node versions use
 * `findNode`.
 */
export function pathWithoutOurs(): string {
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return [dirname(process.execPath), ...others].join(delimiter);
}

/**
 * Creates substitutes for the Prisma 6 engines. Generating a client needs no engine, and the engines would have to be
 * downloaded.
 *
 * @param folder target folder
 */
export function withoutEngines(folder: string): Readonly<Record<string, string>> {
  const engine = join(folder, 'no-engine');
  writeFileSync(engine, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return { PRISMA_SCHEMA_ENGINE_BINARY: engine, PRISMA_QUERY_ENGINE_LIBRARY: engine };
}

/** @throws Error with everything the program printed, unless it ended well. */
export function done(finished: Finished): Finished {
  if (finished.code !== 0) throw new Error(`exit ${finished.code}\n${finished.stdout}\n${finished.stderr}`);
  return finished;
}

/**
 * Runs npm like the project's owner, without tools of this repository.
 *
 * @throws Error with the output, unless npm ends well
 */
export async function npm(root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const own = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined, ...env };
  return done(await run(['npm', ...args], { cwd: root, env: own }));
}

/**
 * The type check of a generated project, by one checker. Several are faster where there are cores, but each of them
 * checks the types that they share.
 */
export const typecheck = 'typecheck -- --singleThreaded';

/** A running server of a generated project. */
export interface Served {
  readonly url: string;
  readonly pid: number | undefined;
  /** Returns the output so far. */
  readonly output: () => string;
  /** SIGTERM; resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the built server as `npm start` does, and waits until it is ready. */
export async function serve(root: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const port = await freePort();
  const child = spawn('node', ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutOurs(), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => output);
  return { url, pid: child.pid, output: () => output, stop: () => end(child, 'SIGTERM') };
}
