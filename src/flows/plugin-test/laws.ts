import type { ErrorCode } from '../../errors/codes.ts';

/** Laws that every plugin is checked against, in the order of the report. */
export const lawNames = [
  'addition',
  'determinism',
  'inverse',
  'order',
  'idempotence',
  'confinement',
  'formatting',
  'consent',
] as const;
/** Laws of packages with data migrations. */
export const migrationLawNames = ['migration'] as const;
/** Laws whose check runs code of the project. */
export const runLawNames = ['types', 'lint', 'tests'] as const;

export type Law = (typeof lawNames)[number] | (typeof migrationLawNames)[number] | (typeof runLawNames)[number];

/** Error codes of broken laws. */
export const lawCodes = {
  addition: 'PLUGIN_TEST_ADDITION',
  determinism: 'PLUGIN_TEST_DETERMINISM',
  inverse: 'PLUGIN_TEST_INVERSE',
  order: 'PLUGIN_TEST_ORDER',
  idempotence: 'PLUGIN_TEST_IDEMPOTENCE',
  confinement: 'PLUGIN_TEST_CONFINEMENT',
  formatting: 'PLUGIN_TEST_FORMATTING',
  consent: 'PLUGIN_TEST_CONSENT',
  migration: 'PLUGIN_TEST_MIGRATION',
  types: 'PLUGIN_TEST_TYPES',
  lint: 'PLUGIN_TEST_LINT',
  tests: 'PLUGIN_TEST_TESTS',
} as const satisfies Record<Law, ErrorCode>;
