// How long the command takes to answer, as a multiple of `node -e 0` measured in the same round: medians of interleaved runs.
// `node bench/startup.mjs [rounds]` after a build.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const run = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
const subjects = {
  'node -e 0': ['-e', '0'],
  'genlock --version': [run, '--version'],
  'genlock --help': [run, '--help'],
  'genlock init --help': [run, 'init', '--help'],
};

const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
// The first round fills the compile cache and the disk cache, and isn't counted.
for (let round = -1; round < rounds; round += 1) {
  for (const [name, args] of Object.entries(subjects)) {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    if (round >= 0) times[name].push(performance.now() - started);
  }
}

const medians = Object.entries(times).map(([name, list]) => [name, median(list)]);
const [[, base]] = medians;
console.log(`medians of ${rounds} interleaved runs, Node ${process.versions.node}`);
for (const [name, time] of medians) {
  console.log(`${name.padEnd(20)} ${time.toFixed(1).padStart(7)} ms  ${(time / base).toFixed(2)} ×`);
}

function median(list) {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
