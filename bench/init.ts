/**
 * Compares `genlock init` with three entities with create-better-t-stack and create-vite, without an install in the
 * target. The peers are installed once, in a folder in the system's temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, report, type Candidate } from './measure.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);
const peers = join(tmpdir(), 'genlock-bench-peers');
const versions = { 'create-better-t-stack': '3.44.1', 'create-vite': '9.3.0' };

if (!existsSync(join(peers, 'node_modules', 'create-better-t-stack'))) {
  mkdirSync(peers, { recursive: true });
  writeFileSync(join(peers, 'package.json'), '{ "private": true }\n');
  const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...specs], {
    cwd: peers,
    stdio: 'inherit',
  });
}

const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
let moved = 0;

/**
 * Moves the result of the previous round away. ext4 skips the inodes of files that were deleted in the last seconds, so
 * a deletion here would make each new file several times slower to create.
 */
const reset = (name: string) => () => {
  if (existsSync(join(work, name))) renameSync(join(work, name), join(work, `earlier-${(moved += 1)}`));
};
const home = { HOME: work, CI: '1' };

const candidates: Candidate[] = [
  { name: 'node -e 0', command: process.execPath, args: ['-e', '0'], cwd: work },
  {
    name: 'genlock init, 3 entities',
    command: process.execPath,
    args: [join(root, 'bin/run.js'), 'init', 'shop', '--config', join(root, 'examples/shop/genlock.json'), '--yes'],
    cwd: work,
    env: home,
    reset: reset('shop'),
  },
  {
    name: 'create-better-t-stack',
    command: process.execPath,
    args: [
      join(peers, 'node_modules/create-better-t-stack/dist/cli.mjs'),
      ...['stack', '--frontend', 'react-router', '--backend', 'express', '--runtime', 'node', '--database', 'sqlite'],
      ...['--orm', 'prisma', '--auth', 'better-auth', '--api', 'trpc', '--addons', 'none', '--examples', 'none'],
      ...['--db-setup', 'none', '--web-deploy', 'none', '--server-deploy', 'none', '--payments', 'none'],
      ...['--no-git', '--no-install', '--package-manager', 'npm', '--disable-analytics'],
    ],
    cwd: work,
    env: home,
    reset: reset('stack'),
  },
  {
    name: 'create-vite react-ts',
    command: process.execPath,
    args: [join(peers, 'node_modules/create-vite/index.js'), 'vite', '--template', 'react-ts', '--no-interactive'],
    cwd: work,
    env: home,
    reset: reset('vite'),
  },
];

console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`);
console.log(report(await interleave(candidates, rounds), 'create-better-t-stack'));
rmSync(work, { recursive: true, force: true });
