/** Names that can be mistaken for others are shown with the plan and need an answer. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { pluginView } from '../../src/ui/plugin-plan.ts';
import { plain } from '../../src/ui/style.ts';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
beforeEach(async () => {
  life = await newLife();
});

function plugin(manifest: object, call = ''): string {
  const folder = join(temporaryFolder(), 'stock');
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ name: 'stock', version: '1.0.0', ...manifest }));
  const program = `import * as sdk from 'genlock/sdk';\n\nexport default async () => {\n  ${call}\n};\n`;
  writeFileSync(join(folder, 'generator.js'), program);
  return folder;
}

const depending = (name: string) => plugin({ dependencies: { [name]: '1.0.0' } });
const labelled = (label: string) =>
  plugin({}, `await sdk.registerAdminMenu({ label: ${JSON.stringify(label)}, href: '/stock' });`);
const greek = 'St\u03bfck';

describe.each([
  ['the package expresss', () => depending('expresss'), { what: 'package', name: 'expresss', like: 'express' }],
  ['the package loadsh', () => depending('loadsh'), { what: 'package', name: 'loadsh', like: 'lodash' }],
  ['the package re-act', () => depending('re-act'), { what: 'package', name: 're-act', like: 'react' }],
  ['a label with a Greek letter', () => labelled(greek), { what: 'alphabets', name: greek, like: 'U+03BF' }],
  [
    'a label in the manifest with a Cyrillic letter',
    () => plugin({ adminMenu: { label: '\u0405tock', href: '/stock' } }),
    { what: 'alphabets', name: '\u0405tock', like: 'U+0405' },
  ],
  [
    'a label of a setting in Cyrillic letters that look Latin',
    () => plugin({ settings: { schema: { a: { type: 'string', label: '\u0430\u0440\u0440' } } } }),
    { what: 'alphabets', name: '\u0430\u0440\u0440', like: 'U+0430 U+0440' },
  ],
])('%s', (_, folder, doubt) => {
  test('needs an answer although the folder was typed, and nothing changes without one', async () => {
    const before = treeHash(life.root);
    const shown: ChangePreview[] = [];
    expect(await codesOf(life.add([folder()], { preview: (preview) => shown.push(preview) }))).toEqual([
      'CONSENT_NEEDED',
    ]);
    expect(treeHash(life.root)).toEqual(before);
    expect(shown[0]?.plugins[0]).toMatchObject({ asks: true, doubts: [doubt] });
  });

  test('is shown with the plan and accepted after an answer', async () => {
    const { plugins } = await life.add([folder()], { yes: true });
    const [change] = plugins;
    if (change === undefined) throw new Error('the result names no plugin');
    const text = pluginView(change, { width: 200, style: plain });
    expect(text).toContain('Check these names:');
    expect(text).toContain(doubt.name);
    expect(text).toContain(doubt.like);
    const { plugins: later } = await life.sync();
    expect(later).toEqual([]);
  });
});

describe('no doubt', () => {
  test.each(['fastify', 'redis', 'date-fns', 'hono', '@acme/stock', 'pino-pretty'])(
    'about the package %s',
    async (name) => {
      const { plugins } = await life.add([depending(name)]);
      expect(plugins[0]).not.toHaveProperty('doubts');
    },
  );

  test.each(['Stock', 'Склад', 'Αποθήκη', 'Stock & Склад', '在庫 stock', 'Käufe', 'Ünïcode'])(
    'about the label %s',
    async (label) => {
      const { plugins } = await life.add([labelled(label)]);
      expect(plugins[0]).not.toHaveProperty('doubts');
    },
  );

  test('about a package of the project', async () => {
    const file = join(life.root, 'package.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"dependencies": {', '"dependencies": {\n    "expresss": "^1.0.0",'));
    const { plugins } = await life.add([depending('expresss')]);
    expect(plugins[0]).not.toHaveProperty('doubts');
  });
});

test('a package that is similar to a package of the project is in doubt', async () => {
  const file = join(life.root, 'package.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"dependencies": {', '"dependencies": {\n    "acme-payments": "^1.0.0",'));
  expect(await codesOf(life.add([depending('acme-payment')]))).toEqual(['CONSENT_NEEDED']);
});
