/** Background jobs of a plugin and of a project: consent, policy, validation, exact removal. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { syncProject } from '../../src/flows/project/sync.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { codesOf, copyFixture, editGenerator, newLifeWith, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let home: string;
let how: How;
let folder: string;

beforeEach(async () => {
  ({ life, home, how } = await newLifeWith());
  folder = copyFixture('reports', life);
});

const read = (path: string): string => readFileSync(join(life.root, path), 'utf8');

const key = '\n  "jobs": true,';

/** Replaces a string in genlock.json and renders the project again. */
async function edit(from: string, to: string): Promise<void> {
  const path = join(life.root, 'genlock.json');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  await syncProject({ cwd: life.root, yes: true, dryRun: false, install: false }, quietPorts);
}

test('jobs of a plugin need consent with their times, and are removed exactly', async () => {
  const before = treeHash(life.root);
  const result = await life.add([folder], how);
  expect(result.plugins[0]).toMatchObject({
    asks: true,
    footprint: { jobs: ['count * * * * * Europe/Berlin', 'send queued'] },
  });
  expect(read('server/generated/jobs.ts')).toContain("name: 'reports/count'");
  expect((await verifyProject({ cwd: life.root, strict: true })).status).toBe('verified');
  await life.remove(['reports'], how);
  expect([...treeHash(life.root)]).toEqual([...before]);
});

test.each([
  ["schedule: '* * * * *'", "schedule: '*/2 * * * *'", ['count */2 * * * * Europe/Berlin']],
  ["'Europe/Berlin'", "'UTC'", ['count * * * * * UTC']],
  ["name: 'send'", "name: 'post'", ['post queued']],
])('needs consent for more in an update: %s', async (from, to, jobs) => {
  await life.add([folder], how);
  editGenerator(folder, from, to);
  const result = await life.add([folder], { ...how, yes: true });
  expect(result.plugins[0]).toMatchObject({ asks: true, growth: { footprint: { jobs } } });
});

test('a policy denies jobs', async () => {
  const before = treeHash(life.root);
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  const policy = { version: 1, permissions: { deny: ['jobs'] } };
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify(policy));
  expect(await codesOf(life.add([folder], how))).toEqual(['POLICY_DENIED']);
  expect(treeHash(life.root)).toEqual(before);
});

test.each([
  ["module: 'server/lib/reports/send'", "module: 'server/lib/db'", 'JUDGE_JOB_MODULE'],
  ["name: 'count'", "name: 'send'", 'JUDGE_JOB_TWICE'],
  ["'Europe/Berlin'", "'Europe/Atlantis'", 'JUDGE_JOB_TIME_ZONE'],
  ["'* * * * *'", "'* * * * * *'", 'SANDBOX_CALL'],
  ['retries: 0', 'retries: 21', 'SANDBOX_CALL'],
  ['retries: 0', 'retries: -0', 'SANDBOX_CALL'],
])('refuses a plugin with %s as %s', async (from, to, code) => {
  editGenerator(folder, from, to);
  expect(await codesOf(life.add([folder], how))).toEqual([code]);
});

test('a plugin cannot write a job of the project', async () => {
  mkdirSync(join(folder, 'templates/express/server/jobs'));
  writeFileSync(join(folder, 'templates/express/server/jobs/mine.ts'), 'export default {};\n');
  expect(await codesOf(life.add([folder], how))).toEqual(['JUDGE_PATH_CORE']);
});

test('the jobs of the report are validated in each database', async () => {
  const { runs } = await validatePlugin({ cwd: folder, folder }, { env: {}, clock: () => new Date(0) });
  expect(runs.map(({ footprint }) => footprint.jobs.length)).toEqual(runs.map(() => 2));
});

test('`jobs` in genlock.json adds the code of jobs and removes it exactly; own jobs stay', async () => {
  const before = treeHash(life.root);
  await edit('{', `{${key}`);
  expect(existsSync(join(life.root, 'server/lib/jobs/queue.ts'))).toBe(true);
  mkdirSync(join(life.root, 'server/jobs'));
  const own = join(life.root, 'server/jobs/own.ts');
  writeFileSync(own, 'mine\n');
  await life.add([folder], how);
  await life.remove(['reports'], how);
  expect(readFileSync(own, 'utf8')).toBe('mine\n');
  expect(read('server/generated/jobs.ts')).toContain('= [];');
  await edit(key, '');
  expect([...treeHash(life.root)].filter(([path]) => path !== 'server/jobs/own.ts')).toEqual([...before]);
});
