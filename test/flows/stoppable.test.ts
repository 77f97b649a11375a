import { expect, test } from 'vitest';
import { selectPlugins } from '../../src/engine/select-plugins.ts';
import { interruptible } from '../../src/engine/packages/interruptible.ts';
import { loadPolicy } from '../../src/engine/policy/load.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { codesOf } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('one Ctrl-C stops all that is fetched at once, and is listened for once', async () => {
  const before = process.listeners('SIGINT');
  const fetching = Array.from({ length: 12 }, () => codesOf(interruptible(aborted)));
  const added = process.listeners('SIGINT').filter((listener) => !before.includes(listener));
  expect(added).toHaveLength(1);
  added[0]?.('SIGINT');
  expect(await Promise.all(fetching)).toEqual(fetching.map(() => ['INTERRUPTED']));
  expect(process.listeners('SIGINT')).toEqual(before);
});

test('does not wait for a silent registry if another plugin is missing', async () => {
  await using registry = await fakeRegistry();
  const asked = Promise.withResolvers<void>();
  const closed = new Promise((resolve) => {
    registry.answer('/silent', (_, response) => {
      response.once('close', resolve);
      asked.resolve();
    });
  });
  registry.answer('/missing', (_, response) => void asked.promise.then(() => response.writeHead(404).end()));
  const cwd = temporaryFolder();
  const ports = { ...quietPorts, env: { HOME: cwd, npm_config_registry: registry.url } };
  const places = { cwd, root: cwd, lockfile: undefined, offline: false, policy: await loadPolicy({ cwd }, ports) };
  expect(await codesOf(selectPlugins(['silent', 'missing'], places, ports))).toEqual(['REGISTRY_PACKAGE_NOT_FOUND']);
  await closed;
});
