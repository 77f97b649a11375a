import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { engineError, knownErrors } from '../../../src/database/engine-error.ts';
import { codes } from '../../../src/errors/codes.ts';

/** Codes of the engine that no command of Genlock can cause. */
const otherCodes = [
  // Genlock creates databases and parses URLs. The engine receives no URL.
  'P1009',
  'P1013',
  // Queries of models, and versions of other database products.
  'P1014',
  'P1015',
  'P2000',
  'P2020',
  // `migrate resolve`, and the engine's names, reset and introspection.
  'P3008',
  'P3010',
  'P3011',
  'P3012',
  'P3016',
  'P3017',
  'P4001',
  // Settings of external tables.
  'P3023',
  'P3024',
];

test('each error code of the engine is known, or cannot be caused by a command', () => {
  const module = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const text = readFileSync(join(dirname(module), 'schema_engine_bg.wasm'), 'latin1');
  const inEngine = new Set(text.match(/P[1-4][0-9]{3}/gu));
  expect(inEngine.size).toBeGreaterThan(20);
  const known = new Set([...Object.keys(knownErrors), ...otherCodes]);
  expect([...inEngine].filter((code) => !known.has(code))).toEqual([]);
  expect(otherCodes.filter((code) => code in knownErrors)).toEqual([]);
});

test.each(Object.entries(knownErrors))('%s has a fix', (name, { code, hint }) => {
  const cause = Object.assign(new Error('said'), { code: name });
  const error = engineError(cause, { failure: undefined, migrationOf: () => undefined });
  expect(error).toMatchObject({ code, message: `${name}: said` });
  // The hint of DATA_ENGINE is too general.
  const fix = hint ?? (code === 'DATA_ENGINE' ? '' : codes[code].hint);
  expect(fix).toMatch(/\p{L}+ \p{L}+.*\.$/u);
});
