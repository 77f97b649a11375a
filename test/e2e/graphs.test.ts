import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../src/config/config.ts';
import type { Tree } from '../../src/core/tree.ts';
import { run } from '../support/cli.ts';
import { renderSample } from '../support/materialize.ts';
import { done, installPackages, pathWithoutOurs, typecheck, withoutEngines } from '../support/shop.ts';
import { entityGraphsOn } from '../unit/render/entity-graphs.ts';

/** Projects per database kind: the largest of twelve times as many. `GENLOCK_GRAPHS` sets another number for a long run. */
const compiled = Number(process.env['GENLOCK_GRAPHS'] ?? 1);

describe.each(databaseKinds)('random projects on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-graphs-'));
  const graphs = fc
    .sample(entityGraphsOn({ kind }), { numRuns: 12 * compiled, seed: 20_261_121 })
    .toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)
    .slice(0, compiled);
  const env = { PATH: pathWithoutOurs(), CI: '1', ...(kind === 'document' ? withoutEngines(folder) : {}) };

  beforeAll(async () => {
    write(renderSample({ database: kind, entities: [] }, 'shared'), join(folder, 'shared'));
    await installPackages(join(folder, 'shared'), env);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(graphs.map((entities, index) => [index, entities] as const))(
    'number %i compiles and has nothing to lint',
    async (index, entities) => {
      const root = join(folder, `project-${index}`);
      write(renderSample({ database: kind, entities }, 'random'), root);
      symlinkSync(join(folder, 'shared', 'node_modules'), join(root, 'node_modules'));
      for (const script of [typecheck, 'lint']) {
        expect(done(await run(['npm', 'run', ...script.split(' ')], { cwd: root, env })).code).toBe(0);
      }
    },
  );
});

function write(tree: Tree, root: string): void {
  for (const [path, { content, mode }] of tree) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content, { mode });
  }
}
