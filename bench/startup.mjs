// Start time of commands as a multiple of `node -e 0`, which runs in the same round: medians of the wall time and means of the
// processor time. Run `node bench/startup.mjs [rounds]` after a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenMs, median } from './measure.ts';

const run = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
const subjects = {
  'node -e 0': ['-e', '0'],
  'genlock --version': [run, '--version'],
  'genlock --help': [run, '--help'],
  'genlock add --help': [run, 'add', '--help'],
  'genlock list': [run, 'list', '--cwd', join(work, 'shop')],
};

const config = fileURLToPath(new URL('../examples/shop/genlock.json', import.meta.url));
spawn([run, 'init', 'shop', '--config', config, '--yes']);

const wall = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
const processor = Object.fromEntries(Object.keys(subjects).map((name) => [name, 0]));
// The first round fills the compile cache and the disk cache. It does not count.
for (let round = -1; round < rounds; round += 1) {
  for (const [name, args] of Object.entries(subjects)) {
    const before = childrenMs();
    const started = performance.now();
    spawn(args);
    if (round < 0) continue;
    wall[name].push(performance.now() - started);
    processor[name] += (childrenMs() - before) / rounds;
  }
}
rmSync(work, { recursive: true, force: true });

const [base] = Object.keys(subjects);
console.log(`${rounds} interleaved rounds, Node ${process.versions.node}\n`);
console.log('| command | ms | × time | processor, ms | × processor time |\n|---|--:|--:|--:|--:|');
for (const name of Object.keys(subjects)) {
  const [time, unit] = [median(wall[name]), median(wall[base])];
  const ratio = (processor[name] / processor[base]).toFixed(2);
  console.log(
    `| ${name} | ${time.toFixed(1)} | ${(time / unit).toFixed(2)} | ${processor[name].toFixed(1)} | ${ratio} |`,
  );
}

function spawn(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: work, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}
