/** Addresses and names that somebody else wrote. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pacote from 'pacote';
import { expect, test, vi } from 'vitest';
import { fetchRelease, findRelease, parseSpec, type FoundRelease } from '../../../registry-client/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codeOf, settingsOf } from './asking.ts';

/** npm takes addresses of this host for repositories of git. */
const registry = 'https://gitlab.com/api/v4/packages/npm/';
const release: FoundRelease = {
  name: 'chat',
  version: '1.0.0',
  registry,
  tarball: `${registry}chat`,
  integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
  publishedAt: undefined,
  publisher: undefined,
  signatures: [],
  attestations: undefined,
  deprecated: undefined,
};

/** A git in the path that only leaves a trace. @returns the trace */
function tracedGit(): string {
  const folder = temporaryFolder();
  const trace = join(folder, 'trace');
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$@" >> '${trace}'\nexit 1\n`);
  chmodSync(join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  return trace;
}

test('an archive is an address, never a repository: git isn’t run', async () => {
  const trace = tracedGit();
  const fetched = (offline: boolean, proxy?: string) =>
    codeOf(async () => {
      const settings = settingsOf(`registry=${registry}\n${proxy === undefined ? '' : `proxy=${proxy}`}`, { offline });
      await fetchRelease(release, settings);
      return 'fetched';
    });
  expect(await fetched(true)).toBe('REGISTRY_OFFLINE');
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  await fetched(false, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
  proxy.close();
  // Over the network, through what guards every connection.
  expect(asked).toEqual(['gitlab.com:443']);
  expect(existsSync(trace)).toBe(false);
  // Control: npm's own way runs it, without the network too.
  await pacote.tarball(release.tarball, { cache: temporaryFolder(), offline: true }).catch(() => undefined);
  expect(existsSync(trace)).toBe(true);
  vi.unstubAllEnvs();
});

test.each(['git+ssh://host/x', 'https://host/x', 'github:a/b', 'file:x', '../x', 'x?y', '@ACME/chat', 'chat@1', ''])(
  'a name that was recorded and is %j isn’t asked for',
  async (name) => {
    const spec = { name, scope: undefined, wanted: '1.0.0', kind: 'version', registry } as const;
    const found = () => findRelease(spec, settingsOf(`registry=${registry}`, { offline: true }));
    expect(await codeOf(async () => (await found()).name)).toBe('REGISTRY_SPEC_INVALID');
  },
);

test.each(['@ACME/chat', '@acme/Chat', 'Chat', 'Chat@1'])(
  '%s is no name: its scope would not be the one that is bound',
  (spec) => {
    expect(() => parseSpec(spec)).toThrow(expect.objectContaining({ code: 'REGISTRY_SPEC_INVALID' }));
  },
);
