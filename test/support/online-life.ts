import { fakeRegistry, type FakeRegistry } from './fake-registry.ts';
import { newLife, type How, type Life } from './life.ts';
import { temporaryFolder } from './temporary.ts';

/** A project, and a registry it gets plugins from. */
export interface OnlineLife {
  readonly registry: FakeRegistry;
  readonly life: Life;
  /** An empty home. */
  readonly home: string;
  /** Commands that ask the registry, with `--yes`. */
  readonly online: How;
}

/** A new project, and an empty registry, to be disposed of. */
export async function newOnlineLife(): Promise<OnlineLife> {
  const registry = await fakeRegistry();
  const home = temporaryFolder();
  const env = { HOME: home, npm_config_registry: registry.url };
  return { registry, life: await newLife(), home, online: { network: true, yes: true, env } };
}
