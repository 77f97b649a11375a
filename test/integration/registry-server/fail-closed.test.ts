import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { registryFolder } from '../../../registry-server/folder.ts';
import { startRegistry } from '../../../registry-server/server.ts';
import { verdaccioConfiguration } from '../../../registry-server/verdaccio-configuration.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { configurationIn } from '../../support/verdaccio.ts';

type MakeGate = Parameters<typeof startRegistry>[1]['gate'];

async function startAndStop(gate: MakeGate, storage = temporaryFolder()): Promise<void> {
  const verdaccio = await loadVerdaccio(repository);
  const running = await startRegistry(configurationIn(storage), { verdaccio, ...(gate && { gate }) });
  await running.stop();
}

const broken = { isLoaded: false, identifies: () => true };

const brokenGates: readonly (readonly [what: string, code: string, gate: MakeGate])[] = [
  ['that never stands', 'REGISTRY_SERVER_UNGATED', () => ({ ...broken, register_middlewares: () => undefined })],
  // Verdaccio starts without the plugin, as the control shows.
  ['that is no plugin', 'REGISTRY_SERVER_UNGATED', () => broken as never],
  [
    'that throws',
    'REGISTRY_SERVER_FAILED',
    () => ({
      ...broken,
      register_middlewares: () => {
        throw new Error('broken');
      },
    }),
  ],
];

describe('fail closed', () => {
  test.each(brokenGates)('a gate %s prevents the start', async (_, code, gate) => {
    expect(await codesOf(startAndStop(gate))).toEqual([code]);
  });

  test('control: Verdaccio starts with a plugin that it cannot load, and without plugins', async () => {
    const { runServer } = await loadVerdaccio(repository);
    const storage = temporaryFolder();
    const plugins = { plugins: storage, middlewares: { 'genlock-gate': { enabled: true } } };
    const configuration = verdaccioConfiguration(configurationIn(storage), registryFolder(storage));
    const server = await runServer({ ...configuration, ...plugins });
    expect(server.listenerCount('request')).toBe(1);
  });

  test('refuses damaged records and a package without a record', async () => {
    const damaged = temporaryFolder();
    writeFileSync(join(damaged, 'gate.json'), '{"version":1');
    expect(await codesOf(startAndStop(undefined, damaged))).toEqual(['REGISTRY_SERVER_FAILED']);
    const stray = temporaryFolder();
    mkdirSync(join(stray, 'packages/@acme/chat'), { recursive: true });
    expect(await codesOf(startAndStop(undefined, stray))).toEqual(['REGISTRY_SERVER_FAILED']);
    const sound = temporaryFolder();
    expect(await codesOf(startAndStop(undefined, sound))).toEqual([]);
  });

  test('refuses a key of another kind', async () => {
    const storage = temporaryFolder();
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(storage, 'signing-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await codesOf(startAndStop(undefined, storage))).toEqual(['REGISTRY_SERVER_FAILED']);
  });
});
