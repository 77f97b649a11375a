import type { CodeEntry } from '../entry.ts';

/** `genlock.json`. */
export const configCodes = {
  CONFIG_SYNTAX: {
    exit: 'failed',
    hint: 'genlock.json is strict JSON: no comments, no trailing commas, double quotes.',
  },
  CONFIG_TOO_LARGE: { exit: 'failed', hint: 'genlock.json describes entities and plugins only; keep data elsewhere.' },
  CONFIG_KEY_DUPLICATE: { exit: 'failed', hint: 'Keep one of the two.' },
  CONFIG_KEY_FORBIDDEN: { exit: 'failed', hint: 'Give the key another name.' },
  CONFIG_KEY_UNKNOWN: { exit: 'failed', hint: 'Remove the key, or see the configuration reference for its spelling.' },
  CONFIG_KEY_MISSING: { exit: 'failed', hint: 'Add the key.' },
  CONFIG_KEY_UNSUPPORTED: { exit: 'failed', hint: 'Remove the key for now; this version does not have it yet.' },
  CONFIG_WRONG_TYPE: { exit: 'failed', hint: 'Give a value of the expected type.' },
  CONFIG_NAME_INVALID: { exit: 'failed', hint: 'Use an npm package name: lower-case letters, digits and hyphens.' },
  CONFIG_DATABASE_UNKNOWN: { exit: 'failed', hint: 'Use "relational", "document" or "file".' },
  CONFIG_DATABASE_UNSUPPORTED: { exit: 'failed', hint: 'Use "file"; this version generates for no other kind yet.' },
  CONFIG_ENTITY_NAME_INVALID: { exit: 'failed', hint: 'Write it in PascalCase: letters and digits, at most 64.' },
  CONFIG_ENTITY_NAME_RESERVED: { exit: 'failed', hint: 'Use a more specific name.' },
  CONFIG_ENTITY_DUPLICATE: { exit: 'failed', hint: 'Rename one of the two; names must differ in more than case.' },
  CONFIG_ENTITY_CLASH: { exit: 'failed', hint: 'Rename one of the two entities.' },
  CONFIG_ROUTE_INVALID: {
    exit: 'failed',
    hint: 'Use one segment in kebab case, without slashes, such as "order-lines".',
  },
  CONFIG_ROUTE_RESERVED: { exit: 'failed', hint: 'Set "route" to another segment.' },
  CONFIG_ROUTE_CLASH: { exit: 'failed', hint: 'Set "route" of one of the two entities.' },
  CONFIG_FIELD_NAME_INVALID: { exit: 'failed', hint: 'Write it in camelCase: letters and digits, at most 64.' },
  CONFIG_FIELD_NAME_RESERVED: { exit: 'failed', hint: 'Use a more specific name.' },
  CONFIG_FIELD_DUPLICATE: { exit: 'failed', hint: 'Rename one of the two; names must differ in more than case.' },
  CONFIG_FIELD_TYPE_UNKNOWN: {
    exit: 'failed',
    hint: 'Use String, Text, Int, Float, Decimal, Boolean or DateTime.',
  },
  CONFIG_TYPE_UNSUPPORTED: {
    exit: 'failed',
    hint: 'Use String, Text, Int, Float, Decimal, Boolean or DateTime; this version has no other types yet.',
  },
  CONFIG_DEFAULT_INVALID: { exit: 'failed', hint: "Give a value of the field's type, or leave the default out." },
  CONFIG_UNIQUE_BOOLEAN: { exit: 'failed', hint: 'Leave "unique" out of this field.' },
  CONFIG_RELATION_TYPE_UNKNOWN: { exit: 'failed', hint: 'Use "many-to-one" or "many-to-many".' },
  CONFIG_RELATION_TYPE_UNSUPPORTED: {
    exit: 'failed',
    hint: 'Declare "many-to-one" on the other entity; the list on this side is made from it.',
  },
  CONFIG_RELATION_REQUIRED: { exit: 'failed', hint: 'Remove "required": a list may always be empty.' },
  CONFIG_RELATION_CIRCLE: { exit: 'failed', hint: 'Leave "required" out of one of these relations.' },
  CONFIG_TARGET_MISSING: { exit: 'failed', hint: 'Name one of the entities of this file.' },
  CONFIG_TARGET_NEEDS_AUTH: { exit: 'failed', hint: 'Run: genlock add auth-jwt' },
  CONFIG_PLUGIN_NAME_INVALID: { exit: 'failed', hint: 'Use the name the plugin has in its manifest.json.' },
} as const satisfies Record<string, CodeEntry>;
