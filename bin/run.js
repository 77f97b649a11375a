#!/usr/bin/env node
// Written so that Node 14 can still read it and answer with a sentence instead of a syntax error.
import * as nodeModule from 'node:module';

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
  const args = process.argv
    .slice(2)
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replace(/'/g, `'\\''`)}'`));
  process.stderr.write(
    `genlock needs Node ^24.15 or >=26 and found ${process.version}; with npm this works at once: ` +
      // The package `node` is put in place by its install script, which a project's own .npmrc turns off.
      ['npx', '--ignore-scripts=false', '-p', 'node@24', '-p', 'genlock', 'genlock', ...args].join(' ') +
      '\n',
  );
  process.exitCode = 1;
}
