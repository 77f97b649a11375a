#!/usr/bin/env node
// Written for Node 14 and later, so that an old Node prints a message instead of a syntax error.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major >= 26 || (major === 24 && minor >= 15)) {
  // By default, Node caches only the code that V8 compiled at load time, which is very little. For commands that use
  // most of their modules, V8 compiles whole modules.
  const [, , command, ...args] = process.argv;
  const usesMost = /^(?:add|apply|entity|init|plan|sync|update|upgrade)$/.test(command);
  if (usesMost && !args.includes('--help')) {
    // Loads Node's built-in modules before the flags change, because their compiled code is valid only for Node's
    // initial flags.
    const asksRegistry = command === 'add' && args.some((arg) => /^[\w@]/.test(arg));
    const used = ['child_process', 'crypto', 'fs/promises', 'readline', 'timers/promises', 'perf_hooks', 'tty', 'vm'];
    for (const name of asksRegistry ? [...used, 'assert', 'dns', 'https', 'zlib'] : used)
      process.getBuiltinModule(`node:${name}`);
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--no-lazy');
    // Runs a full mark phase if garbage collection is needed at all. Incremental marking takes longer and begins
    // earlier.
    setFlagsFromString('--no-incremental-marking');
    // Validates only the WebAssembly functions of Prisma's compiler that are called, because only they are compiled.
    setFlagsFromString('--wasm-lazy-validation');
  }
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
