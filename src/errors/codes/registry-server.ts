import type { CodeEntry } from '../entry.ts';

/** Running a team registry. */
export const registryServerCodes = {
  REGISTRY_SERVER_MISSING: { exit: 'failed', hint: 'Install it with `npm install --save-dev verdaccio@6.10.4`.' },
  REGISTRY_SERVER_CONFIG_INVALID: { exit: 'usage', hint: 'Correct the named setting in the registry’s configuration.' },
  REGISTRY_SERVER_INSECURE: {
    exit: 'refused',
    hint: 'Use a proxy that terminates TLS, and pass its address with --public-url.',
  },
  REGISTRY_SERVER_UNGATED: {
    exit: 'integrity',
    hint: 'See registry.log in the storage folder.',
  },
  REGISTRY_SERVER_RUNNING: {
    exit: 'refused',
    hint: 'Stop the other registry. If it ran on a machine that no longer exists, delete registry.lock in the folder.',
  },
  REGISTRY_SERVER_FAILED: { exit: 'failed', hint: 'Check the folder, its owner and the port.' },
  REGISTRY_OWNER_INVALID: {
    exit: 'usage',
    hint: 'Name a user of this registry, and one of its packages without publishers in the configuration.',
  },
  REGISTRY_ADVISORY_INVALID: {
    exit: 'usage',
    hint: 'Give a published plugin with a range, such as "@acme/chat@<1.2.0", or correct the named line.',
  },
  REGISTRY_USER_INVALID: { exit: 'usage', hint: 'Give another name, or a longer password.' },
} as const satisfies Record<string, CodeEntry>;
