import { expect, test } from 'vitest';
import { editConfig, newConfig } from '../../../src/config/edit.ts';
import { configJsonSchema } from '../../../src/config/json-schema.ts';
import { readConfig } from '../../../src/config/read.ts';

const written = '{\r\n\t"entities": [ { "name": "Post" } ],\r\n\t"database": "sqlite"\r\n}\r\n';

test('edits keep everything else as its author wrote it, line endings and tabs included', () => {
  const text = editConfig(written, { name: 'blog', database: 'file', schemaRef: './s.json', plugins: ['notes'] });
  expect(text).toContain('\t"entities": [ { "name": "Post" } ],\r\n');
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  expect(JSON.parse(text)).toEqual({
    $schema: './s.json',
    name: 'blog',
    entities: [{ name: 'Post' }],
    database: 'file',
    plugins: { notes: { enabled: true, settings: {} } },
  });
  expect(Object.keys(JSON.parse(text) as object).slice(0, 2)).toEqual(['$schema', 'name']);
});

test('a second edit with the same values changes nothing', () => {
  const edits = { name: 'blog', database: 'file', schemaRef: './s.json' } as const;
  const once = editConfig(written, edits);
  expect(editConfig(once, edits)).toBe(once);
});

test('a new configuration reads back as what was asked for', () => {
  const config = readConfig(newConfig({ name: 'blog', database: 'file' }), { file: 'genlock.json' });
  expect(config).toMatchObject({ name: 'blog', database: 'file', entities: [] });
});

test('the published schema refuses unknown keys at every level and names the known words', () => {
  const schema = JSON.stringify(configJsonSchema());
  expect(schema.match(/"additionalProperties":false/gu)?.length).toBe(5);
  expect(schema).toContain('"enum":["String","Text","Int","Float","Decimal","Boolean","DateTime"]');
});
