/**
 * Compares `genlock plugin test` with a confined run of the same plugin. `node bench/plugin-test.ts [rounds]` after a
 * build.
 */
import { join } from 'node:path';
import { runPlugin } from '../sandbox/index.ts';
import { loadPlugin } from '../src/plugin/load.ts';
import { measure, median } from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);
const root = join(import.meta.dirname, '..');
const folder = join(root, 'examples/plugins/page-views');
const { manifest, files } = loadPlugin({ kind: 'folder', path: folder });
const command = { name: 'plugin test', command: process.execPath, cwd: root };
const args = [join(root, 'bin/run.js'), 'plugin', 'test', folder, '--json'];

async function confinedRun(): Promise<number> {
  const context = { framework: 'express', database: 'file', settings: {} } as const;
  const began = performance.now();
  await runPlugin({ plugin: manifest, files, context, project: { name: 'sample' } });
  return performance.now() - began;
}

await confinedRun();
const [runs, tests]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  for (let count = 0; count < 5; count += 1) runs.push(await confinedRun());
  tests.push((await measure({ ...command, args })).wallMs);
}
console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`);
console.log('| | × a confined run |\n|---|--:|\n| a confined run | 1 |');
console.log(`| genlock plugin test, page-views | ${(median(tests) / median(runs)).toFixed(0)} |`);
