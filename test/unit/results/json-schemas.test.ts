import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { manifestJsonSchema } from '../../../src/plugin/manifest/json-schema.ts';
import { revocationsJsonSchema } from '../../../src/policy/json-schema.ts';
import { resultJsonSchemas, shapeOf } from '../../../src/results/json-schemas.ts';
import { repository } from '../../support/cli.ts';
import { builtCommands } from '../../support/command-manifest.ts';

const folder = join(repository, 'types/schemas');

test('the published schemas match the source', () => {
  const schemas = new Map<string, object>([
    ...resultJsonSchemas(),
    ['manifest', manifestJsonSchema()],
    ['revocations', revocationsJsonSchema()],
  ]);
  if (process.env['GENLOCK_WRITE_DOCS'] === '1') {
    mkdirSync(folder, { recursive: true });
    for (const [name, schema] of schemas) {
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
    }
  }
  const published = readdirSync(folder).map((file) => [
    file.replace(/\.json$/u, ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ]);
  expect(Object.fromEntries(published)).toEqual(Object.fromEntries(schemas));
});

test('each schema is valid and refuses additional keys', () => {
  for (const [name, schema] of resultJsonSchemas()) {
    const accepts = new Ajv2020({ strict: true }).compile(schema);
    expect([name, accepts({ unheard: 'of' })]).toEqual([name, false]);
  }
});

test('every command with --json has one', () => {
  const printing = Object.entries(builtCommands<{ readonly flags: object }>()).filter(
    ([, { flags }]) => 'json' in flags,
  );
  const without = printing.map(([id]) => id).filter((id) => shapeOf(id) === undefined);
  expect(without).toEqual([]);
});

test('the page names the schema of every command', () => {
  const page = readFileSync(join(repository, 'docs/COMMANDS.md'), 'utf8');
  expect([...resultJsonSchemas().keys()].filter((name) => !page.includes(`schemas/${name}.json`))).toEqual([]);
});
