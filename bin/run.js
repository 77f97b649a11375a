#!/usr/bin/env node
// Written for Node 14 and later, so that an old Node prints a message instead of a syntax error.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major >= 26 || (major === 24 && minor >= 15)) {
  // Node's own modules are compiled, but only for the V8 flags that Node starts with: load the common ones before the flag.
  const modules = 'child_process crypto fs/promises readline timers/promises perf_hooks tty vm';
  for (const name of modules.split(' ')) process.getBuiltinModule(`node:${name}`);
  // Node caches the code that V8 compiles while a file loads. Without the flag that is almost no function, and each run
  // compiles the functions that it calls again.
  process.getBuiltinModule('node:v8').setFlagsFromString('--no-lazy');
  const { compiledFolder } = await import('../dist/user-cache.js');
  const folder = compiledFolder();
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
  const { main } = await import('../dist/main.js');
  await main(process.argv.slice(2));
} else {
  const script = fileURLToPath(import.meta.url);
  // A checkout of Genlock has the development dependency `node`. Elsewhere npm provides that package, whose install script a
  // project's .npmrc might turn off.
  const installed = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const node = existsSync(installed) ? [installed] : ['npx', '--ignore-scripts=false', '-p', 'node@24', 'node'];
  process.stderr.write(
    `genlock needs Node ^24.15 or >=26 and found ${process.version}; this command uses the right one: ` +
      `${[...node, script, ...process.argv.slice(2)].map(quoted).join(' ')}\n`,
  );
  process.exitCode = 1;
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}
