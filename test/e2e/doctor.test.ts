import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxLayers } from '../../sandbox/index.ts';
import type { DoctorResult } from '../../src/flows/machine/doctor.ts';
import { genlock, repository, run } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('genlock doctor shows every layer, at 80 columns', async () => {
  const { code, stdout, stderr } = await genlock(['doctor'], { cwd: temporaryFolder() });
  expect([code, stderr]).toEqual([0, '']);
  for (const layer of sandboxLayers) expect(stdout).toMatch(new RegExp(`^  ${layer} +(?:on|off|not possible) `, 'mu'));
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('--json says the same as data', async () => {
  const { code, stdout } = await genlock(['doctor', '--json'], { cwd: temporaryFolder() });
  const result: DoctorResult = JSON.parse(stdout);
  expect([code, result.canRun, result.node]).toEqual([0, true, process.version]);
  expect(result.sandbox.layers.map(({ layer }) => layer)).toEqual(sandboxLayers);
  // The first four layers need only Node, so they work on every machine.
  for (const { layer, live } of result.sandbox.layers.slice(0, 4)) expect([layer, live]).toEqual([layer, true]);
});

test('an installation no plugin can run in: exit 1', async () => {
  const folder = join(temporaryFolder(), 'genlock');
  for (const part of ['bin', 'dist', 'package.json', 'oclif.manifest.json']) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  rmSync(join(folder, 'dist', 'sandbox'), { recursive: true });
  const program = [process.execPath, join(folder, 'bin/run.js'), 'doctor', '--json'];
  const { code, stdout } = await run(program, { cwd: temporaryFolder() });
  const result: DoctorResult = JSON.parse(stdout);
  expect([code, result.canRun, result.sandbox.failure?.code]).toEqual([1, false, 'SANDBOX_START']);
});
