/** The JSON of the documentation, checked by the schemas and the readers of Genlock. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readRegistryConfiguration } from '../../registry-server/configuration.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { readConfig } from '../../src/config/read.ts';
import { manifestJsonSchema } from '../../src/plugin/manifest/json-schema.ts';
import { readManifest } from '../../src/plugin/manifest.ts';
import { policyJsonSchema, revocationsJsonSchema } from '../../src/policy/json-schema.ts';
import { readPolicy } from '../../src/policy/policy.ts';
import { readRevocations } from '../../src/policy/revocations.ts';
import { docBlocks, placeOf } from '../support/doc-blocks.ts';

interface Kind {
  readonly schema?: object;
  /** Reads the text as Genlock does. Throws if it is not valid. */
  readonly read: (text: string) => unknown;
}

const config: Kind = {
  schema: configJsonSchema(),
  read: (text) => readConfig(text, { file: 'genlock.json' }),
};
const policy: Kind = {
  schema: policyJsonSchema(),
  read: (text) => readPolicy(text, { file: 'genlock.policy.json' }),
};
const manifest: Kind = {
  schema: manifestJsonSchema(),
  read: (text) => readManifest(text, { file: 'manifest.json', strict: true }),
};
const revocations: Kind = {
  schema: revocationsJsonSchema(),
  read: (text) =>
    readRevocations({ text, file: 'revoked.json', maxStale: '2d', now: new Date('2026-11-20T12:00:00Z') }),
};
const registry: Kind = {
  read: (text) => readRegistryConfiguration({ written: { text, file: 'registry.json' }, cwd: '/' }, {}),
};
const other: Kind = { read: JSON.parse };

const kinds: Readonly<Record<string, Kind>> = {
  'README.md': config,
  // The body of a request, with an ellipsis for each id.
  'docs/API.md': other,
  'docs/CONFIGURATION.md': config,
  'docs/PLUGINS.md': manifest,
  'docs/PLATFORM-TEAMS.md': policy,
  'docs/POLICY.md': policy,
  'docs/RECIPES.md': manifest,
  // The configuration of Renovate. A flow test runs its expressions.
  'docs/REGISTRIES.md': other,
  'docs/REGISTRY-SERVER.md': registry,
  'docs/SOCIAL-LOGIN.md': config,
};

/** Other files with a path are templates of the recipes. The projects of their tests contain the rendered files. */
const blocks = docBlocks.filter(({ language, info }) => language === 'json' && /^$|manifest\.json$/u.test(info));

test.each(blocks.map((block) => [placeOf(block), block] as const))('%s is valid', (_, { page, code }) => {
  const { schema, read } = code.includes('"revoked"') ? revocations : (kinds[page] ?? unknown(page));
  read(code);
  if (schema === undefined) return;
  const accepts = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(schema);
  expect([accepts(JSON.parse(code)), accepts.errors]).toEqual([true, null]);
});

function unknown(page: string): never {
  throw new Error(`Add the kind of the JSON in ${page} to this test.`);
}

test('each page in the table has JSON, and each block has a known language', () => {
  const pages = new Set(blocks.map(({ page }) => page));
  expect(Object.keys(kinds).filter((page) => !pages.has(page))).toEqual([]);
  const languages = ['ini', 'js', 'json', 'nginx', 'sh', 'sql', 'text', 'ts', 'tsx'];
  expect(docBlocks.filter(({ language }) => !languages.includes(language)).map(placeOf)).toEqual([]);
});
