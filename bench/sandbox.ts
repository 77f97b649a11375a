/**
 * Compares a run of a small plugin with `node -e 0`: with a new worker, with a prestarted worker, and with several runs
 * at once, isolated and as a bare process. `node bench/sandbox.ts [rounds]` after a build.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runPlugin, prestartWorker, type RunInput, type RunReport } from '../sandbox/index.ts';
import { runWith } from '../sandbox/host/run.ts';
import { workingIsolation } from '../sandbox/host/start.ts';
import { availableIsolations } from '../sandbox/host/isolation.ts';
import { workerProgram } from '../sandbox/host/worker-process.ts';
import { measure, median, report, type Candidate, type Run } from './measure.ts';

const rounds = Number(process.argv[2] ?? 15);
const encoder = new TextEncoder();
const source = `import { copyTemplates, registerAPIRoutes, registerAdminMenu, registerCSS } from 'genlock/sdk';
export default async function generate(context) {
  registerCSS({ accent: '#336699' });
  registerAdminMenu({ label: 'Reports', href: '/reports', icon: 'chart' });
  registerAPIRoutes([{ methods: ['GET'], path: '/reports', handler: 'server/reports.list' }]);
  await copyTemplates({ variables: { title: 'Reports' } });
}
`;
const input: RunInput = {
  plugin: { name: 'reports', version: '1.0.0', frameworks: ['express'] },
  files: new Map([
    ['generator.js', encoder.encode(source)],
    ['templates/express/server/reports.ts', encoder.encode('export const list = {{json title}};\n'.repeat(20))],
    ['templates/shared/README.md', encoder.encode('# {{title}} of {{name}}\n')],
  ]),
  context: { framework: 'express', database: 'file', settings: {} },
  project: { name: 'shop' },
};
const empty: Candidate = { name: 'node -e 0', command: process.execPath, args: ['-e', '0'], cwd: '/' };

/** Returns the reports of its runs. The time before `begin` is not measured. */
type Way = (begin: () => void) => Promise<readonly RunReport[]>;

const cold: Way = async (begin) => {
  begin();
  return [await runPlugin(input)];
};
const waiting: Way = async (begin) => {
  prestartWorker();
  await wait(400);
  begin();
  return [await runPlugin(input)];
};
const bare: Way = async (begin) => {
  begin();
  return [await runWith(workerProgram(128), input, { isolations: availableIsolations().slice(-1) })];
};
const atOnce =
  (count: number): Way =>
  async (begin) => {
    begin();
    return Promise.all(Array.from({ length: count }, () => runPlugin(input)));
  };

await runPlugin(input);
const { peakMiB } = await measure(empty);
const ways: Readonly<Record<string, Way>> = {
  [`a run, ${workingIsolation().name}`]: cold,
  'a run, bare process': bare,
  'a run, prestarted worker': waiting,
  'two at once': atOnce(2),
  'eight at once': atOnce(8),
};

const runs = new Map<string, Run[]>([empty.name, ...Object.keys(ways)].map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  runs.get(empty.name)?.push({ wallMs: await emptyMs(), peakMiB });
  for (const [name, way] of Object.entries(ways)) runs.get(name)?.push(await timed(way));
}
const medians = [...runs].map(([name, list]): [string, Run] => [
  name,
  { wallMs: median(list.map(({ wallMs }) => wallMs)), peakMiB: median(list.map(({ peakMiB }) => peakMiB)) },
]);
console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds`);
console.log('Memory is what the workers hold at their end, summed; of node -e 0 its peak.\n');
console.log(report(new Map(medians), empty.name));

/** Measures `node -e 0` without sampling memory, because sampling slows the process. */
async function emptyMs(): Promise<number> {
  const began = performance.now();
  await once(spawn(empty.command, empty.args, { cwd: empty.cwd, stdio: ['ignore', 'pipe', 'pipe'] }), 'close');
  return performance.now() - began;
}

async function timed(way: Way): Promise<Run> {
  let began = 0;
  const reports = await way(() => {
    began = performance.now();
  });
  const wallMs = performance.now() - began;
  if (reports.some(({ operations }) => operations.length !== 4)) throw new Error('a run gave something else');
  return { wallMs, peakMiB: reports.reduce((sum, { cost }) => sum + cost.memoryBytes, 0) / 1024 / 1024 };
}
