// `npm test` runs every check and the quick tests; `npm run test:full` (`--full`) runs the other tests. The last line counts
// passed and failed tests. Tests that this machine cannot run are listed as not verified and count as neither.
// Plain JavaScript for Node 20: the checks themselves run on the Node of node_modules.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
const tiers = { quick: ['unit', 'integration', 'hostile'], full: ['corpus', 'flows', 'laws', 'e2e'] };
const isFull = process.argv.includes('--full');
const scratch = mkdtempSync(join(scratchParent(), 'genlock-test-'));
// PostgreSQL does not run as root: its own user must reach its folder.
chmodSync(scratch, 0o755);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Ctrl-C also reaches the running program. This script then removes the folder, which can be in memory, and ends.
process.on('SIGINT', () => undefined);
const summary = join(scratch, 'summary.json');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tarball = `"${join(scratch, `genlock-${version}.tgz`)}"`;

const checks = [
  ['build', 'npm run --silent build'],
  ['lint', 'npm run --silent lint'],
  ['format', 'npm run --silent format:check'],
  ['types', 'tsc -p tsconfig.json'],
  ['types inside the sandbox', 'tsc -p sandbox/guest/tsconfig.json'],
  ['types of static files', 'tsc -p src/render/static/tsconfig.json'],
  ['dead code', 'knip'],
  // Without scripts, because `prepack` would build again.
  ['package', `npm pack --silent --ignore-scripts --pack-destination "${scratch}"`],
  ['package contents', `publint --strict ${tarball}`],
  ['package types', `attw ${tarball} --profile esm-only`],
];

const failed = isFull ? checks.slice(0, 1).filter(([name, command]) => !check(name, command)) : runChecks();
const tests = runTests(isFull ? tiers.full : tiers.quick);

const failures = [...failed.map(([name]) => `check: ${name}`), ...tests.failed];
console.log('');
for (const { test, reason, remedy } of tests.notVerified)
  console.log(`Not verified: ${test}: ${reason}. To run it: ${remedy}`);
for (const failure of failures) console.log(`Failed: ${failure}`);
const counts = { passed: (isFull ? 0 : checks.length + 1 - failed.length) + tests.passed, failed: failures.length };
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (process.env.GENLOCK_TEST_COUNTS !== undefined) {
  appendFileSync(process.env.GENLOCK_TEST_COUNTS, `${counts.passed} ${counts.failed}\n`);
}
process.exitCode = failures.length === 0 ? 0 : 1;

/** Runs every check. Returns the failed ones. */
function runChecks() {
  const manifest = readFileSync(join(root, 'oclif.manifest.json'), 'utf8');
  const failed = checks.filter(([name, command]) => !check(name, command));
  const isStale = readFileSync(join(root, 'oclif.manifest.json'), 'utf8') !== manifest;
  const cause =
    'oclif.manifest.json was stale: a command changed after the last build. The build has written it: commit it';
  return isStale ? [...failed, [cause]] : failed;
}

/**
 * The folder for temporary files. Tests write many small files, so memory is used where it has room: on a disk the
 * same tests need twice the system time.
 */
function scratchParent() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < 8 * 2 ** 30) return tmpdir();
    const probe = mkdtempSync(join(memory, 'genlock-probe-'));
    try {
      writeFileSync(join(probe, 'run'), '#!/bin/sh\n', { mode: 0o755 });
      return spawnSync(join(probe, 'run')).status === 0 ? memory : tmpdir();
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  } catch {
    return tmpdir();
  }
}

/** Runs one check; its output is shown only if it fails. */
function check(name, command) {
  const started = Date.now();
  const { status, stdout, stderr } = run(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

/** Runs the tests of these vitest projects. A run with `.only` or without a summary fails. */
function runTests(projects) {
  const selected = projects.map((name) => `--project ${name}`).join(' ');
  // Tests of the full tier wait for servers, browsers and npm for a quarter of the time.
  const workers = isFull ? '--maxWorkers=3' : '';
  const reporters = '--reporter=default --reporter=./test/support/reporter.ts';
  const { status } = run(`vitest run --allowOnly=false ${workers} ${selected} ${reporters}`, {
    stdio: 'inherit',
    env: { GENLOCK_TEST_SUMMARY: summary, TMPDIR: scratch },
  });
  try {
    const result = JSON.parse(readFileSync(summary, 'utf8'));
    if (status !== 0 && result.failed.length === 0) result.failed.push(`vitest ended with ${status}`);
    return result;
  } catch {
    return { passed: 0, failed: ['vitest gave no result'], notVerified: [] };
  }
}

function run(command, options) {
  // `npm test --silent` would also silence the npm that tests start and whose output they check.
  const env = { ...process.env, PATH: path, npm_config_loglevel: undefined, ...options.env };
  const result = spawnSync(command, { cwd: root, shell: true, maxBuffer: 64 << 20, ...options, env });
  if (result.signal === 'SIGINT' || result.status === 130) process.exit(130);
  return result;
}
