import { expect, test } from 'vitest';
import { sandboxLayers } from '../../../sandbox/index.ts';
import type { DoctorResult } from '../../../src/flows/machine/doctor.ts';
import { doctorView } from '../../../src/ui/doctor.ts';
import { onPage } from './page.ts';

const result: DoctorResult = {
  version: '1.2.3',
  node: 'v24.21.0',
  platform: 'linux x64',
  canRun: true,
  sandbox: { wall: 'prlimit + bwrap', layers: sandboxLayers.map((layer) => ({ layer, live: true, possible: true })) },
  policy: { require: [], missing: [], problems: [] },
};
const none = { wall: 'none', layers: sandboxLayers.map((layer) => ({ layer, live: false, possible: false })) };

test('a machine with every layer', async () => {
  await expect(onPage((screen) => doctorView(result, screen))).toMatchFileSnapshot('cases/doctor-all.txt');
});

test('a machine without a working sandbox', async () => {
  const failure = { code: 'SANDBOX_START', message: 'isolated-vm has no build for darwin x64' } as const;
  const broken = { ...result, canRun: false, sandbox: { ...none, failure } };
  await expect(onPage((screen) => doctorView(broken, screen))).toMatchFileSnapshot('cases/doctor-none.txt');
});

test('shows the requirements of each missing sandbox layer', () => {
  const partly = none.layers.map(({ layer }, at) => ({ layer, live: at < 4, possible: true }));
  const text = onPage((screen) => doctorView({ ...result, sandbox: { wall: 'none', layers: partly } }, screen));
  for (const { layer, live } of partly) expect(text.includes(`${layer} needs`)).toBe(!live);
});

test('a layer that a policy requires and the machine does not have', () => {
  const policy = { require: ['isolate', 'no-network'], missing: ['no-network'], problems: [] } as const;
  const text = onPage((screen) => doctorView({ ...result, canRun: false, policy }, screen));
  expect(text).toContain('requires isolate, no-network');
  expect(text).toMatch(/No plugin can run here: policy requires no-network$/mu);
});

test('an invalid policy', () => {
  const where = { file: '/etc/genlock/policy.json', line: 3, column: 7 };
  const problems = [{ code: 'POLICY_INVALID', message: 'Unknown key "\u001B[2Jx".', where }] as const;
  const policy = { require: [], missing: [], problems };
  const text = onPage((screen) => doctorView({ ...result, canRun: false, policy }, screen));
  expect(text).toContain('POLICY_INVALID');
  expect(text).toContain('/etc/genlock/policy.json:3:7');
  expect(text).not.toContain('\u001B');
});
