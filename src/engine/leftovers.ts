import { footprintOf } from '../consent/footprint.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import { GenlockError } from '../errors/error.ts';
import { secretsOf } from './environment.ts';
import { installedPlugin, type StoredProject } from './installed-plugin.ts';
import type { PluginChange } from './plugin-change.ts';
import type { InstalledPlugin } from './run-plugins.ts';
import type { Configuration } from './configuration.ts';

/** What is a gone plugin's and stays: tables are never dropped nor secrets deleted along the way. */
export interface Leftovers {
  readonly models: readonly string[];
  /** `Model.field` of models that stay. */
  readonly columns: readonly string[];
  readonly variables: readonly string[];
}

/** A change, as far as it decides what stays. */
export interface Leaving extends StoredProject {
  readonly configuration: Configuration;
  readonly plugins: readonly PluginChange[];
  readonly models: readonly ModelChange[];
  /** The project's plugins from now on. */
  readonly after: readonly InstalledPlugin[];
}

/** What plugins that went leave to the owner. */
export function findLeftovers({ plugins, models, after, ...project }: Leaving): Leftovers {
  const gone = plugins.filter(({ change }) => change === 'removed' || change === 'disabled');
  const still = new Set(secretsOf(after).map(({ variable }) => variable));
  const variables = gone.flatMap(({ name }) => {
    const locked = project.lockfile?.plugins.get(name);
    return locked === undefined ? [] : secretsOf(readable({ name, locked }, project));
  });
  const kept = new Set([
    ...project.configuration.config.entities.map(({ name }) => name),
    ...after.flatMap(({ stored }) => footprintOf(stored.contribution).models),
  ]);
  return {
    models: gone.flatMap(({ footprint }) => footprint.models).filter((model) => !kept.has(model)),
    columns: gone.length === 0 ? [] : models.flatMap(columnsOf),
    variables: variables.map(({ variable }) => variable).filter((variable) => !still.has(variable)),
  };
}

/** Fields that go from a model that stays; the other end of a relation is no column. */
function columnsOf({ name, change, go }: ModelChange): readonly string[] {
  if (change !== 'changed') return [];
  const scalar = /^\S+ (?:String|Boolean|Int|BigInt|Float|Decimal|DateTime|Json|Bytes)\b/u;
  return go.filter((field) => scalar.test(field)).map((field) => `${name}.${field.split(' ')[0] ?? ''}`);
}

/** One that can't be read is only missing from what is told. */
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
