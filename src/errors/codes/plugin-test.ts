import type { CodeEntry } from '../entry.ts';

/** Broken laws and reports of `genlock plugin test`. */
export const pluginTestCodes = {
  PLUGIN_TEST_ADDITION: {
    exit: 'failed',
    hint: 'Support every project that the manifest permits, or restrict the settings and databases in manifest.json.',
  },
  PLUGIN_TEST_DETERMINISM: { exit: 'failed', hint: 'Compute the operations from the context only.' },
  PLUGIN_TEST_INVERSE: { exit: 'failed', hint: 'Contribute through the SDK only, so that removal undoes everything.' },
  PLUGIN_TEST_ORDER: { exit: 'failed', hint: 'Do not rely on the plugins that were added earlier.' },
  PLUGIN_TEST_IDEMPOTENCE: { exit: 'failed', hint: 'Return the same operations in every run.' },
  PLUGIN_TEST_CONFINEMENT: {
    exit: 'failed',
    hint: 'Write only the plugin’s own files, and use the SDK for shared files.',
  },
  PLUGIN_TEST_FORMATTING: {
    exit: 'failed',
    hint: 'Format the file in a generated project with `npm run format`, and copy it into the template.',
  },
  PLUGIN_TEST_CONSENT: {
    exit: 'failed',
    hint: 'Register the same routes, models, packages and secrets in every project.',
  },
  PLUGIN_TEST_MIGRATION: {
    exit: 'failed',
    hint: 'Use tables and columns of the current schema, and change only rows of models of the plugin.',
  },
  PLUGIN_TEST_TYPES: { exit: 'failed', hint: 'Run `npm run typecheck` in a generated project with the plugin.' },
  PLUGIN_TEST_LINT: { exit: 'failed', hint: 'Run `npm run lint` in a generated project with the plugin.' },
  PLUGIN_TEST_TESTS: {
    exit: 'failed',
    hint: 'Run `npm test` in a generated project with the plugin. Modules must have no effect when they are imported.',
  },
  PLUGIN_TEST_NOT_CONFINED: {
    exit: 'failed',
    hint: 'Use Linux with bubblewrap (the package `bubblewrap`) and unprivileged user namespaces, or omit --run.',
  },
  PLUGIN_DEV_ENDED: { exit: 'failed', hint: 'Correct the plugin. The next edit starts the application again.' },
} as const satisfies Record<string, CodeEntry>;
