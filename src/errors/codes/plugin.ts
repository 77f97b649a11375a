import type { CodeEntry } from '../entry.ts';

/** A plugin's package, its manifest and its settings. */
export const pluginCodes = {
  PLUGIN_NOT_FOUND: { exit: 'failed', hint: 'Give the plugin’s folder with --plugins, or remove it from genlock.json.' },
  PLUGIN_FOLDER_INVALID: { exit: 'usage', hint: 'Give a folder with a manifest.json, or a folder of such folders.' },
  PLUGIN_UNREADABLE: { exit: 'failed', hint: 'Check that the folder exists and can be read.' },
  PLUGIN_PACKAGE_REFUSED: { exit: 'refused', hint: 'Remove what is named from the plugin’s folder.' },
  PLUGIN_ENTRY_MISSING: { exit: 'failed', hint: 'A plugin has a generator.js beside its manifest.json.' },
} as const satisfies Record<string, CodeEntry>;
