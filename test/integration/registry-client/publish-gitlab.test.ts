/** Provenance of a GitLab job, whose token is in the environment. */
import { expect, test, vi } from 'vitest';
import {
  parseSpec,
  publishRelease,
  readNpmSettings,
  readSigning,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { packageOf } from '../../support/archives.ts';
import { builders, issuer } from '../../support/attestations.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { publications } from '../../support/publications.ts';
import { sigstoreServer } from '../../support/sigstore-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

// The publishing library reads these variables once, on load.
vi.hoisted(() => {
  vi.stubEnv('GITHUB_ACTIONS', undefined);
  vi.stubEnv('GITLAB_CI', 'true');
});

test('publishes provenance that the client verifies', async () => {
  const sigstore = await builders();
  await using server = await sigstoreServer(sigstore);
  await using registry = await fakeRegistry();
  const published = publications(registry, 'chat');
  const subject = 'https://gitlab.example/acme/chat//.gitlab-ci.yml@refs/tags/v1.0.0';
  server.builder = subject;
  vi.stubEnv('SIGSTORE_ID_TOKEN', server.token);
  const settings: ClientSettings = {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: `registry=${registry.url}` }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date(),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    trustedRoot: sigstore.trustedRoot,
    signing: readSigning(server.env),
  };
  const manifest = { name: 'chat', version: '1.0.0' };
  const archive = packageOf({ 'package.json': JSON.stringify(manifest) });
  const release = { registry: registry.url, manifest, archive, tag: 'latest', access: 'public' } as const;
  await publishRelease({ ...release, provenance: true, stage: false }, settings);
  vi.unstubAllEnvs();
  expect(server.received).toEqual(['/ca/api/v2/signingCert', '/log/api/v1/log/entries']);
  expect(published.all).toHaveLength(1);
  expect((await resolveRelease(parseSpec('chat'), settings)).trust.provenance).toEqual({ issuer, subject });
});
