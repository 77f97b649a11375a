import { throwProblems, type Problem } from '../errors/error.ts';
import { basePlugin } from '../plugin/bundled.ts';
import type { Manifest } from '../plugin/plugin.ts';
import { requirementsOf } from './stored-manifests.ts';
import type { Workspace } from './workspace.ts';

/** Returns the names of the plugins that require a plugin. */
export function pluginsRequiring(name: string, manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((other) => (other.requires?.includes(name) ? [other.name] : []));
}

/**
 * Checks that every enabled plugin has the plugins that it requires.
 *
 * @param manifests manifests of all enabled plugins
 * @throws GenlockError PLUGIN_REQUIRED with every missing plugin
 */
export function requireComplete(manifests: readonly Manifest[]): void {
  const names = new Set([basePlugin, ...manifests.map(({ name }) => name)]);
  throwProblems(
    manifests.flatMap(({ name, requires = [] }) =>
      requires
        .filter((required) => !names.has(required))
        .map((required) => ({
          code: 'PLUGIN_REQUIRED',
          message: `${name} requires ${required}, which is not enabled`,
          hint: `Run \`genlock add ${required}\`, or \`genlock remove ${name}\`.`,
        })),
    ),
  );
}

/**
 * Checks that no remaining plugin requires a plugin that the command removes.
 *
 * @returns a notice for each plugin that stays although only removed plugins require it
 * @throws GenlockError PLUGIN_REQUIRED with the command that removes all of them
 */
export async function checkRemoval(
  without: readonly string[],
  project: Pick<Workspace, 'root' | 'lockfile'>,
): Promise<readonly string[]> {
  if (without.length === 0) return [];
  const requirements = await requirementsOf(project);
  const disabled = (name: string): boolean => project.lockfile?.plugins.get(name)?.disabled === true;
  requireRemovable(without, new Map([...requirements].filter(([name]) => !disabled(name))));
  return stayingPlugins(without, requirements);
}

/** The names of the plugins that a plugin requires, by its name. */
type Requirements = ReadonlyMap<string, readonly string[]>;

function requireRemovable(without: readonly string[], requirements: Requirements): void {
  const dependents = dependentsOf(without, requirements);
  const problems = dependents.flatMap((name) =>
    (requirements.get(name) ?? [])
      .filter((required) => without.includes(required))
      .map((required): Problem => ({
        code: 'PLUGIN_REQUIRED',
        message: `${name} requires ${required}`,
        hint: `Remove them together: genlock remove ${[...dependents, ...without].join(' ')}`,
      })),
  );
  throwProblems(problems);
}

/** Returns the plugins that require one of the named plugins, also through other plugins. */
function dependentsOf(names: readonly string[], requirements: Requirements): readonly string[] {
  const all = new Set(names);
  // Iterating over a set visits the names that are added meanwhile.
  for (const name of all) {
    for (const [dependent, required] of requirements) if (required.includes(name)) all.add(dependent);
  }
  return [...all].slice(names.length);
}

function stayingPlugins(without: readonly string[], requirements: Requirements): readonly string[] {
  const kept = [...requirements].flatMap(([name, required]) => (without.includes(name) ? [] : required));
  return [...requirements.keys()].flatMap((name) => {
    const dependent = without.find((other) => requirements.get(other)?.includes(name));
    if (dependent === undefined || without.includes(name) || kept.includes(name)) return [];
    return [`${name}, which ${dependent} requires, stays installed. Remove it with: genlock remove ${name}`];
  });
}
