import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { readManifest } from '../../../src/plugin/manifest.ts';
import { problemsOf } from './problems.ts';

const cases = join(import.meta.dirname, 'cases');
const file = 'manifest.json';

const read = (manifest: unknown) => readManifest(JSON.stringify(manifest), { file });
const withSettings = (schema: unknown) => read({ name: 'a', version: '1.0.0', settings: { schema } });

describe('broken manifests: all problems at once, each with its place', () => {
  test.each(readdirSync(cases))('%s', (name) => {
    const text = readFileSync(join(cases, name, file), 'utf8');
    const expected: unknown = JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8'));
    const found = problemsOf(() => readManifest(text, { file }));
    const told = found.map(({ code, where }) => ({ code, line: where?.line, column: where?.column, key: where?.key }));
    expect(told).toEqual(expected);
    expect(new Set(found.map(({ where }) => where?.file))).toEqual(new Set([file]));
  });

  test('limits the number of reported problems', () => {
    const schema = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key ${at}`, { type: 'no' }]));
    expect(problemsOf(() => withSettings(schema)).length).toBeLessThanOrEqual(200);
  });

  test('checks nesting and size before parsing', () => {
    expect(problemsOf(() => readManifest('['.repeat(500_000), { file }))[0]?.code).toBe('PLUGIN_MANIFEST_TOO_LARGE');
    expect(problemsOf(() => readManifest(' '.repeat(1_000_001), { file }))[0]?.code).toBe('PLUGIN_MANIFEST_TOO_LARGE');
  });
});

describe('a sound manifest', () => {
  test('needs only two keys and has defaults for the others', () => {
    expect(read({ name: '@acme/shop', version: '1.0.0-rc.1+build.5' })).toEqual({
      manifest: {
        name: '@acme/shop',
        version: '1.0.0-rc.1+build.5',
        frameworks: ['express'],
        databases: ['relational', 'document', 'file'],
        dependencies: {},
        settings: {},
      },
      warnings: [],
    });
  });

  test('keeps every known key', () => {
    const written = {
      name: 'mail',
      version: '1.2.3',
      description: 'Sends mail.',
      author: 'Ann',
      license: 'MIT',
      category: 'feature',
      tier: 'public',
      frameworks: ['nextjs', 'express', 'express'],
      databases: ['postgres', 'postgresql', 'relational', 'mongodb', 'sqlite'],
      dependencies: { nodemailer: '^7.0.0', '@scope/x': '1.2.3' },
      settings: {
        schema: {
          apiKey: { type: 'string', label: 'API key', required: true, secret: true, env: 'MAIL_KEY', generate: true },
          apiUrl: { type: 'string', validation: 'url', default: 'https://mail.example/api' },
          maxRetries: { type: 'number', default: 3, min: 1, max: 10 },
          verbose: { type: 'boolean', default: false },
        },
      },
      adminMenu: { label: 'Mail', icon: 'mail', href: '/admin/mail' },
      provides: 'auth',
    };
    const { manifest, warnings } = read({ $schema: './manifest.schema.json', ...written });
    expect(warnings).toEqual([]);
    expect(manifest).toEqual({
      ...written,
      frameworks: ['nextjs', 'express'],
      databases: ['relational', 'document', 'file'],
      settings: written.settings.schema,
    });
  });

  test.each([
    '1.2.3', '=1.2.3', '^1.2.3', '^0', '~1.2', '1', '1.x', '1.2.*', '1.2.3-beta.1', '>=1.2.0 <2', '<2', '1.0.0 - 1.4.0',
    '^1 || ^2', '^1.0.0-rc.1', '<=3.1.4',
  ])('accepts the range %s', (range) => {
    expect(read({ name: 'a', version: '1.0.0', dependencies: { b: range } }).manifest.dependencies).toEqual({ b: range });
  }); // prettier-ignore

  test('does not replace an empty list by the default', () => {
    const { manifest } = read({ name: 'a', version: '1.0.0', frameworks: [], databases: [] });
    expect(manifest).toMatchObject({ frameworks: [], databases: [] });
  });

  test('reads a negative zero as zero', () => {
    const text =
      '{ "name": "a", "version": "1.0.0", "settings": { "schema": { "n": { "type": "number", "default": -0 } } } }';
    expect(Object.is(JSON.parse(text).settings.schema.n.default, -0)).toBe(true);
    expect(Object.is(readManifest(text, { file }).manifest.settings['n']?.default, 0)).toBe(true);
  });
});

test('a manifest requires at most ten plugins', () => {
  const requires = Array.from({ length: 11 }, (_, at) => `plugin-${at}`);
  expect(read({ name: 'a', version: '1.0.0', requires: requires.slice(1) }).manifest.requires).toHaveLength(10);
  expect(problemsOf(() => read({ name: 'a', version: '1.0.0', requires }))).toMatchObject([
    { code: 'PLUGIN_REQUIRES_INVALID', where: { key: 'requires' } },
  ]);
});

describe('unknown keys', () => {
  test('are warnings with a suggestion and a place, and are not in the manifest', () => {
    const schema = { one: { type: 'string', defualt: 'x' } };
    const { manifest, warnings } = read({ name: 'a', version: '1.0.0', framework: ['express'], settings: { schema } });
    expect(manifest.settings).toEqual({ one: { type: 'string' } });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/"framework".*"frameworks".*manifest\.json:1:\d+/u);
    expect(warnings[1]).toMatch(/"defualt".*default/u);
  });

  test('cannot contain terminal control characters or replace object members', () => {
    const { manifest, warnings } = read({ name: 'a', version: '1.0.0', '\u001b[2J': 1, toString: {} });
    expect(warnings).toHaveLength(2);
    expect(warnings.join('')).not.toContain('\u001b');
    expect(Object.keys(manifest)).not.toContain('toString');
  });

  test('ignores unknown keys with meaningful names', () => {
    const lies = { engines: { genlock: '*' }, main: '../generator.js', entry: '/etc/passwd', isAdmin: true };
    const { manifest, warnings } = read({ name: 'a', version: '1.0.0', ...lies });
    expect(warnings).toHaveLength(4);
    expect(manifest).toEqual(read({ name: 'a', version: '1.0.0' }).manifest);
  });
});

describe('any input results in a manifest or a GenlockError', () => {
  test('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(outcome(text)).toBe('refused');
      }),
    );
  });

  test('any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(outcome(text)).toBe('refused');
      }),
    );
  });

  const key = fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', 'prototype', 'apiKey', 'a-b'));
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('string', 'number', 'boolean', 'url', true, -0, 1, '^1.0.0'));
  const object = (keys: readonly string[], inner: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), key), inner);
  const entry = fc.oneof(
    value,
    object(['type', 'label', 'default', 'required', 'secret', 'validation', 'min', 'max', 'env', 'generate'], value),
  );
  const manifest = fc.record(
    {
      name: fc.oneof(fc.constant('a'), value),
      version: fc.oneof(fc.constant('1.0.0'), value),
      frameworks: fc.oneof(value, fc.array(value)),
      databases: fc.oneof(value, fc.array(fc.oneof(fc.constantFrom('file', 'sqlite'), value))),
      dependencies: fc.oneof(value, object(['zod', '@a/b'], fc.oneof(fc.string(), value))),
      settings: fc.oneof(value, fc.record({ schema: fc.oneof(value, fc.dictionary(key, entry)) })),
      adminMenu: fc.oneof(value, object(['label', 'icon', 'href', 'children'], fc.oneof(value, fc.array(value)))),
      provides: value,
      extends: value,
      requires: fc.oneof(value, fc.array(value)),
    },
    { requiredKeys: [] },
  );

  test('any object with manifest keys, some of them valid', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(manifest, (given) => void seen.add(outcome(JSON.stringify(given)))),
      { numRuns: 1000 },
    );
    expect(seen).toContain('refused');
  });

  test('reads its own result again', () => {
    const sound = fc.record(
      {
        name: fc.constant('a'),
        version: fc.constant('1.0.0'),
        description: fc.string(),
        frameworks: fc.array(fc.constantFrom('express', 'nextjs')),
        databases: fc.array(fc.constantFrom('file', 'sqlite', 'postgres', 'document')),
        dependencies: fc.dictionary(fc.constantFrom('zod', '@a/b'), fc.constantFrom('1.0.0', '^2', '1.x')),
      },
      { requiredKeys: ['name', 'version'] },
    );
    fc.assert(
      fc.property(sound, (given) => {
        const { manifest: once } = read(given);
        expect(read({ ...once, settings: { schema: once.settings } }).manifest).toEqual(once);
      }),
    );
  });
});

function outcome(text: string): 'read' | 'refused' {
  try {
    readManifest(text, { file });
    return 'read';
  } catch (error) {
    if (error instanceof GenlockError) return 'refused';
    throw error;
  }
}
