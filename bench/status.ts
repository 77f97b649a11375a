/**
 * Compares `genlock status` of a project of 2,000 files with `node -e 0` and `git status`: with a warm index, and after
 * an edit. In fewer rounds, also measures `status` without an index, `sync` and `add`, and all commands with three
 * times the files.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interleave, type Candidate, type Measured } from './measure.ts';
import { configurationOf } from './things.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 9);
/** Rounds of the commands that take seconds. */
const longRounds = Number(process.argv[3] ?? 1);
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
const env = { HOME: work, CI: '1' };
const genlock = join(root, 'bin/run.js');
const run = (command: string, args: readonly string[], cwd: string): void => {
  execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
};

interface Project {
  readonly name: string;
  /** Files in it without Genlock's own. */
  readonly files: number;
}

/** A project of that many entities, committed. */
function project(entities: number): Project {
  const name = `things${String(entities)}`;
  const cwd = join(work, name);
  writeFileSync(join(work, 'genlock.json'), configurationOf(entities));
  run(process.execPath, [genlock, 'init', name, '--config', join(work, 'genlock.json'), '--yes'], work);
  run('git', ['init', '-q'], cwd);
  // It would tidy up in the background.
  run('git', ['config', 'gc.auto', '0'], cwd);
  run('git', ['add', '-A'], cwd);
  run('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.test', 'commit', '-qm', 'made'], cwd);
  const paths = readdirSync(cwd, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile() && !/[/\\]\.(?:genlock|git)(?:[/\\]|$)/u.test(entry.parentPath));
  return { name, files: files.length };
}

/** The same project once more, for a command that changes it. */
function copy({ name, files }: Project, suffix: string): Project {
  cpSync(join(work, name), join(work, `${name}${suffix}`), { recursive: true });
  return { name: `${name}${suffix}`, files };
}

const of = ({ name }: Project, ...args: readonly string[]): Omit<Candidate, 'name'> => ({
  command: process.execPath,
  args: [genlock, ...args],
  cwd: join(work, name),
  env: { ...env, GENLOCK_CACHE: join(work, 'cache', name) },
});

cpSync(join(root, 'examples/plugins/guestbook'), join(work, 'guestbook'), { recursive: true });
const [small, large] = [project(140), project(420)];

const [asked, edited, unknown] = ['status, warm index', 'status, one file edited', 'status, no index'] as const;

/** The commands for one of the projects; those that change it have a copy of their own. */
function candidatesOf(one: Project): readonly Candidate[] {
  const [touched, forgotten, changed] = [copy(one, '-edited'), copy(one, '-forgotten'), copy(one, '-changed')];
  const edit = (): void => appendFileSync(join(work, touched.name, 'server/app.ts'), '// edited\n');
  const forget = (): void => rmSync(join(work, 'cache', forgotten.name), { recursive: true, force: true });
  const reset = (): void => {
    run('git', ['reset', '-q', '--hard'], join(work, changed.name));
    run('git', ['clean', '-qfd'], join(work, changed.name));
  };
  return [
    { name: `${asked} ${one.name}`, ...of(one, 'status') },
    { name: `${edited} ${one.name}`, ...of(touched, 'status'), reset: edit },
    { name: `${unknown} ${one.name}`, ...of(forgotten, 'status'), reset: forget },
    { name: `sync ${one.name}`, ...of(one, 'sync') },
    { name: `add ${one.name}`, ...of(changed, 'add', '../guestbook', '--yes'), reset },
  ];
}

const candidates = [small, large].flatMap(candidatesOf);
const [quick, slow] = [
  candidates.filter(({ name }) => name.startsWith(asked) || name.startsWith(edited)),
  candidates.filter(({ name }) => !name.startsWith(asked) && !name.startsWith(edited)),
];
const beside: readonly Candidate[] = [
  { name: 'node -e 0', command: process.execPath, args: ['-e', '0'], cwd: work },
  { name: 'git status', command: 'git', args: ['status', '--short'], cwd: join(work, small.name) },
];

// The index does not store changes within the last tick of the file system's clock. A second run completes it.
await sleep(2500);
for (let time = 0; time < 2; time += 1) {
  for (const { args, cwd, env: of_ } of quick)
    execFileSync(process.execPath, args, { cwd, env: { ...process.env, ...of_ }, stdio: 'ignore' });
}

const results = new Map([
  ...(await interleave([...beside, ...quick], rounds)),
  ...(await interleave(slow, longRounds, { warmUp: false })),
]);
const cost = (name: string): Measured =>
  results.get(name) ?? { wallMs: Number.NaN, cpuMs: Number.NaN, peakMiB: Number.NaN };
const [node, git] = [cost('node -e 0'), cost('git status')];
const unit = { wallMs: node.wallMs + git.wallMs, cpuMs: node.cpuMs + git.cpuMs };
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds, ${longRounds} of commands that take seconds`,
);
console.log('\n| command | files | ms | × time | processor, ms | × processor time | × processor time a file |');
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const command of [asked, edited, unknown, 'sync', 'add']) {
  for (const { name, files } of [small, large]) {
    const { wallMs, cpuMs } = cost(`${command} ${name}`);
    const perFile = cpuMs / files / (cost(`${command} ${small.name}`).cpuMs / small.files);
    const ratios = [
      wallMs.toFixed(0),
      (wallMs / unit.wallMs).toFixed(1),
      cpuMs.toFixed(0),
      (cpuMs / unit.cpuMs).toFixed(1),
    ];
    console.log(`| ${command} | ${files} | ${ratios.join(' | ')} | ${perFile.toFixed(2)} |`);
  }
}
console.log(
  `| node -e 0 + git status | ${small.files} | ${unit.wallMs.toFixed(0)} | 1.0 | ${unit.cpuMs.toFixed(0)} | 1.0 | |`,
);
rmSync(work, { recursive: true, force: true });
