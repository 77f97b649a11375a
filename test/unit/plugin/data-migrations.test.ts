import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { dataMigrations } from '../../../src/plugin/data-migrations.ts';
import type { Manifest } from '../../../src/plugin/plugin.ts';

const script = 'UPDATE "Note" SET "done" = true;';
const both = (version: string): Record<string, string> => ({
  [`migrations/${version}/sqlite.sql`]: script,
  [`migrations/${version}/postgresql.sql`]: script,
});

function read(files: Record<string, string | Uint8Array>, databases: Manifest['databases'] = ['file', 'relational']) {
  const manifest: Manifest = {
    name: 'notes',
    version: '2.0.0',
    frameworks: ['express'],
    databases,
    dependencies: {},
    settings: {},
  };
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return dataMigrations(new Map(bytes), { manifest, place: '/notes' });
}

function problemsOf(files: Record<string, string | Uint8Array>, databases?: Manifest['databases']) {
  try {
    read(files, databases);
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return error.problems.map(({ code, where }) => `${code} ${where?.file ?? ''}`);
  }
  return [];
}

test('reads the migrations by version, not by text', () => {
  const files = { ...both('1.10.0'), ...both('1.9.0'), ...both('2.0.0-beta.1'), ...both('2.0.0') };
  expect(read(files).map(({ version }) => version)).toEqual(['1.9.0', '1.10.0', '2.0.0-beta.1', '2.0.0']);
});

test('a plugin for one database needs one script, and a plugin for MongoDB none', () => {
  expect(read({ 'migrations/1.0.0/sqlite.sql': script }, ['file', 'document'])).toHaveLength(1);
  expect(read({}, ['document'])).toEqual([]);
});

describe('refuses', () => {
  const refused: readonly (readonly [what: string, file: string, content: string | Uint8Array])[] = [
    ['a version above that of the plugin', 'migrations/2.0.1/sqlite.sql', script],
    ['a range', 'migrations/1.x/sqlite.sql', script],
    ['a version in another form', 'migrations/v1.0.0/sqlite.sql', script],
    ['a version with build data', 'migrations/1.0.0+a/sqlite.sql', script],
    ['another file', 'migrations/1.0.0/README.md', script],
    ['a file without a version', 'migrations/sqlite.sql', script],
    ['a deeper file', 'migrations/1.0.0/a/sqlite.sql', script],
    ['a script for MongoDB', 'migrations/1.0.0/mongodb.js', script],
    ['the name of an object method', 'migrations/1.0.0/constructor', script],
    ['a large script', 'migrations/1.0.0/sqlite.sql', `${script}${' '.repeat(64 * 1024)}`],
    ['bytes that are not UTF-8', 'migrations/1.0.0/sqlite.sql', Buffer.from([0x75, 0xff])],
    ['a statement that changes the schema', 'migrations/1.0.0/sqlite.sql', 'DROP TABLE "Note";'],
  ];
  test.each(refused)('%s', (_what, file, content) => {
    expect(problemsOf({ ...both('1.5.0'), [file]: content })).toContain(`PLUGIN_MIGRATION_INVALID /notes/${file}`);
  });

  test('a version without the script of a supported database', () => {
    expect(problemsOf({ 'migrations/1.0.0/sqlite.sql': script })).toEqual([
      'PLUGIN_MIGRATION_INVALID /notes/migrations/1.0.0/postgresql.sql',
    ]);
  });

  test('more than 200 versions', () => {
    const files = Object.assign({}, ...Array.from({ length: 201 }, (_, at) => both(`1.0.${at}`)));
    expect(problemsOf(files)).toEqual(['PLUGIN_MIGRATION_INVALID /notes/migrations']);
  });
});
