import type { CodeEntry } from '../entry.ts';

/** Contributions that conflict with each other in one project. */
export const renderCodes = {
  RENDER_PATH_CLASH: {
    exit: 'failed',
    hint: 'Two contributions write the same file; remove one of them or ask its author.',
  },
  RENDER_PORT_CLASH: {
    exit: 'failed',
    hint: 'A project has at most one plugin for sign-in and one for mail; remove the other plugin first.',
  },
  RENDER_ROUTE_CLASH: {
    exit: 'failed',
    hint: 'Two contributions handle the same route; remove one of them or ask its author.',
  },
  RENDER_PORT_MISSING: {
    exit: 'failed',
    hint: 'Add or enable a plugin that provides authentication, such as auth-jwt.',
  },
  RENDER_NAME_CLASH: {
    exit: 'failed',
    hint: 'Two contributions use the same name; remove one of them or ask its author.',
  },
  RENDER_DEPENDENCY_CLASH: {
    exit: 'failed',
    hint: 'The ranges do not overlap; use versions of the plugins that agree.',
  },
} as const satisfies Record<string, CodeEntry>;
