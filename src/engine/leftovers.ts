import { modelNames } from '../consent/footprint.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import { GenlockError } from '../errors/error.ts';
import { secretsOf } from './environment.ts';
import { installedPlugin, type StoredProject } from './installed-plugin.ts';
import type { PluginChange } from './plugin-change.ts';
import type { InstalledPlugin } from './run-plugins.ts';
import type { Configuration } from './configuration.ts';

/** Data of removed plugins that remains in the project. Genlock never drops tables or deletes secrets automatically. */
export interface Leftovers {
  readonly models: readonly string[];
  /** `Model.field` of the remaining models. */
  readonly columns: readonly string[];
  readonly variables: readonly string[];
}

/** The parts of a change that determine the leftovers. */
export interface Leaving extends StoredProject {
  readonly configuration: Configuration;
  readonly plugins: readonly PluginChange[];
  readonly models: readonly ModelChange[];
  /** The project's plugins after the change. */
  readonly after: readonly InstalledPlugin[];
}

/** Finds the data of removed plugins that the user must clean up. */
export function findLeftovers({ plugins, models, after, ...project }: Leaving): Leftovers {
  const gone = plugins.filter(({ change }) => change === 'removed' || change === 'disabled');
  const still = new Set(secretsOf(after).map(({ variable }) => variable));
  const variables = gone.flatMap(({ name }) => {
    const locked = project.lockfile?.plugins.get(name);
    return locked === undefined ? [] : secretsOf(readable({ name, locked }, project));
  });
  const kept = new Set([
    ...project.configuration.config.entities.map(({ name }) => name),
    ...after.flatMap(({ stored }) => modelNames(stored.contribution.operations)),
  ]);
  return {
    models: gone.flatMap(({ footprint }) => footprint.models).filter((model) => !kept.has(model)),
    columns: gone.length === 0 ? [] : models.flatMap(columnsOf),
    variables: variables.map(({ variable }) => variable).filter((variable) => !still.has(variable)),
  };
}

/** Returns the removed columns of a remaining model. The other end of a relation is not a column. */
function columnsOf({ name, change, go }: ModelChange): readonly string[] {
  if (change !== 'changed') return [];
  const scalar = /^\S+ (?:String|Boolean|Int|BigInt|Float|Decimal|DateTime|Json|Bytes)\b/u;
  return go.filter((field) => scalar.test(field)).map((field) => `${name}.${field.split(' ')[0] ?? ''}`);
}

/** Returns an empty array for an unreadable plugin: its leftovers are not reported. */
function readable(
  ...[entry, project]: Parameters<typeof installedPlugin>
): readonly ReturnType<typeof installedPlugin>[] {
  try {
    return [installedPlugin(entry, project)];
  } catch (error) {
    if (error instanceof GenlockError) return [];
    throw error;
  }
}
