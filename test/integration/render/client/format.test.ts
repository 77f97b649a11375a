import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Operation } from '../../../../sandbox/index.ts';
import { menu } from '../../../../src/render/client/menu.ts';
import { providers } from '../../../../src/render/client/providers.ts';
import { theme } from '../../../../src/render/client/theme.ts';
import { emitted, module } from '../../../unit/render/client/contributions.ts';

const oxfmt = join(import.meta.dirname, '../../../../node_modules/oxfmt/bin/oxfmt');
const long = (start: string) => start.padEnd(60, 'AbcdefghiJ');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'genlock-format-'));
  writeFileSync(
    join(folder, '.oxfmtrc.json'),
    '{"printWidth":100,"singleQuote":true,"ignorePatterns":[".oxfmtrc.json"]}',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function providerNamed(name: string): Operation[] {
  return [
    module(`client/${name}.tsx`, `export const ${name} = 1;`),
    { kind: 'registerProvider', name, import: `@/${name}`, order: 100 },
  ];
}

function entryWith(labels: readonly string[], id = 'a'): Operation {
  const children = labels.map((label, index) => ({ id: `${id}-${index}`, label, href: `/${label.toLowerCase()}` }));
  return { kind: 'registerAdminMenu', id, label: labels[0] ?? 'Alone', href: `/${id}`, children };
}

const css: Operation = {
  kind: 'registerCSS',
  variables: { '--a': '#FFF', '--b': 'calc( 1.0px+2px )', '--c': long('a') },
};

const cases: readonly [string, readonly Operation[]][] = [
  ['none', []],
  ['one', [...providerNamed('Short'), entryWith([]), css]],
  ['one long', [...providerNamed(long('Auth')), entryWith([long('Label')])]],
  ['several', [...providerNamed('A'), ...providerNamed('B'), entryWith(['One', "Two's"]), entryWith([], long('b'))]],
  ['several long', [...providerNamed(long('A')), ...providerNamed(long('B')), entryWith([long('One'), long('Two')])]],
];

test.each(cases)('the formatter does not change registered plugin values: %s', (_, operations) => {
  writeFileSync(join(folder, 'providers.tsx'), emitted(providers, [{ operations }]));
  writeFileSync(join(folder, 'menu.ts'), emitted(menu, [{ operations }]));
  writeFileSync(join(folder, 'theme.css'), emitted(theme, [{ operations }]));
  const result = spawnSync(process.execPath, [oxfmt, '--list-different', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(result.stdout + result.stderr).toBe('');
});
