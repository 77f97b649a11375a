import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryFolder } from './folder.ts';
import type { Storage } from './verdaccio.ts';
import { packagesIn } from './storage-check.ts';

/**
 * Lets a search go past what can't be read: a package that is being published or taken back just now, or what a
 * publication that was broken off left. Verdaccio ends at the first of them, and answers what it has by then as if it
 * were all.
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
