import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { member, partialEntities } from '../../config/partial-entity.ts';
import { availablePlugins } from '../../plugin/bundled.ts';
import { configPath } from '../../project/records.ts';
import { nearestRoot } from '../../project/open.ts';

/** The kinds of names that shells complete. */
export type NameKind = 'bundled' | 'installed' | 'entities';

/**
 * Returns the names of one kind for the project around a folder: bundled plugins that are not in `genlock.json`, the
 * plugins in `genlock.json`, or its entities. Read-only. Without a project or with an invalid file, the project has no
 * names.
 */
export function knownNames(kind: NameKind, cwd: string): readonly string[] {
  const config = readLoosely(cwd);
  const plugins = Object.keys(Object(member(config, 'plugins')));
  const names = {
    bundled: () => availablePlugins().filter((name) => !plugins.includes(name)),
    installed: () => plugins,
    entities: () => partialEntities(config).map(({ name }) => name),
  }[kind]();
  // A shell inserts these names into a command line. The file may come from someone else.
  return names.filter((name) => /^[\w@][\w@./-]*$/u.test(name));
}

function readLoosely(cwd: string): unknown {
  try {
    const root = nearestRoot(cwd);
    return root === undefined ? undefined : parse(readFileSync(join(root, configPath), 'utf8'));
  } catch {
    return undefined;
  }
}
