/**
 * Compares `genlock add` of a small plugin folder to a project of 20 entities with `create-better-fullstack add` of an
 * email service to its project. Neither installs packages. The peer is installed once, in the system's temporary
 * folder.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, report, type Candidate } from './measure.ts';
import { configurationOf } from './things.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);
const peers = join(tmpdir(), 'genlock-bench-fullstack');
const peer = join(peers, 'node_modules/create-better-fullstack');
const version = '2.6.7';

if (!existsSync(peer)) {
  mkdirSync(peers, { recursive: true });
  writeFileSync(join(peers, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `create-better-fullstack@${version}`];
  execFileSync('npm', install, { cwd: peers, stdio: 'inherit' });
}

const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
const env = { HOME: work, CI: '1' };
const run = (args: readonly string[], cwd: string): void => {
  execFileSync(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
};
const genlock = join(root, 'bin/run.js');
const fullstack = join(peer, 'dist/cli.mjs');

/** Restores the project before each measured command. */
function fresh(name: string): () => void {
  cpSync(join(work, name), join(work, `${name}.before`), { recursive: true });
  return () => {
    rmSync(join(work, name), { recursive: true });
    cpSync(join(work, `${name}.before`), join(work, name), { recursive: true });
  };
}

writeFileSync(join(work, 'genlock.json'), configurationOf(20));
cpSync(join(root, 'examples/plugins/guestbook'), join(work, 'guestbook'), { recursive: true });
run([genlock, 'init', 'things', '--config', join(work, 'genlock.json'), '--yes'], work);
run(
  [
    fullstack,
    ...['stack', '--frontend', 'react-router', '--backend', 'express', '--runtime', 'node', '--database', 'sqlite'],
    ...['--orm', 'prisma', '--auth', 'better-auth', '--api', 'trpc', '--addons', 'none', '--examples', 'none'],
    ...['--db-setup', 'none', '--web-deploy', 'none', '--server-deploy', 'none', '--payments', 'none'],
    ...['--no-git', '--no-install', '--package-manager', 'npm'],
  ],
  work,
);

const candidates: Candidate[] = [
  { name: 'node -e 0', command: process.execPath, args: ['-e', '0'], cwd: work },
  {
    name: 'genlock add, 20 entities',
    command: process.execPath,
    args: [genlock, 'add', '../guestbook', '--yes'],
    cwd: join(work, 'things'),
    env,
    reset: fresh('things'),
  },
  {
    name: `create-better-fullstack ${version} add`,
    command: process.execPath,
    args: [fullstack, 'add', '--email', 'resend'],
    cwd: join(work, 'stack'),
    env,
    reset: fresh('stack'),
  },
];

console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`);
const reference = `create-better-fullstack ${version} add`;
const results = await interleave(candidates, rounds);
console.log(report(results, reference));
// Load on the machine increases wall time, mostly of commands with several processes. It hardly changes processor time.
const unit = results.get(reference)?.cpuMs ?? Number.NaN;
const times = [...results].map(([name, { cpuMs }]) => `${name} ${(cpuMs / unit).toFixed(2)}`);
console.log(`\nIn processor time: ${times.join('; ')}.`);
rmSync(work, { recursive: true, force: true });
