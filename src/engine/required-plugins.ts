import { GenlockError, mapProblems } from '../errors/error.ts';
import { availablePlugins, basePlugin } from '../plugin/bundled.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { ChangePorts, ChangeRequest, Intent } from './change.ts';
import { fetchPlugin, type FetchedPlugin } from './packages/fetch-plugin.ts';
import { enforcePolicy } from './policy/enforce.ts';
import { subjectOf } from './policy/subject.ts';
import { requireUsableNames } from './load-folders.ts';
import { knownNames } from './select-plugins.ts';
import { manifestOf, requirementsIn } from './stored-manifests.ts';

/** Limit of plugins that one command adds because other plugins require them. */
const mostRequired = 20;

/**
 * Adds the plugins that the given plugins require and the project does not have, required plugins first. A required
 * plugin is bundled or comes from a registry. The policies are checked for each of them.
 *
 * @throws GenlockError PLUGIN_REQUIRES_CYCLE, PLUGIN_REQUIRES_TOO_MANY, POLICY_…, REGISTRY_…; each names the plugin
 * that requires the other plugin
 */
export async function withRequiredPlugins(
  intent: Intent,
  request: Pick<ChangeRequest, 'network'>,
  ports: Omit<ChangePorts, 'preview'>,
): Promise<Intent> {
  const { given, edits = {}, workspace } = intent;
  if (given.every(({ manifest }) => (manifest.requires ?? []).length === 0)) return intent;
  const policy = await workspace.policy();
  const search: Search = {
    intent,
    request,
    ports,
    policy,
    found: [],
    names: [],
    loaded: [],
    done: new Set([basePlugin]),
  };
  for (const plugin of given) await visit({ ...plugin.manifest, path: [plugin.manifest.name] }, search);
  const { found, names } = search;
  const versions = new Map([
    ...(edits.versions ?? []),
    ...found.map(({ plugin, range }) => [plugin.manifest.name, range] as const),
  ]);
  return {
    ...intent,
    given: requireUsableNames([...found.map(({ plugin }) => plugin), ...given]),
    edits: { ...edits, plugins: [...names, ...(edits.plugins ?? [])], versions },
  };
}

/** Plugin to add. `range`: the version range that `genlock.json` records, for a plugin from a registry. */
type Found = Pick<FetchedPlugin, 'plugin'> & { readonly range: string | undefined };

interface Search {
  readonly intent: Intent;
  readonly request: Pick<ChangeRequest, 'network'>;
  readonly ports: Omit<ChangePorts, 'preview'>;
  readonly policy: EffectivePolicy;
  /** Plugins to add, required plugins first. */
  readonly found: Found[];
  /** Names of the plugins to enable, required plugins first. Contains installed plugins that are disabled. */
  readonly names: string[];
  /** Names of the plugins that are loaded because they are missing. */
  readonly loaded: string[];
  /** Names of the visited plugins. */
  readonly done: Set<string>;
}

interface Requiring {
  readonly requires?: readonly string[];
  /** Names of the plugins that require this plugin, and its own name. */
  readonly path: readonly string[];
}

async function visit({ requires = [], path }: Requiring, search: Search): Promise<void> {
  for (const name of requires) {
    if (path.includes(name)) throw cycle([...path.slice(path.indexOf(name)), name]);
    if (search.done.has(name)) continue;
    search.done.add(name);
    await visitRequired([...path, name], search);
  }
}

/** @param path names of the plugins that require a plugin, and its name at the end */
async function visitRequired(path: readonly string[], search: Search): Promise<void> {
  const { intent, names, found } = search;
  const { lockfile, root } = intent.workspace;
  const name = path.at(-1) ?? '';
  const given = intent.given.find(({ manifest }) => manifest.name === name);
  if (given !== undefined) return visit({ ...given.manifest, path }, search);
  const locked = lockfile?.plugins.get(name);
  if (locked !== undefined) {
    await visit({ requires: requirementsIn(await manifestOf(locked, root)), path }, search);
    if (locked.disabled === true) names.push(name);
    return;
  }
  const added = await explained(path, () => load(name, search));
  await visit({ ...added.plugin.manifest, path }, search);
  found.push(added);
  names.push(name);
}

/** Loads a bundled plugin, or fetches a plugin from a registry. @throws GenlockError POLICY_…, REGISTRY_… */
async function load(name: string, { intent, request, ports, policy, loaded }: Search): Promise<Found> {
  if (loaded.push(name) > mostRequired) {
    const message = `more than ${mostRequired} plugins that are not installed are required`;
    throw new GenlockError({ code: 'PLUGIN_REQUIRES_TOO_MANY', message });
  }
  if (availablePlugins().includes(name)) {
    const plugin = loadPlugin({ kind: 'bundled', name });
    enforcePolicy([subjectOf(plugin)], policy);
    return { plugin, range: undefined };
  }
  const { root, lockfile } = intent.workspace;
  const known = knownNames({ lockfile, policy });
  return fetchPlugin(name, { root, offline: request.network !== true, policy, known }, ports);
}

/** Adds the name of the requiring plugin to the errors about a required plugin. */
async function explained<Result>(path: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = path.slice(-2).join(' requires ');
    throw mapProblems(error, (problem) => ({ ...problem, message: `${why}: ${problem.message}` }));
  }
}

function cycle(names: readonly string[]): GenlockError {
  const message = `plugins require each other: ${names.join(' requires ')}`;
  return new GenlockError({ code: 'PLUGIN_REQUIRES_CYCLE', message });
}
