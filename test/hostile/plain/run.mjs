/**
 * Control: imports a plugin's generator into plain Node, like generators without a sandbox. Writes two lines: the
 * result, serialised by the plugin itself, and the outcome.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { stringify } = JSON;
const write = process.stdout.write.bind(process.stdout);
const sdk = new URL('sdk.mjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'genlock/sdk' ? { url: sdk, shortCircuit: true } : next(specifier, context),
});

const log = [];
for (const level of ['debug', 'info', 'log', 'warn', 'error']) {
  console[level] = (...given) => log.push(given.map((value) => String(value)).join(' '));
}

function merge(into, from) {
  for (const key of Object.keys(from)) {
    if (typeof into[key] === 'object' || typeof into[key] === 'function') merge(into[key], from[key]);
    else into[key] = from[key];
  }
}

let thrown;
let hasThrown = false;
try {
  const { default: generate } = await import(pathToFileURL(process.argv[2]).href);
  await generate({ projectPath: '/project', framework: 'express', database: 'file', settings: { title: 'x' } });
} catch (error) {
  hasThrown = true;
  thrown = error instanceof Error ? `${error.stack}` : String(error);
}
const { operations } = await import(sdk);
let line = '';
try {
  line = JSON.stringify({ operations, warnings: [] });
  merge({}, JSON.parse(line));
} catch {
  // Then there is nothing to merge.
}
const isPolluted = {}.pwned !== undefined;
delete Object.prototype.pwned;
delete Object.prototype.toJSON;
delete Array.prototype.toJSON;
const result = { line, log, operations: operations.length, isPolluted, ...(hasThrown ? { thrown } : {}) };
write(stringify(result));
