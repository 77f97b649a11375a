import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderSample } from '../../support/materialize.ts';
import { entityGraphs } from './entity-graphs.ts';

const oxfmt = join(import.meta.dirname, '../../../node_modules/oxfmt/bin/oxfmt');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'genlock-format-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the formatter changes nothing in a rendered project, whatever its entities', () => {
  const graphs = fc.sample(entityGraphs, { numRuns: 60, seed: 20_261_121 });
  for (const [index, entities] of [[], ...graphs].entries()) {
    for (const [path, { content, owner }] of renderSample({ entities }, 'sample')) {
      if (index === 0 || owner === 'core') put(join(String(index), path), content);
    }
  }
  expect(unformatted()).toEqual([]);
});

test('the check finds a file that is not formatted', () => {
  for (const [path, { content }] of renderSample({}, 'sample')) put(path, content);
  put('server/wrong.ts', 'export  const wrong = 1\n');
  expect(unformatted()).toEqual(['server/wrong.ts']);
});

function put(path: string, content: string | Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Files the formatter would change, by one run over the folder. */
function unformatted(): string[] {
  const result = spawnSync(process.execPath, [oxfmt, '--list-different'], { cwd: folder, encoding: 'utf8' });
  return result.stdout.split('\n').filter((line) => line !== '');
}
