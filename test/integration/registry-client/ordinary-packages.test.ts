/** Real packages, packed by npm. Only content that a plugin must not have is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectArchive } from '../../../registry-client/archive/inspect.ts';
import { RegistryError } from '../../../registry-client/errors.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { requireInert } from '../../../src/plugin/inert-package.ts';
import { requireSoundFiles } from '../../../src/plugin/package-files.ts';
import { repository, run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const modules = join(repository, 'node_modules');
const names = readdirSync(modules)
  .filter((name) => /^[a-z]/iu.test(name))
  .slice(0, 100);

test('accepts a hundred packages from npm, except large ones, programs and native code', async () => {
  const folder = temporaryFolder();
  const folders = names.map((name) => join(modules, name));
  const options = ['--ignore-scripts', '--offline', '--silent', '--pack-destination', folder];
  const { code } = await run(['npm', 'pack', ...options, ...folders], { cwd: folder });
  expect(code).toBe(0);
  const judged = readdirSync(folder).map((file) => [file, outcome(readFileSync(join(folder, file)))] as const);
  expect(judged.length).toBeGreaterThanOrEqual(names.length - 1);
  const others = judged.filter(([, result]) => result !== 'right');
  // For example, a library with four thousand modules, or a package.json with a duplicate key.
  expect(others.length).toBeLessThan(5);
  expect(others.filter(([, result]) => result === 'missed')).toEqual([]);
}, 120_000);

/** Returns `right` for a correct decision, the error code for a wrong refusal, and `missed` for a wrong acceptance. */
function outcome(archive: Uint8Array): string {
  try {
    const files = inspectArchive(archive);
    const isRefused = codeOf(() => requireInert({ files: requireSoundFiles(files, 'package'), folder: 'package' }));
    if (isRefused === undefined) return isForbidden(files) ? 'missed' : 'right';
    return isForbidden(files) && isRefused === 'PLUGIN_PACKAGE_REFUSED' ? 'right' : isRefused;
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GenlockError) return error.code;
    throw error;
  }
}

function isForbidden(files: ReadonlyMap<string, Uint8Array>): boolean {
  const { bin, scripts = {} } = JSON.parse(Buffer.from(files.get('package.json') ?? []).toString());
  const isNative = [...files.keys()].some((path) => /\.(?:node|bare|exe|dll|so|dylib)$|binding\.gyp$/u.test(path));
  const hasProgram = bin !== undefined && Object.keys(bin).length > 0;
  return isNative || hasProgram || ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}
