import type { RegistryErrorCode } from '../../../registry-client/errors.ts';
import type { CodeEntry } from '../entry.ts';

/** Registries and what they send. */
export const registryCodes = {
  REGISTRY_SPEC_INVALID: { exit: 'usage', hint: 'Give a name with a version, a range or a tag, such as chat@^1.2.0.' },
  REGISTRY_NOT_ALLOWED: {
    exit: 'refused',
    hint: 'Configure the registry in your own .npmrc, and have the policy allow it.',
  },
  REGISTRY_INSECURE: { exit: 'refused', hint: 'Use https; http is for this machine only.' },
  REGISTRY_CONFIG_INVALID: {
    exit: 'failed',
    hint: 'Correct what is named: a line of your own .npmrc, or a variable of the environment.',
  },
  REGISTRY_UNREACHABLE: {
    exit: 'failed',
    hint: 'Check the connection and the proxy; with --offline, where there is that, what was fetched before does.',
  },
  REGISTRY_UNTRUSTED: {
    exit: 'failed',
    hint: 'Name the authorities of your network with `cafile` in your own .npmrc; else tell who runs the registry.',
  },
  REGISTRY_TIMEOUT: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_TOO_LARGE: { exit: 'refused', hint: 'Ask who publishes the package to make it smaller.' },
  REGISTRY_UNAUTHORIZED: {
    exit: 'refused',
    hint: 'Sign in with `genlock login --registry <address>`, or ask for access.',
  },
  REGISTRY_PACKAGE_NOT_FOUND: { exit: 'failed', hint: 'Check the name, and which registry serves its scope.' },
  REGISTRY_VERSION_NOT_FOUND: { exit: 'failed', hint: 'Give another version, range or tag.' },
  REGISTRY_RATE_LIMITED: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_REFUSED: { exit: 'refused', hint: 'Correct what the registry names.' },
  REGISTRY_FAILED: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_ANSWER_INVALID: { exit: 'integrity', hint: 'Tell who runs the registry; nothing of it was used.' },
  REGISTRY_TOO_YOUNG: { exit: 'refused', hint: 'Wait, or name an older version.' },
  REGISTRY_INTEGRITY_MISSING: { exit: 'integrity', hint: 'Use a registry that gives the sha512 of what it serves.' },
  REGISTRY_INTEGRITY_MISMATCH: { exit: 'integrity', hint: 'Don’t use this package; tell who runs the registry.' },
  REGISTRY_SIGNATURE_INVALID: { exit: 'integrity', hint: 'Don’t use this package; tell who runs the registry.' },
  REGISTRY_PROVENANCE_INVALID: { exit: 'integrity', hint: 'Don’t use this package; tell who publishes it.' },
  REGISTRY_DOWNGRADE: { exit: 'refused', hint: 'If you mean it, name the version: genlock add <name>@<version>.' },
  REGISTRY_OFFLINE: { exit: 'failed', hint: 'Run it again with the network and without --offline.' },
  REGISTRY_PUBLISH_REFUSED: { exit: 'refused', hint: 'Correct what the registry names, and publish again.' },
  ARCHIVE_REFUSED: { exit: 'refused', hint: 'Don’t use this package, or ask who publishes it to pack it with npm.' },
  PUBLISH_PLACE_UNKNOWN: {
    exit: 'usage',
    hint: 'Name a registry: --registry, publishConfig.registry in package.json, or your own .npmrc.',
  },
  PUBLISH_TAG_INVALID: { exit: 'usage', hint: 'Give a word that is no version and no range, such as next.' },
  PUBLISH_PRIVATE: { exit: 'refused', hint: 'Take "private" out of package.json if it is meant for others.' },
  PUBLISH_SECRET: {
    exit: 'refused',
    hint: 'Take it out, and make it worthless where it counts; `files` in package.json says what goes out.',
  },
  PUBLISH_TESTS_FAILED: {
    exit: 'refused',
    hint: 'Run them yourself, correct what fails, and publish again; a policy requires them.',
  },
  PUBLISH_STRAY: { exit: 'refused', hint: 'Delete it, or leave it out with `files` in package.json or an .npmignore.' },
} as const satisfies Record<RegistryErrorCode, CodeEntry> & Record<string, CodeEntry>;
