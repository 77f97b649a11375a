import type { DatabaseKind } from '../../config/config.ts';
import { authPlugin } from '../../config/names.ts';
import { bundledWithRequired } from '../../plugin/bundled-requirements.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import { graphNames, type GraphName } from './graphs.ts';
import { fewSamples, manySamples, type Sample } from './samples.ts';

/** When another plugin is added: never, before the tested plugin, or after it. */
export const neighbourOrders = ['none', 'before', 'after'] as const;
export type NeighbourOrder = (typeof neighbourOrders)[number];

/** One generated project and the plugin's settings in it. */
export interface TestCase extends Sample {
  readonly database: DatabaseKind;
  readonly graph: GraphName;
  /** Whether the project has an authentication plugin. */
  readonly auth: boolean;
  readonly neighbour: NeighbourOrder;
}

/** Size of the grid. */
export type GridSize = 'small' | 'large';

/**
 * Returns the cases of a plugin. The small grid has every value of every dimension at least once. The large grid has every
 * combination of projects, and all settings on every database.
 */
export function casesOf(plugin: Plugin, size: GridSize): readonly TestCase[] {
  return size === 'small' ? fewCases(plugin) : manyCases(plugin);
}

/** Returns whether the projects of a plugin have an authentication plugin: both, if the plugin permits both. */
export function authsOf({ manifest: { provides, requires = [], extends: extended } }: Plugin): readonly boolean[] {
  if (provides === 'auth') return [false];
  return extended === 'auth' || bundledWithRequired(requires).includes(authPlugin) ? [true] : [false, true];
}

/** Returns the databases of a plugin, the embedded one first, because its projects are the smallest. */
export function databasesOf({ manifest: { databases } }: Plugin): readonly DatabaseKind[] {
  return databases.toSorted((one, other) => Number(other === 'file') - Number(one === 'file'));
}

function fewCases(plugin: Plugin): readonly TestCase[] {
  const [databases, auths] = [databasesOf(plugin), authsOf(plugin)];
  const [plain = noSettings, ...others] = fewSamples(plugin.manifest.settings);
  const [database = 'file'] = databases;
  const [auth = false] = auths;
  const usual: TestCase = { ...plain, database, graph: 'one', auth, neighbour: 'none' };
  return [
    { ...usual, graph: 'none' },
    ...databases.map((kind) => ({
      ...usual,
      database: kind,
      graph: 'relations' as const,
      // A plugin without data about the project returns the same operations with and without authentication.
      auth: plugin.manifest.inputs === undefined && kind !== database ? auth : (auths.at(-1) ?? auth),
    })),
    ...others.map((sample) => ({ ...usual, ...sample })),
    ...(['before', 'after'] as const).map((neighbour) => ({ ...usual, neighbour })),
    { ...usual, graph: 'large' },
    { ...usual, graph: 'names' },
  ];
}

function manyCases(plugin: Plugin): readonly TestCase[] {
  const [databases, auths] = [databasesOf(plugin), authsOf(plugin)];
  const [plain = noSettings, ...samples] = manySamples(plugin.manifest.settings);
  const projects = databases.flatMap((database) =>
    graphNames.flatMap((graph) =>
      auths.flatMap((auth) => neighbourOrders.map((neighbour) => ({ ...plain, database, graph, auth, neighbour }))),
    ),
  );
  const usual = { graph: 'one', auth: auths[0] ?? false, neighbour: 'none' } as const;
  return [
    ...projects,
    ...databases.flatMap((database) => samples.map((sample) => ({ ...sample, ...usual, database }))),
  ];
}

const noSettings: Sample = { settings: {} };
