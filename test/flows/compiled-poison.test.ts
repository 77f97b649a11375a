/** Tests foreign code in Node's compile cache with a real process. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** An installed Genlock that says a word when it is loaded; each of one length, as that is checked. */
function installed(word: 'good' | 'evil') {
  const [root, cache] = [temporaryFolder(), temporaryFolder()];
  for (const folder of ['bin', 'dist']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(repository, 'bin/run.js'), join(root, 'bin/run.js'));
  const source = pathToFileURL(join(repository, 'src/user-cache.ts')).href;
  writeFileSync(join(root, 'dist/user-cache.js'), `export { compiledFolder } from ${JSON.stringify(source)};`);
  const main = `console.log('${word}'); export const main = async () => undefined;`;
  writeFileSync(join(root, 'dist/main.js'), main);
  const env = { ...process.env, GENLOCK_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: undefined };
  const run = () => execFileSync(process.execPath, [join(root, 'bin/run.js')], { env, encoding: 'utf8' }).trim();
  /** Finds the compiled `main`, and the position of its source checksum. */
  const compiled = () => {
    const folder = join(cache, 'compiled');
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(main));
    for (const path of paths.filter((each) => statSync(each).isFile())) {
      const bytes = readFileSync(path);
      const at = bytes.subarray(0, 40).indexOf(sum);
      if (at !== -1) return { path, bytes, at, sum };
    }
    throw new Error('nothing was compiled');
  };
  return { cache, run, compiled };
}

test.skipIf(process.platform === 'win32')('is run only from a folder that is this user’s alone', () => {
  const [victim, attacker] = [installed('good'), installed('evil')];
  expect([victim.run(), attacker.run()]).toEqual(['good', 'evil']);
  const { path, sum } = victim.compiled();
  const { bytes, at } = attacker.compiled();
  sum.copy(bytes, at);
  writeFileSync(path, bytes);

  // Control: Node runs the planted code.
  expect(victim.run()).toBe('evil');
  chmodSync(join(victim.cache, 'compiled'), 0o777);
  expect(victim.run()).toBe('good');
});
