import type { RegistryErrorCode } from '../../../registry-client/errors.ts';
import type { CodeEntry } from '../entry.ts';

/** Registries and their responses. */
export const registryCodes = {
  REGISTRY_SPEC_INVALID: { exit: 'usage', hint: 'Use a name with a version, a range or a tag, such as chat@^1.2.0.' },
  REGISTRY_NOT_ALLOWED: {
    exit: 'refused',
    hint: 'Configure the registry in your own .npmrc, and allow it in the policy.',
  },
  REGISTRY_INSECURE: { exit: 'refused', hint: 'Use https; http is for this machine only.' },
  REGISTRY_CONFIG_INVALID: {
    exit: 'failed',
    hint: 'Correct the named line in your .npmrc, or the named environment variable.',
  },
  REGISTRY_UNREACHABLE: {
    exit: 'failed',
    hint: 'Check the connection and the proxy, or use the cache with --offline, if the command has it.',
  },
  REGISTRY_UNTRUSTED: {
    exit: 'failed',
    hint: 'Set `cafile` in your .npmrc to the certificates of your network, or report this to the registry operator.',
  },
  REGISTRY_TIMEOUT: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_TOO_LARGE: { exit: 'refused', hint: 'Ask the publisher to make the package smaller.' },
  REGISTRY_UNAUTHORIZED: {
    exit: 'failed',
    hint: 'Sign in with `genlock login --registry <address>`, or ask for access.',
  },
  REGISTRY_PACKAGE_NOT_FOUND: { exit: 'failed', hint: 'Check the name, and which registry serves its scope.' },
  REGISTRY_VERSION_NOT_FOUND: { exit: 'failed', hint: 'Give another version, range or tag.' },
  REGISTRY_RATE_LIMITED: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_REFUSED: { exit: 'failed', hint: 'Correct what the registry names.' },
  REGISTRY_FAILED: { exit: 'failed', hint: 'Try again later.' },
  REGISTRY_ANSWER_INVALID: {
    exit: 'integrity',
    hint: 'Report this to the registry operator. The response was discarded.',
  },
  REGISTRY_TOO_YOUNG: { exit: 'refused', hint: 'Wait, or name an older version.' },
  REGISTRY_INTEGRITY_MISSING: { exit: 'integrity', hint: 'Use a registry that provides sha512 checksums.' },
  REGISTRY_INTEGRITY_MISMATCH: {
    exit: 'integrity',
    hint: 'Don’t use this package. Report this to the registry operator.',
  },
  REGISTRY_SIGNATURE_INVALID: {
    exit: 'integrity',
    hint: 'Don’t use this package. Report this to the registry operator.',
  },
  REGISTRY_PROVENANCE_INVALID: { exit: 'integrity', hint: 'Don’t use this package. Report this to its publisher.' },
  REGISTRY_DOWNGRADE: { exit: 'refused', hint: 'To downgrade, pass the version: genlock add <name>@<version>.' },
  REGISTRY_OFFLINE: {
    exit: 'failed',
    hint: 'Run it again without --offline. `genlock cache fetch` downloads everything that the lockfile pins.',
  },
  REGISTRY_PUBLISH_REFUSED: { exit: 'failed', hint: 'Correct what the registry names, and publish again.' },
  REGISTRY_VERSION_EXISTS: {
    exit: 'failed',
    hint: 'Raise the version in package.json and manifest.json, and publish again.',
  },
  ARCHIVE_REFUSED: { exit: 'refused', hint: 'Don’t use this package, or ask its publisher to pack it with npm.' },
  PUBLISH_PLACE_UNKNOWN: {
    exit: 'usage',
    hint: 'Name a registry: --registry, publishConfig.registry in package.json, or your own .npmrc.',
  },
  PUBLISH_TAG_INVALID: { exit: 'usage', hint: 'Use a word that is not a version or range, such as next.' },
  PUBLISH_REPORT_INVALID: {
    exit: 'failed',
    hint: 'Run `genlock plugin test --report` again, or delete genlock-report.json.',
  },
  PUBLISH_PRIVATE: {
    exit: 'failed',
    hint: 'Remove "private" from package.json if the plugin is meant for publishing.',
  },
  PUBLISH_SECRET: {
    exit: 'refused',
    hint: 'Remove the secret, and revoke it at its service. `files` in package.json selects the published files.',
  },
  PUBLISH_TESTS_FAILED: {
    exit: 'refused',
    hint: 'Run them yourself, correct what fails, and publish again; a policy requires them.',
  },
  PUBLISH_STRAY: { exit: 'refused', hint: 'Delete it, or leave it out with `files` in package.json or an .npmignore.' },
} as const satisfies Record<RegistryErrorCode, CodeEntry> & Record<string, CodeEntry>;
