import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * Installed Genlock package: the folder with `plugins/` and `dist/`, and the version. The result is equal in src/ and
 * dist/.
 */
export interface OwnPackage {
  readonly root: string;
  readonly version: string;
}

let found: OwnPackage | undefined;

export function ownPackage(): OwnPackage {
  found ??= read();
  return found;
}

function read(): OwnPackage {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('cannot find the package.json of genlock');
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return { root: dirname(file), version };
}
