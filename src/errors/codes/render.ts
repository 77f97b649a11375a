import type { CodeEntry } from '../entry.ts';

/** Contributions that can't stand in one project together. */
export const renderCodes = {
  RENDER_PATH_CLASH: {
    exit: 'failed',
    hint: 'Two contributions write the same file; remove one of them or ask its author.',
  },
  RENDER_ROUTE_CLASH: {
    exit: 'failed',
    hint: 'Two contributions answer the same route; remove one of them or ask its author.',
  },
  RENDER_NAME_CLASH: {
    exit: 'failed',
    hint: 'Two contributions use the same name; remove one of them or ask its author.',
  },
  RENDER_SETTING_CLASH: {
    exit: 'failed',
    hint: 'A plugin describes its own settings, each in one way; ask its author.',
  },
  RENDER_DEPENDENCY_CLASH: {
    exit: 'failed',
    hint: 'The ranges do not overlap; use versions of the plugins that agree.',
  },
  RENDER_HANDLER_MISSING: {
    exit: 'failed',
    hint: 'A handler is a module among the files the plugin itself contributes.',
  },
  RENDER_PROVIDER_MISSING: {
    exit: 'failed',
    hint: 'A provider is a module among the files the plugin itself contributes, or comes from one of its dependencies.',
  },
  RENDER_SOURCE_MISSING: { exit: 'failed', hint: 'The plugin names a file its package does not hold.' },
} as const satisfies Record<string, CodeEntry>;
