import type { CodeEntry } from '../entry.ts';

/** Running a registry of one's own. */
export const registryServerCodes = {
  REGISTRY_SERVER_MISSING: { exit: 'failed', hint: 'Install it with `npm install --save-dev verdaccio@6.10.4`.' },
  REGISTRY_SERVER_CONFIG_INVALID: { exit: 'usage', hint: 'Correct what is named in the registry’s configuration.' },
  REGISTRY_SERVER_INSECURE: {
    exit: 'refused',
    hint: 'Put something in front that ends TLS, and name its address with --public-url.',
  },
  REGISTRY_SERVER_UNGATED: {
    exit: 'integrity',
    hint: 'Look into registry.log in its folder; it does not start like this.',
  },
  REGISTRY_SERVER_RUNNING: {
    exit: 'refused',
    hint: 'Stop the other one. If it ran on another machine that is gone, delete registry.lock in the folder.',
  },
  REGISTRY_SERVER_FAILED: { exit: 'failed', hint: 'Check the folder, its owner and the port.' },
  REGISTRY_OWNER_INVALID: {
    exit: 'usage',
    hint: 'Name a user of this registry, and a package of it that its configuration has no publishers for.',
  },
  REGISTRY_USER_INVALID: { exit: 'usage', hint: 'Give another name, or a longer password.' },
} as const satisfies Record<string, CodeEntry>;
