// `npm test`: every check and every test. The last line says how many passed and failed; what this machine couldn't run is
// listed as not verified and counts as neither. Plain JavaScript for Node 20; the checks themselves run on the Node of node_modules.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
const scratch = mkdtempSync(join(tmpdir(), 'genlock-test-'));
const summary = join(scratch, 'summary.json');

const checks = [
  ['build', 'npm run --silent build'],
  ['lint', 'npm run --silent lint'],
  ['format', 'npm run --silent format:check'],
  ['types', 'tsc -p tsconfig.json'],
  ['types inside the sandbox', 'tsc -p sandbox/guest/tsconfig.json'],
  ['dead code', 'knip'],
  ['package contents', 'publint --strict'],
  ['package types', 'attw --pack . --profile esm-only'],
];

const manifest = readFileSync(join(root, 'oclif.manifest.json'), 'utf8');
const failed = checks.filter(([name, command]) => !check(name, command)).map(([name]) => `check: ${name}`);
if (readFileSync(join(root, 'oclif.manifest.json'), 'utf8') !== manifest) {
  failed.push('check: oclif.manifest.json was stale; the build has written it again');
}
const tests = runTests();
rmSync(scratch, { recursive: true, force: true });

const failures = [...failed, ...tests.failed];
console.log('');
for (const { test, reason, remedy } of tests.notVerified)
  console.log(`Not verified: ${test}: ${reason}. To run it: ${remedy}`);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${checks.length + 1 - failed.length + tests.passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Runs one check; its output is shown only if it fails. */
function check(name, command) {
  const started = Date.now();
  const { status, stdout, stderr } = run(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

/** All tests; `.only` isn't allowed, and what vitest itself calls a success is not taken for one. */
function runTests() {
  const { status } = run('vitest run --allowOnly=false --reporter=default --reporter=./test/support/reporter.ts', {
    stdio: 'inherit',
    env: { GENLOCK_TEST_SUMMARY: summary },
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
  const env = { ...process.env, PATH: path, ...options.env };
  return spawnSync(command, { cwd: root, shell: true, maxBuffer: 64 << 20, ...options, env });
}
