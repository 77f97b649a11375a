/**
 * `genlock status` of a project of 2,000 files beside `node -e 0` and `git status`: asked again, after an edit, and with
 * nothing remembered; and what that, `sync` and `add` cost with five times the files.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interleave, type Candidate, type Run } from './measure.ts';
import { configurationOf } from './things.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 3);
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
const [small, large] = [project(140), project(735)];

/** The commands for one of the projects; those that change it have a copy of their own. */
function candidatesOf(one: Project): readonly Candidate[] {
  const [edited, forgotten, changed] = [copy(one, '-edited'), copy(one, '-forgotten'), copy(one, '-changed')];
  const edit = (): void => appendFileSync(join(work, edited.name, 'server/app.ts'), '// edited\n');
  const forget = (): void => rmSync(join(work, 'cache', forgotten.name), { recursive: true, force: true });
  const reset = (): void => {
    run('git', ['reset', '-q', '--hard'], join(work, changed.name));
    run('git', ['clean', '-qfd'], join(work, changed.name));
  };
  return [
    { name: `status, asked again ${one.name}`, ...of(one, 'status') },
    { name: `status, one file edited ${one.name}`, ...of(edited, 'status'), reset: edit },
    { name: `status, nothing remembered ${one.name}`, ...of(forgotten, 'status'), reset: forget },
    { name: `sync ${one.name}`, ...of(one, 'sync') },
    { name: `add ${one.name}`, ...of(changed, 'add', '../guestbook', '--yes'), reset },
  ];
}

const candidates: Candidate[] = [
  { name: 'node -e 0', command: process.execPath, args: ['-e', '0'], cwd: work },
  { name: 'git status', command: 'git', args: ['status', '--short'], cwd: join(work, small.name) },
  ...[small, large].flatMap(candidatesOf),
];

// What was written within the last tick of a file system's clock isn't remembered, and what rests on it comes second.
await sleep(2500);
for (let time = 0; time < 2; time += 1) {
  for (const { name, args, cwd, env: of_ } of candidates) {
    if (name.startsWith('status'))
      execFileSync(process.execPath, args, { cwd, env: { ...process.env, ...of_ }, stdio: 'ignore' });
  }
}

const results = await interleave(candidates, rounds);
const cost = (name: string): Run => results.get(name) ?? { wallMs: Number.NaN, peakMiB: Number.NaN };
const unit = cost('node -e 0').wallMs + cost('git status').wallMs;
const commands = ['status, asked again', 'status, one file edited', 'status, nothing remembered', 'sync', 'add'];
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, medians of ${String(rounds)} interleaved rounds`,
);
console.log(
  `\n| command | ${small.files} files, ms | × (node -e 0 + git status) | ${large.files} files, ms | × time a file |`,
);
console.log('|---|--:|--:|--:|--:|');
for (const command of commands) {
  const [few, many] = [cost(`${command} ${small.name}`).wallMs, cost(`${command} ${large.name}`).wallMs];
  const perFile = many / large.files / (few / small.files);
  console.log(
    `| ${command} | ${few.toFixed(0)} | ${(few / unit).toFixed(1)} | ${many.toFixed(0)} | ${perFile.toFixed(2)} |`,
  );
}
console.log(`| node -e 0 + git status | ${unit.toFixed(0)} | 1.0 | | |`);
rmSync(work, { recursive: true, force: true });
