import type { CodeEntry } from '../entry.ts';

/** `genlock.json`. */
export const configCodes = {
  CONFIG_SYNTAX: {
    exit: 'failed',
    hint: 'genlock.json is strict JSON: no comments, no trailing commas, double quotes.',
  },
  CONFIG_MERGE_CONFLICT: {
    exit: 'conflict',
    hint:
      'Resolve the conflict in genlock.json, or let git add the common ancestor to the markers: ' +
      '`git checkout --conflict=diff3 genlock.json`. Then run `genlock sync` to repair the rest of the merge.',
  },
  CONFIG_TOO_LARGE: { exit: 'failed', hint: 'genlock.json describes entities and plugins only; keep data elsewhere.' },
  CONFIG_KEY_DUPLICATE: { exit: 'failed', hint: 'Keep one of the two.' },
  CONFIG_KEY_FORBIDDEN: { exit: 'failed', hint: 'Give the key another name.' },
  CONFIG_KEY_UNKNOWN: { exit: 'failed', hint: 'Remove the key, or see the configuration reference for its spelling.' },
  CONFIG_KEY_MISSING: { exit: 'failed', hint: 'Add the key.' },
  CONFIG_WRONG_TYPE: { exit: 'failed', hint: 'Give a value of the expected type.' },
  CONFIG_NAME_INVALID: { exit: 'failed', hint: 'Use an npm package name: lower-case letters, digits and hyphens.' },
  CONFIG_DATABASE_UNKNOWN: { exit: 'failed', hint: 'Use "relational", "document" or "file".' },
  CONFIG_ENTITY_NAME_INVALID: { exit: 'failed', hint: 'Write it in PascalCase: letters and digits, at most 63.' },
  CONFIG_ENTITY_NAME_RESERVED: { exit: 'failed', hint: 'Use a more specific name.' },
  CONFIG_ENTITY_DUPLICATE: { exit: 'failed', hint: 'Rename one of the two; names must differ in more than case.' },
  CONFIG_ENTITY_CLASH: { exit: 'failed', hint: 'Rename one of the two entities.' },
  CONFIG_ROUTE_INVALID: {
    exit: 'failed',
    hint: 'Use one segment in kebab case, without slashes, such as "order-lines".',
  },
  CONFIG_ROUTE_RESERVED: { exit: 'failed', hint: 'Set "route" to another segment.' },
  CONFIG_ROUTE_CLASH: { exit: 'failed', hint: 'Set "route" of one of the two entities.' },
  CONFIG_FIELD_NAME_INVALID: { exit: 'failed', hint: 'Write it in camelCase: letters and digits, at most 63.' },
  CONFIG_FIELD_NAME_RESERVED: { exit: 'failed', hint: 'Use a more specific name.' },
  CONFIG_FIELD_DUPLICATE: { exit: 'failed', hint: 'Rename one of the two; names must differ in more than case.' },
  CONFIG_FIELD_TYPE_UNKNOWN: {
    exit: 'failed',
    hint: 'Use String, Text, Int, BigInt, Float, Decimal, Boolean, DateTime, Json or Enum.',
  },
  CONFIG_DEFAULT_INVALID: { exit: 'failed', hint: "Give a value of the field's type, or leave the default out." },
  CONFIG_DEFAULT_OUTSIDE: { exit: 'failed', hint: 'Give a value that keeps "min", "max" and "pattern" of the field.' },
  CONFIG_DEFAULT_DIGITS: { exit: 'failed', hint: 'Give a value of at most 15 digits, or use a relational database.' },
  CONFIG_VALUES_MISSING: { exit: 'failed', hint: 'List the possible values: "values": ["DRAFT", "PAID"].' },
  CONFIG_VALUES_MISPLACED: { exit: 'failed', hint: 'Make the type "Enum", or leave "values" out.' },
  CONFIG_VALUE_INVALID: {
    exit: 'failed',
    hint: 'Use letters, digits and underscores, a letter first, at most 63: "IN_REVIEW".',
  },
  CONFIG_VERSION_INVALID: { exit: 'failed', hint: 'Use a version or a range, such as "^1.2.0".' },
  CONFIG_VALUE_DUPLICATE: { exit: 'failed', hint: 'Keep one of the two.' },
  CONFIG_BOUND_MISPLACED: {
    exit: 'failed',
    hint: 'Leave it out: only numbers have a minimum and a maximum, and only String and Text have a length.',
  },
  CONFIG_BOUND_INVALID: { exit: 'failed', hint: 'Use a number that the type can hold. For text, use its length.' },
  CONFIG_BOUNDS_CROSSED: { exit: 'failed', hint: 'Swap the two, or leave one out.' },
  CONFIG_PATTERN_MISPLACED: { exit: 'failed', hint: 'Leave it out: only String and Text have a pattern.' },
  CONFIG_PATTERN_INVALID: {
    exit: 'failed',
    hint: 'Use a valid JavaScript regular expression for the u flag, without slashes.',
  },
  CONFIG_PATTERN_SLOW: {
    exit: 'failed',
    hint: 'Do not nest repeated groups: "a+" matches the same text as "(?:a+)+".',
  },
  CONFIG_UNIQUE_TYPE: { exit: 'failed', hint: 'Leave "unique" out of this field.' },
  CONFIG_INDEX_TYPE: {
    exit: 'failed',
    hint: 'Remove "index", and store the searched value in a separate field.',
  },
  CONFIG_INDEX_LONG: { exit: 'failed', hint: 'Make it a String, or set "max" to at most 1000.' },
  CONFIG_UNIQUE_OPTIONAL: { exit: 'failed', hint: 'Set "required", or leave the uniqueness out.' },
  CONFIG_GROUP_TOO_SMALL: { exit: 'failed', hint: 'Name two or more; for one field set its "unique".' },
  CONFIG_GROUP_DUPLICATE: { exit: 'failed', hint: 'Keep one of the two.' },
  CONFIG_GROUP_MEMBER_UNKNOWN: { exit: 'failed', hint: 'Name fields and relations of the same entity.' },
  CONFIG_GROUP_MEMBER_INVALID: {
    exit: 'failed',
    hint: 'Leave it out of the group: lists and Json have no value that can be compared.',
  },
  CONFIG_RELATION_TYPE_UNKNOWN: {
    exit: 'failed',
    hint: 'Use "many-to-one", "one-to-one", "one-to-many" or "many-to-many".',
  },
  CONFIG_RELATION_REQUIRED: { exit: 'failed', hint: 'Remove "required": a list may always be empty.' },
  CONFIG_RELATION_CIRCLE: { exit: 'failed', hint: 'Leave "required" out of one of these relations.' },
  CONFIG_RELATION_AMBIGUOUS: {
    exit: 'failed',
    hint: 'Remove the one-to-many: each many-to-one gives this side a list anyway.',
  },
  CONFIG_RELATION_CONTRADICTION: { exit: 'failed', hint: 'Declare it on one of the two sides only.' },
  CONFIG_RELATION_TO_PLUGIN: {
    exit: 'failed',
    hint: 'Use "many-to-many", or an entity between the two that refers to both.',
  },
  CONFIG_DELETE_RULE_UNKNOWN: { exit: 'failed', hint: 'Use "cascade", "restrict" or "setNull".' },
  CONFIG_DELETE_RULE_MISPLACED: {
    exit: 'failed',
    hint: 'Remove "onDelete": deleting a record only removes it from lists.',
  },
  CONFIG_DELETE_RULE_REQUIRED: { exit: 'failed', hint: 'Use "cascade" or "restrict", or leave "required" out.' },
  CONFIG_DELETE_RULE_CIRCLE: { exit: 'failed', hint: 'Remove "onDelete", or use a relational or file database.' },
  CONFIG_TARGET_MISSING: { exit: 'failed', hint: 'Name one of the entities of this file.' },
  CONFIG_TARGET_NEEDS_AUTH: { exit: 'failed', hint: 'Run: genlock add auth-jwt' },
  CONFIG_ACCESS_UNKNOWN: { exit: 'failed', hint: 'Use "public", "authenticated", "owner" or "admin".' },
  CONFIG_ACCESS_NEEDS_AUTH: { exit: 'failed', hint: 'Run: genlock add auth-jwt' },
  CONFIG_OWNER_MISSING: {
    exit: 'failed',
    hint: 'Add a relation such as { "name": "owner", "type": "many-to-one", "target": "User" }.',
  },
  CONFIG_OWNER_AMBIGUOUS: { exit: 'failed', hint: 'Set "owner" to the relation to use: "owner": "<relation>".' },
  CONFIG_OWNER_INVALID: { exit: 'failed', hint: 'Name a many-to-one or one-to-one relation of this entity to User.' },
  CONFIG_OWNER_UNUSED: { exit: 'failed', hint: 'Remove "owner", or set "access" to "owner" for reading or writing.' },
  CONFIG_WAS_PRESENT: {
    exit: 'failed',
    hint: 'Remove "was": the earlier name is still in use.',
  },
  CONFIG_WAS_TWICE: { exit: 'failed', hint: 'Keep "was" on the renamed entity, field, relation or value only.' },
  CONFIG_PLUGIN_NAME_INVALID: { exit: 'failed', hint: 'Use the name the plugin has in its manifest.json.' },
} as const satisfies Record<string, CodeEntry>;
