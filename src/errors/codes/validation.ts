import type { CodeEntry } from '../entry.ts';

/** Rules for the operations of plugins. */
export const validationCodes = {
  JUDGE_PATH_INVALID: {
    exit: 'sandbox',
    hint: 'Use a plain relative path that is the same file on every file system.',
  },
  JUDGE_PATH_TOOL: { exit: 'sandbox', hint: 'Do not contribute files that tools read or run.' },
  JUDGE_PATH_CORE: { exit: 'sandbox', hint: 'Genlock renders this file; use the registration functions instead.' },
  JUDGE_PATH_ENTITY: {
    exit: 'sandbox',
    hint: 'This path belongs to the entity’s code. Give the entity another name or "route", or rename the file of the plugin.',
  },
  JUDGE_PATH_AUTH: {
    exit: 'sandbox',
    hint: 'Only a plugin whose manifest says "provides": "auth" may write below server/lib/auth.',
  },
  JUDGE_PATH_MAIL: {
    exit: 'sandbox',
    hint: 'Only a plugin whose manifest says "provides": "mail" may write below server/lib/mail.',
  },
  JUDGE_PATH_SKELETON: {
    exit: 'sandbox',
    hint: 'This part of the skeleton belongs to the base plugin. Use your own folder.',
  },
  JUDGE_PATH_TWIN: { exit: 'sandbox', hint: 'Rename one of the two.' },
  JUDGE_SOURCE_MISSING: { exit: 'sandbox', hint: 'Add the named file to the plugin’s package, or correct its path.' },
  JUDGE_ROUTE_PATH: { exit: 'sandbox', hint: 'Use static segments, ":name", and at most one "*name" at the end.' },
  JUDGE_ROUTE_SHADOWS: {
    exit: 'sandbox',
    hint: 'Begin the path with a segment that belongs to the plugin. Routes below /auth need "extends": "auth" in the manifest.',
  },
  JUDGE_ROUTE_DUPLICATE: { exit: 'sandbox', hint: 'Register every method of a path once.' },
  JUDGE_HANDLER_MISSING: {
    exit: 'sandbox',
    hint: 'A handler is a code module among the files that the plugin contributes, named from the project’s root.',
  },
  JUDGE_MODULE_NAME: { exit: 'sandbox', hint: 'Name modules with letters, digits and "._-()[]" only.' },
  JUDGE_MENU_HREF: { exit: 'sandbox', hint: 'Use a path that begins with one "/", such as "/admin/orders".' },
  JUDGE_MENU_LABEL: { exit: 'sandbox', hint: 'A label is one line of visible characters.' },
  JUDGE_MENU_ID: { exit: 'sandbox', hint: 'Give every entry a unique id.' },
  JUDGE_SCHEMA_SYNTAX: {
    exit: 'sandbox',
    hint: 'Write models the way "prisma format" does; comments begin with "//".',
  },
  JUDGE_SCHEMA_BLOCK: {
    exit: 'sandbox',
    hint: 'A plugin registers models, enums and types; everything else belongs to the project.',
  },
  JUDGE_SCHEMA_DUPLICATE: { exit: 'sandbox', hint: 'Merge the two definitions, or rename one.' },
  JUDGE_SCHEMA_NAME: { exit: 'sandbox', hint: 'Choose another name.' },
  JUDGE_SCHEMA_TOO_LARGE: { exit: 'sandbox', hint: 'Register fewer models, fields and attributes.' },
  JUDGE_SCHEMA_TYPE: { exit: 'sandbox', hint: 'Use a type of the schema language, a model or an enum.' },
  JUDGE_SCHEMA_ATTRIBUTE: {
    exit: 'sandbox',
    hint: 'The plugin guide lists the attributes a model can have, and their values.',
  },
  JUDGE_SETTING_OWNER: { exit: 'sandbox', hint: 'Use the plugin’s own name as pluginId.' },
  JUDGE_SETTING_CONTRADICTS: { exit: 'sandbox', hint: 'Describe the setting once, or both times in the same way.' },
  JUDGE_SETTING_INVALID: { exit: 'sandbox', hint: 'Follow the manifest’s rules for settings in registerSettings.' },
  JUDGE_SETTING_VARIABLE: { exit: 'sandbox', hint: 'Use a name of your own in capitals, such as "STRIPE_KEY".' },
  JUDGE_PROVIDER_NAME: { exit: 'sandbox', hint: 'Name it like a component, such as "CartProvider".' },
  JUDGE_PROVIDER_MISSING: {
    exit: 'sandbox',
    hint: 'A provider is a code module among the plugin’s own files, or comes from one of its dependencies.',
  },
  JUDGE_GUARD_MODEL: {
    exit: 'sandbox',
    hint: 'Guard each model once, and only models that the plugin registers with their key (`@id`).',
  },
  JUDGE_GUARD_FIELD: {
    exit: 'sandbox',
    hint: 'List columns of the model once. A required read-only column needs a default, or "create" in `refuse`.',
  },
  JUDGE_GUARD_MODULE: {
    exit: 'sandbox',
    hint: 'The module is a code file below `server/` among the files that the plugin contributes, named from the project’s root.',
  },
  JUDGE_GUARD_PAGE: {
    exit: 'sandbox',
    hint: 'Name a page below /admin that the plugin contributes in `client/pages/admin`.',
  },
  JUDGE_POLICY_SOURCE: {
    exit: 'sandbox',
    hint: 'Name hosts such as "cdn.example.com" or "*.example.com", without a port or path. Only `connect` also accepts "wss://".',
  },
  JUDGE_POLICY_SIZE: { exit: 'sandbox', hint: 'Register fewer hosts, or one host with a wildcard.' },
  JUDGE_MIDDLEWARE_MODULE: {
    exit: 'sandbox',
    hint: 'The module is a code file below `server/` among the files that the plugin contributes, and exports `middleware`.',
  },
  JUDGE_MIDDLEWARE_TWICE: { exit: 'sandbox', hint: 'Register each module once at a position.' },
  JUDGE_SLOT_MODULE: {
    exit: 'sandbox',
    hint: 'The module is a code file below `client/` among the files that the plugin contributes, with a component as its default export.',
  },
  JUDGE_SLOT_ENTITY: { exit: 'sandbox', hint: 'Name an entity only for the slots "list", "record" and "form".' },
  JUDGE_SLOT_TWICE: { exit: 'sandbox', hint: 'Register each module once for a slot and an entity.' },
  JUDGE_HOOKS_MODULE: {
    exit: 'sandbox',
    hint: 'The module is a code file below `server/` among the files that the plugin contributes, and exports `hooks`.',
  },
  JUDGE_HOOKS_TWICE: { exit: 'sandbox', hint: 'Register each module once for an entity.' },
  JUDGE_JOB_MODULE: {
    exit: 'sandbox',
    hint: 'The module is a code file below `server/` among the files that the plugin contributes, and exports `job`.',
  },
  JUDGE_JOB_TWICE: { exit: 'sandbox', hint: 'Give every job of the plugin a different name.' },
  JUDGE_JOB_TIME_ZONE: {
    exit: 'sandbox',
    hint: 'Use a name of the IANA time zone database, such as "Europe/Berlin", together with a schedule.',
  },
  JUDGE_JOB_SCHEDULE: {
    exit: 'sandbox',
    hint: 'Use a day that one of the months has, such as "0 0 28 2 *".',
  },
  JUDGE_EXTENSION_MEMBER: {
    exit: 'sandbox',
    hint: 'Fields and relations that a plugin adds have the same rules as in genlock.json.',
  },
  JUDGE_EXTENSION_RECORDS: {
    exit: 'sandbox',
    hint: 'Make the field optional, or give it a default and remove `unique`: existing records have no value.',
  },
  JUDGE_EXTENSION_RELATION: {
    exit: 'sandbox',
    hint: 'Add a many-to-one or one-to-one to a model of the plugin, with `onDelete` "setNull" or "restrict".',
  },
  JUDGE_EXTENSION_TWICE: { exit: 'sandbox', hint: 'Add each member once to an entity. "*" includes every entity.' },
  JUDGE_CSS_NAME: { exit: 'sandbox', hint: 'Use letters, digits, "_" and "-", such as "--brand".' },
  JUDGE_CSS_VALUE: { exit: 'sandbox', hint: 'Use colours, lengths, numbers, fonts, var() and calc().' },
  JUDGE_CSS_CODE: {
    exit: 'sandbox',
    hint: 'Remove the at-rule, also from comments. Write the styles as CSS: @utility, @custom-variant and @theme run no code.',
  },
  JUDGE_CSS_SOURCE: { exit: 'sandbox', hint: 'Name the plugin’s own files, such as "./orders/**/*.tsx".' },
  JUDGE_CSS_DIALECT: { exit: 'sandbox', hint: 'Compile the file to CSS, and contribute the .css file.' },
  JUDGE_DEPENDENCY_REFUSED: {
    exit: 'sandbox',
    hint: 'Use a registry version that is bounded above, such as "^1.2.0": no URL, path, tag or alias.',
  },
} as const satisfies Record<string, CodeEntry>;
