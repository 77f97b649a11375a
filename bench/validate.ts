/**
 * Compares `plugin validate` of a small plugin for three database kinds with one sandboxed run of the same plugin.
 * `node bench/validate.ts [rounds] [folder]` after a build.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validatePlugin } from '../src/flows/author/validate.ts';
import { runPlugins } from '../src/engine/run-plugins.ts';
import { loadPlugin } from '../src/plugin/load.ts';
import { unrestricted } from '../src/policy/effective-policy.ts';
import { median } from './measure.ts';

const rounds = Number(process.argv[2] ?? 15);
const folder = process.argv[3] ?? join(import.meta.dirname, '../examples/plugins/page-views');
const plugin = loadPlugin({ kind: 'folder', path: folder });
const { name, databases } = plugin.manifest;

const ways = {
  'one run': async () => {
    const [database = 'file'] = databases;
    const plugins = new Map([[name, { enabled: true, settings: {} }]]);
    await runPlugins(
      [plugin],
      { config: { name: 'sample', database, entities: [], plugins }, samples: true },
      unrestricted,
    );
  },
  'plugin validate': async () => {
    await validatePlugin({ cwd: tmpdir(), folder }, { env: {}, clock: () => new Date() });
  },
};

for (const way of Object.values(ways)) await way();
const times = new Map<string, number[]>(Object.keys(ways).map((key) => [key, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [key, way] of Object.entries(ways)) {
    const began = performance.now();
    await way();
    times.get(key)?.push(performance.now() - began);
  }
}
const unit = median(times.get('one run') ?? []);
console.log(`Node ${process.version}, medians of ${rounds} interleaved rounds, ${name} on ${databases.join(', ')}\n`);
console.log('| | ms | × one run |\n|---|--:|--:|');
for (const [key, list] of times)
  console.log(`| ${key} | ${median(list).toFixed(0)} | ${(median(list) / unit).toFixed(2)} |`);
