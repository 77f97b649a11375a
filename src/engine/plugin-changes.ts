import type { Config } from '../config/config.ts';
import { footprintIncrease, printFootprint } from '../consent/footprint-increase.ts';
import { needsAnswer, originChanges } from '../consent/origin.ts';
import { footprintOf, modelNames } from '../consent/footprint.ts';
import { releaseOf, type LockedPlugin, type Lockfile } from '../lockfile/lockfile.ts';
import { printSource } from '../lockfile/source.ts';
import { isAuthRoute } from '../plugin/auth-routes.ts';
import { secretSettings } from '../plugin/secrets.ts';
import { compareText } from '../core/tree.ts';
import { addedPackages } from './packages/added-packages.ts';
import type { PluginSet } from './resolve-plugins.ts';
import { newDataMigrations } from './data-migrations.ts';
import { isUnchanged } from './installed-plugin.ts';
import { openEntities } from './open-entities.ts';
import { pluginsRequiring } from './plugin-requirements.ts';
import type { AddedPackage } from '../policy/subject.ts';
import type { ReleaseFacts } from '../plugin/plugin.ts';
import type { GrantedException, PackageChange, PluginChange, ReleaseView } from './plugin-change.ts';
import type { InstalledPlugin } from './run-plugins.ts';

/** Plugins before and after a change. */
export interface BeforeAndAfter {
  readonly root: string;
  readonly lockfile: Lockfile | undefined;
  readonly after: PluginSet;
  readonly config: Pick<Config, 'entities' | 'open'>;
}

/** Returns every plugin whose contributions change, by name. */
export function pluginChanges({ root, lockfile, after, config }: BeforeAndAfter): readonly PluginChange[] {
  const before = lockfile?.plugins ?? new Map<string, LockedPlugin>();
  const open = openEntities(config);
  const manifests = after.plugins.map(({ plugin }) => plugin.manifest);
  const present = after.plugins.flatMap((plugin) => {
    const { name } = plugin.plugin.manifest;
    const locked = before.get(name);
    const others = new Set([...config.entities.map(({ name }) => name), ...modelsOfOthers(plugin, after)]);
    const packages = packageChanges(addedPackages(plugin.plugin, { locked, releases: after.releases }));
    const exceptions = after.exceptions.get(name) ?? [];
    const known = { locked, root, others, open, packages, exceptions };
    return changeOf(plugin, { ...known, requiredBy: pluginsRequiring(name, manifests) });
  });
  const names = new Set(manifests.map(({ name }) => name));
  const gone = [...before].flatMap(([name, locked]) => {
    if (names.has(name)) return [];
    const isKept = after.disabled.some((plugin) => plugin.name === name);
    if (isKept && locked.disabled === true) return [];
    return [{ ...described(name, locked), change: isKept ? ('disabled' as const) : ('removed' as const) }];
  });
  return [...present, ...gone].toSorted((one, other) => compareText(one.name, other.name));
}

function described(name: string, { version, source, footprint }: LockedPlugin): Omit<PluginChange, 'change'> {
  return { name, version, source, footprint, extends: [], asks: false, variables: {} };
}

interface Comparison {
  readonly locked: LockedPlugin | undefined;
  readonly root: string;
  readonly others: ReadonlySet<string>;
  readonly open: readonly string[];
  readonly packages: readonly PackageChange[];
  readonly exceptions: readonly GrantedException[];
  readonly requiredBy: readonly string[];
}

function packageChanges(added: readonly AddedPackage[]): readonly PackageChange[] {
  return added.flatMap(({ name, range, release }) => {
    if (release === undefined) return [];
    const { version, publishedAt, installScripts } = release;
    const time = publishedAt === undefined ? {} : { publishedAt: publishedAt.toISOString() };
    return [{ name, range, version, ...time, installScripts }];
  });
}

function changeOf(
  installed: InstalledPlugin,
  { locked, root, others, open, packages, exceptions, requiredBy }: Comparison,
): readonly PluginChange[] {
  const { plugin, stored } = installed;
  const { name, version, requires = [] } = plugin.manifest;
  const source = printSource(plugin.source, root);
  const origin =
    locked === undefined
      ? []
      : originChanges(
          { source: locked.source, version: locked.version, ...releaseOf(locked) },
          { source, version, ...plugin.release },
        );
  const isActive = locked !== undefined && locked.disabled !== true;
  if (isActive && isUnchanged(installed, locked) && origin.length === 0) return [];
  const footprint = printFootprint(footprintOf(stored.contribution));
  const extended = footprint.models.filter((model) => others.has(model));
  const signInRoutes = plugin.manifest.extends === 'auth' ? footprint.routes.filter(isAuthRoute) : [];
  const variables = Object.fromEntries(secretSettings(stored.contribution).map(({ key, variable }) => [key, variable]));
  const base = {
    ...{ name, version, source, footprint, extends: extended, variables },
    ...(plugin.release !== undefined && { release: releaseView(plugin.release) }),
    ...(requires.length > 0 && { requires }),
    ...(signInRoutes.length > 0 && { signInRoutes }),
    ...(packages.length > 0 && { packages }),
    ...(exceptions.length > 0 && { exceptions }),
  };
  const comes = {
    ...base,
    ...(plugin.manifest.provides === 'auth' && open.length > 0 && { open }),
    ...(requiredBy.length > 0 && { requiredBy }),
  };
  if (locked === undefined) return [{ ...comes, change: 'added', asks: true }];
  const growth = footprintIncrease({ footprint: locked.footprint, findings: [] }, { footprint, findings: [] });
  const migrations = newDataMigrations(installed, locked);
  const before = { version: locked.version, footprint: locked.footprint };
  const known = {
    ...base,
    before,
    asks: growth !== undefined || needsAnswer(origin) || migrations.length > 0,
    ...(migrations.length > 0 && { dataMigrations: migrations }),
    ...(growth !== undefined && { growth }),
    ...(origin.length > 0 && { origin }),
  };
  if (locked.disabled === true) return [{ ...comes, ...known, change: 'enabled' }];
  return [{ ...known, change: 'updated' }];
}

function releaseView({ publisher, publishedAt, mirror, trust }: ReleaseFacts): ReleaseView {
  return {
    ...(mirror !== undefined && { mirror }),
    ...(publisher !== undefined && { publisher }),
    ...(publishedAt !== undefined && { publishedAt: publishedAt.toISOString() }),
    signatures: trust?.signatures ?? 'absent',
    provenance: trust?.provenance ?? 'absent',
  };
}

function modelsOfOthers({ plugin }: InstalledPlugin, { plugins }: PluginSet): readonly string[] {
  return plugins
    .filter((other) => other.plugin.manifest.name !== plugin.manifest.name)
    .flatMap(({ stored }) => modelNames(stored.contribution.operations));
}
