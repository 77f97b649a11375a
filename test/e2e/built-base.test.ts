import { expect, test } from 'vitest';
import { builtBase, sampleProject } from '../../src/engine/built-base.ts';
import { runPlugins } from '../../src/engine/run-plugins.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';

const base = loadPlugin({ kind: 'bundled', name: 'base' });

test('the build contains the operations that the base plugin returns for every database kind', async () => {
  for (const database of base.manifest.databases) {
    const config = { name: sampleProject, database, entities: [], plugins: new Map() };
    const [ran] = await runPlugins([base], { config }, unrestricted);
    const { settings, operations } = ran?.stored.contribution ?? {};
    expect(builtBase(base, database)).toMatchObject({ settings, operations });
  }
});

test('the operations of another base plugin are not used', () => {
  expect(builtBase({ ...base, integrity: 'sha512-other' }, 'file')).toBeUndefined();
});
