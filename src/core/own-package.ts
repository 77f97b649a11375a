import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Genlock as it is installed: the folder that holds `plugins/` and `dist/`, and the version. The same from src/ and dist/. */
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
  if (file === undefined) throw new Error('package.json of genlock is not above its own code');
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return { root: dirname(file), version };
}
