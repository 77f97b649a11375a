import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryFolder } from './folder.ts';
import type { Storage } from './verdaccio.ts';
import { packagesIn } from './storage-check.ts';

/**
 * Replaces Verdaccio's search, to skip unreadable packages, for example during or after an interrupted publication.
 * Verdaccio stops at the first unreadable package and returns incomplete results.
 */
export function searchPastUnreadable({ localStorage }: Storage, { packages }: RegistryFolder): void {
  localStorage.storagePlugin.search = (onPackage, onEnd) =>
    void walk(packages, onPackage).then(() => onEnd(null), onEnd);
}

type OnPackage = Parameters<Storage['localStorage']['storagePlugin']['search']>[0];

async function walk(packages: string, onPackage: OnPackage): Promise<void> {
  for (const name of packagesIn(packages)) {
    const path = join(packages, name);
    const changed = statSync(join(path, 'package.json'), { throwIfNoEntry: false });
    if (changed === undefined) continue;
    await new Promise<void>((resolve) => onPackage({ name, path, time: changed.mtimeMs }, () => resolve()));
  }
}
