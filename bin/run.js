#!/usr/bin/env node
// Written so that Node 14 can still read it and answer with a sentence instead of a syntax error.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major >= 26 || (major === 24 && minor >= 15)) {
  // Node keeps what V8 compiles when it loads a file, and by itself that is next to nothing of it. A command that uses most
  // of what it loads has it compiled whole.
  const [, , command, ...args] = process.argv;
  const usesMost = /^(?:add|apply|entity|init|plan|sync|update|upgrade)$/.test(command);
  if (usesMost && !args.includes('--help')) {
    // Node's own modules are compiled already, but only for the flags Node was started with: those used come before.
    const asksRegistry = command === 'add' && args.some((arg) => /^[\w@]/.test(arg));
    const used = ['child_process', 'crypto', 'fs/promises', 'readline', 'timers/promises', 'perf_hooks', 'tty', 'vm'];
    for (const name of asksRegistry ? [...used, 'assert', 'dns', 'https', 'zlib'] : used)
      process.getBuiltinModule(`node:${name}`);
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--no-lazy');
    // The heap is looked through once, where it comes to that at all; in small steps it takes longer and is begun sooner.
    setFlagsFromString('--no-incremental-marking');
    // Of Prisma's compiler only what is called is validated, as only that is compiled.
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
