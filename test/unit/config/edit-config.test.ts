import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editConfig, newConfig } from '../../../src/config/edit.ts';
import { readConfig } from '../../../src/config/read.ts';

const written = '{\r\n\t"entities": [ { "name": "Post" } ],\r\n\t"database": "sqlite"\r\n}\r\n';

test('edits keep all other text, including line endings and tabs', () => {
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

describe('a new key has the layout of its neighbours', () => {
  const edits = { name: 'blog', schemaRef: './s.json', plugins: ['notes'] } as const;
  test.each([
    [
      'all on one line',
      '{ "database": "file", "entities": [{"name": "A"}] }',
      '{ "$schema": "./s.json", "name": "blog", "database": "file", "entities": [{"name": "A"}], "plugins": { "notes": { "enabled": true, "settings": {} } } }',
    ],
    [
      'nothing there',
      '{}\n',
      '{\n  "name": "blog",\n  "plugins": {\n    "notes": {\n      "enabled": true,\n      "settings": {}\n    }\n  }\n}\n',
    ],
    [
      'four spaces, an uneven list, other plugins',
      '{\n    "entities": [ {"name":"A"},\n  {"name":"B"} ],\n    "plugins": { "a": {} }\n}',
      '{\n    "$schema": "./s.json",\n    "name": "blog",\n    "entities": [ {"name":"A"},\n  {"name":"B"} ],\n    "plugins": { "a": {}, "notes": { "enabled": true, "settings": {} } }\n}',
    ],
    [
      'a byte order mark',
      '\uFEFF{\r\n\t"name": "old",\r\n\t"plugins": {}\r\n}',
      '\uFEFF{\r\n\t"$schema": "./s.json",\r\n\t"name": "blog",\r\n\t"plugins": {\r\n\t\t"notes": {\r\n\t\t\t"enabled": true,\r\n\t\t\t"settings": {}\r\n\t\t}\r\n\t}\r\n}',
    ],
  ])('%s', (name, text, edited) => {
    expect(editConfig(text, name === 'nothing there' ? { name: 'blog', plugins: ['notes'] } : edits)).toBe(edited);
  });
});

test('writes, replaces and removes the version of a plugin', () => {
  const text = '{ "plugins": { "notes": { "settings": { "a": 1 } } } }';
  const caret = editConfig(text, { versions: new Map([['notes', '^1']]) });
  expect(caret).toBe('{ "plugins": { "notes": { "settings": { "a": 1 }, "version": "^1" } } }');
  expect(readConfig(caret, { file: 'genlock.json' }).plugins.get('notes')?.version).toBe('^1');
  const exact = editConfig(caret, { versions: new Map([['notes', '2.0.0']]) });
  expect(exact).toBe(caret.replace('^1', '2.0.0'));
  expect(editConfig(exact, { versions: new Map([['notes', undefined]]) })).toBe(text);
  expect(editConfig(text, { versions: new Map([['notes', undefined]]) })).toBe(text);
});

test('enables an existing plugin and keeps its settings', () => {
  const off = '{ "plugins": { "notes": { "enabled": false, "settings": { "a": 1 } } } }';
  expect(editConfig(off, { plugins: ['notes'] })).toBe(off.replace('false', 'true'));
  const on = '{ "plugins": { "notes": { "settings": { "a": 1 } } } }';
  expect(editConfig(on, { plugins: ['notes'] })).toBe(on);
});

test('keeps the existing text for any layout', () => {
  const layouts = fc.record({
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t', ' '.repeat(10)),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    plugins: fc.option(fc.dictionary(fc.constantFrom('a', '@b/c', 'd'), fc.constant({})), { nil: undefined }),
    names: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 3 }),
  });
  const property = fc.property(layouts, ({ indent, eol, mark, plugins, names }) => {
    const value = { entities: names.map((name) => ({ name, fields: [] })), ...(plugins && { plugins }) };
    const text =
      mark + JSON.stringify(value, null, indent).replaceAll('"fields": []', '"fields":[ ]').replaceAll('\n', eol);
    const edited = editConfig(text, { name: 'blog', database: 'file', schemaRef: './s.json', plugins: ['notes'] });
    expect(edited).toContain(text.slice(text.indexOf('"entities"'), text.lastIndexOf(']') + 1));
    expect(JSON.parse(edited.slice(mark.length))).toEqual({
      ...value,
      $schema: './s.json',
      name: 'blog',
      database: 'file',
      plugins: { ...plugins, notes: { enabled: true, settings: {} } },
    });
    expect(edited.startsWith(mark)).toBe(true);
    const others = text.includes('\r\n') ? edited.replaceAll('\r\n', '') : '';
    expect(others).not.toContain('\n');
  });
  fc.assert(property, { numRuns: 500 });
});

test('a second edit with the same values changes nothing', () => {
  const edits = { name: 'blog', database: 'file', schemaRef: './s.json' } as const;
  const once = editConfig(written, edits);
  expect(editConfig(once, edits)).toBe(once);
});

test('reads a new configuration back with the requested values', () => {
  const config = readConfig(newConfig({ name: 'blog', database: 'file' }), { file: 'genlock.json' });
  expect(config).toMatchObject({ name: 'blog', database: 'file', entities: [] });
});

describe('removing a plugin restores the text from before it was added', () => {
  const start = editConfig(written, { hasPlugins: true });
  const one = editConfig(start, { plugins: ['one'] });
  test.each([
    ['none', start],
    ['on one line', '{ "name": "blog", "plugins": {} }'],
    ['others', editConfig(one, { plugins: ['two'] })],
    ['tabs and carriage returns', '{\r\n\t"name": "blog",\r\n\t"plugins": {}\r\n}\r\n'],
  ])('beside %s', (_, text) => {
    const added = editConfig(text, { plugins: ['notes'] });
    expect(added).not.toBe(text);
    expect(editConfig(added, { without: ['notes'] })).toBe(text);
  });

  test('removes the first, middle or last plugin', () => {
    const all = editConfig(start, { plugins: ['one', 'two', 'three'] });
    const left = (...without: readonly string[]) => editConfig(all, { without });
    expect(left('one')).toBe(editConfig(start, { plugins: ['two', 'three'] }));
    expect(left('two')).toBe(editConfig(start, { plugins: ['one', 'three'] }));
    expect(left('three')).toBe(editConfig(start, { plugins: ['one', 'two'] }));
    expect(left('two', 'three', 'one')).toBe(start);
    expect(left('four')).toBe(all);
  });
});
