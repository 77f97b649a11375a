/**
 * Compares `genlock add` of a small plugin from a local team registry with `npm install` of the same package, with a
 * cold and a warm cache.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, report, type Candidate } from './measure.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);
const genlock = join(root, 'bin/run.js');
const password = 'only for a benchmark';
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
const cold = join(work, 'cold');
const warm = join(work, 'warm');

execFileSync(process.execPath, [genlock, 'registry', 'user', 'add', 'ada'], { cwd: work, input: password });
const server = spawn(process.execPath, [genlock, 'registry', 'serve', '--port', '0', '--json'], { cwd: work });
const url = await new Promise<string>((resolve, reject) => {
  server.once('close', () => reject(new Error('the registry ended')));
  server.stdout.on('data', (chunk: Buffer) => {
    const [, found] = /"url": "([^"]+)"/u.exec(chunk.toString()) ?? [];
    if (found !== undefined) resolve(found);
  });
});
const answer = await fetch(new URL('-/user/org.couchdb.user:ada', url), {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'ada', password }),
});
const { token }: { token: string } = JSON.parse(await answer.text());

for (const home of [cold, warm]) {
  mkdirSync(home);
  writeFileSync(join(home, '.npmrc'), `registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`);
}
const envOf = (home: string) => ({
  HOME: home,
  CI: '1',
  XDG_CACHE_HOME: join(home, '.cache'),
  npm_config_cache: join(home, '.npm'),
  npm_config_userconfig: join(home, '.npmrc'),
});
const npmFlags = ['--no-audit', '--no-fund', '--no-update-notifier'];
cpSync(join(root, 'examples/plugins/guestbook'), join(work, 'guestbook'), { recursive: true });
execFileSync('npm', ['publish', ...npmFlags], {
  cwd: join(work, 'guestbook'),
  env: { ...process.env, ...envOf(warm) },
  stdio: 'ignore',
});

execFileSync(
  process.execPath,
  [genlock, 'init', 'shop', '--config', join(root, 'examples/shop/genlock.json'), '--yes'],
  { cwd: work, stdio: 'ignore' },
);
mkdirSync(join(work, 'empty'));
writeFileSync(join(work, 'empty/package.json'), '{ "private": true }\n');

/** Resets a project folder. For cold runs, also empties the download caches of the home folder. */
function fresh(name: string, home: string): () => void {
  const folder = `${name}-${home === cold ? 'cold' : 'warm'}`;
  return () => {
    rmSync(join(work, folder), { recursive: true, force: true });
    cpSync(join(work, name), join(work, folder), { recursive: true });
    if (home !== cold) return;
    // Node's compile cache is kept for both programs: it is not downloaded.
    const ours = join(home, '.cache/genlock');
    const fetched = existsSync(ours) ? readdirSync(ours).filter((name) => name !== 'compiled') : [];
    for (const cache of [join(home, '.npm'), ...fetched.map((name) => join(ours, name))])
      rmSync(cache, { recursive: true, force: true });
  };
}

const candidates: readonly Candidate[] = [cold, warm].flatMap((home) => {
  const state = home === cold ? 'cold' : 'warm';
  const common = { env: envOf(home) };
  const folder = {
    ...common,
    name: 'genlock add of the folder',
    command: process.execPath,
    args: [genlock, 'add', '../guestbook', '--yes'],
    cwd: join(work, `shop-${state}`),
    reset: fresh('shop', home),
  };
  return [
    ...(home === warm ? [folder] : []),
    {
      ...common,
      name: `genlock add, ${state}`,
      command: process.execPath,
      args: [genlock, 'add', 'guestbook', '--yes'],
      cwd: join(work, `shop-${state}`),
      reset: fresh('shop', home),
    },
    {
      ...common,
      name: `npm install, ${state}`,
      command: 'npm',
      args: ['install', 'guestbook', ...npmFlags],
      cwd: join(work, `empty-${state}`),
      reset: fresh('empty', home),
    },
  ];
});

try {
  const results = await interleave(candidates, rounds);
  console.log(
    `Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`,
  );
  console.log(report(results, 'npm install, cold'));
  // Load on the machine increases wall time, mostly of commands with several processes. It hardly changes processor
  // time.
  const times = [...results].map(([name, { cpuMs }]) => `${name} ${cpuMs.toFixed(0)} ms`);
  console.log(`\nIn processor time: ${times.join('; ')}.`);
} finally {
  server.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
