/** Finds the worker's bundle and isolated-vm's addon. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SandboxError } from '../protocol/errors.ts';

export interface Parts {
  readonly worker: string;
  readonly addon: string;
}

let located: Parts | undefined;

/**
 * Returns the paths of both files.
 *
 * @throws {SandboxError} SANDBOX_START if a file is missing
 */
export function locate(): Parts {
  located ??= { worker: findWorker(), addon: findAddon() };
  return located;
}

/** Finds the worker's bundle, whose path in the package is the same for sources and `dist`. */
function findWorker(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (nameOf(folder) === 'genlock') {
      const worker = join(folder, 'dist', 'sandbox', 'worker.cjs');
      if (existsSync(worker)) return worker;
      throw new SandboxError('SANDBOX_START', `the sandbox's worker is missing: ${worker}`);
    }
    if (dirname(folder) === folder) throw new SandboxError('SANDBOX_START', "the sandbox's package can't be found");
  }
}

function nameOf(folder: string): unknown {
  try {
    const manifest: { name?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return manifest.name;
  } catch {
    return undefined;
  }
}

/** Finds the addon. The worker receives the path, because the worker may not search the disk. */
function findAddon(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('isolated-vm/package.json');
    const build: { path(folder: string): string } = createRequire(manifest)('node-gyp-build');
    return build.path(dirname(manifest));
  } catch (cause) {
    throw new SandboxError('SANDBOX_START', `isolated-vm has no build for ${process.platform} ${process.arch}`, {
      cause,
    });
  }
}
