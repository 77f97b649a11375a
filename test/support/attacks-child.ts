/**
 * Performs attacks on a generated project: `node attacks-child.ts <project>`. Runs them with all guards first, and then
 * each one without its guard. One Vitest of the project runs all of them, so that its start counts once. Prints the
 * outcomes as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Guard, guards, type Outcome } from './auth-guards.ts';

type VitestModule = typeof import('vitest/node');

const root = process.argv[2] ?? '';
const entry = createRequire(join(root, 'package.json')).resolve('vitest/node');
// The project has another version of Vitest, with the same functions.
const { createVitest } = (await import(pathToFileURL(entry).href)) as VitestModule;
const vitest = await createVitest('test', { root, watch: false, run: true, reporters: [{}], maxWorkers: 1 });

const results = [await attack(guards)];
for (const guard of guards) {
  const restore = removeGuard(guard);
  results.push(await attack([guard]));
  restore();
}
await vitest.close();
writeFileSync(1, `${JSON.stringify(results)}\n`);
// The tests that failed have set the exit code.
process.exit(0);

/** Runs attacks. Returns the outcome of each test. */
async function attack(chosen: readonly Guard[]): Promise<readonly Outcome[]> {
  const names = chosen.map(({ test }) => test.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`));
  vitest.setGlobalTestNamePattern(new RegExp(names.join('|'), 'u'));
  const files = [...new Set(chosen.map(({ file }) => join(root, 'test', file)))];
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications(files));
  // The result also has the modules of earlier runs.
  return testModules.flatMap((module) => {
    if (!files.includes(module.moduleId)) return [];
    const errors = module.errors().map(({ message }) => ({ name: module.moduleId, status: 'failed', message }));
    const tests = [...module.children.allTests()].map((test) => {
      const { state, errors: failures = [] } = test.result();
      return {
        name: test.fullName.replaceAll(' > ', ' '),
        status: state,
        message: failures.map(({ message }) => message).join('\n'),
      };
    });
    return [...errors, ...tests.filter(({ status }) => status !== 'skipped')];
  });
}

/**
 * Removes a guard from the sources. Returns a function that restores them.
 *
 * @throws Error if a file does not contain the source text of the guard exactly once
 */
function removeGuard({ edits }: Guard): () => void {
  const originals = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const path = join(root, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} must contain this text once: ${from}`);
    if (!originals.has(path)) originals.set(path, source);
    write(
      path,
      source.replace(from, () => to),
    );
  }
  return () => originals.forEach((source, path) => write(path, source));
}

function write(path: string, source: string): void {
  writeFileSync(path, source);
  vitest.invalidateFile(path);
}
