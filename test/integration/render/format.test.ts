import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiRoute } from '../../../sandbox/index.ts';
import type { Config } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { render } from '../../../src/render/render.ts';
import { renderSample } from '../../support/materialize.ts';
import { contribution, routesOf } from '../../unit/render/contributions.ts';
import { entityGraphs } from '../../unit/render/entity-graphs.ts';

const oxfmt = join(import.meta.dirname, '../../../node_modules/oxfmt/bin/oxfmt');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'genlock-format-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the formatter does not change a rendered project, for any entities', () => {
  const graphs = fc.sample(entityGraphs, { numRuns: 60, seed: 20_261_121 });
  for (const [index, entities] of [[], ...graphs].entries()) {
    for (const [path, { content, owner }] of renderSample({ entities }, 'sample')) {
      if (index === 0 || owner === 'core') put(join(String(index), path), content);
    }
  }
  expect(unformatted()).toEqual([]);
});

test('the formatter does not change lines that long names fill', () => {
  // From 45 letters on, chained calls need more than one line.
  const entities = Array.from({ length: 19 }, (_, index) => {
    const name = `${String.fromCharCode(65 + index)}${'o'.repeat(43 + index)}g`;
    return {
      name,
      fields: [{ name: 'label', type: 'String', required: true, unique: true }],
      relations: [
        { name: 'owner', type: 'many-to-one', target: name },
        { name: 'friends', type: 'many-to-many', target: name },
      ],
    };
  });
  for (const [path, { content, owner }] of renderSample({ entities }, 'sample'))
    if (owner === 'core') put(path, content);
  expect(unformatted()).toEqual([]);
});

test('the formatter does not change output from plugins', () => {
  const long = 'a-module-of-a-plugin-with-a-name-that-goes-on-and-on';
  const routes = [1, 2, 3].flatMap((number) =>
    (['authenticated', 'admin', 'public'] as const).map((access, index): ApiRoute => ({
      path: `/${long}/:id/${number}`,
      handler: `server/${long}/${number}.ts`,
      methods: index === 0 ? ['GET', 'HEAD', 'OPTIONS'] : [index === 1 ? 'POST' : 'PUT'],
      access,
    })),
  );
  const settings = contribution('settings', {
    settings: {
      text: { type: 'string', default: long.repeat(3) },
      'a-key': { type: 'boolean', default: true },
      secret: { type: 'string', secret: true, required: true },
    },
  });
  const contributions = [routesOf('short', routes.slice(0, 1)), routesOf(long, routes.slice(3)), settings];
  const config: Config = { name: 'sample', database: 'file', entities: [], plugins: new Map() };
  for (const [path, { content }] of render({ config, model: resolveModel(config), contributions })) put(path, content);
  expect(unformatted()).toEqual([]);
});

test('control: the check finds an unformatted file', () => {
  for (const [path, { content }] of renderSample({}, 'sample')) put(path, content);
  put('server/wrong.ts', 'export  const wrong = 1\n');
  expect(unformatted()).toEqual(['server/wrong.ts']);
});

function put(path: string, content: string | Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Returns the files that the formatter would change, with one run over the folder. */
function unformatted(): string[] {
  const result = spawnSync(process.execPath, [oxfmt, '--list-different'], { cwd: folder, encoding: 'utf8' });
  return result.stdout.split('\n').filter((line) => line !== '');
}
