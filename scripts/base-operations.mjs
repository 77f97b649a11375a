// Runs the base plugin for every database kind. `genlock plugin validate` renders projects with the result.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkVersion } from '../sandbox/index.ts';
import { builtBasePath, sampleProject } from '../src/engine/built-base.ts';
import { runPlugins } from '../src/engine/run-plugins.ts';
import { basePlugin } from '../src/plugin/bundled.ts';
import { loadPlugin } from '../src/plugin/load.ts';
import { unrestricted } from '../src/policy/effective-policy.ts';

/** @param {string} root the folder of the package, with the worker of the sandbox in dist/ */
export async function writeBaseOperations(root) {
  const base = loadPlugin({ kind: 'bundled', name: basePlugin });
  const operations = {};
  for (const database of base.manifest.databases) {
    const config = { name: sampleProject, database, entities: [], plugins: new Map() };
    const [ran] = await runPlugins([base], { config }, unrestricted);
    operations[database] = ran.stored.contribution.operations;
  }
  const built = { integrity: base.integrity, sdk: sdkVersion, operations };
  writeFileSync(join(root, builtBasePath), `${JSON.stringify(built)}\n`);
}
