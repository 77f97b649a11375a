import type { Found, Release, VerifiedPackage } from '../../../registry-client/index.ts';
import { findRegistryOrPublic, searchTargets, type RegistryTarget } from '../../engine/packages/find-registry.ts';
import { GenlockError } from '../../errors/error.ts';
import { availablePlugins, manifestFile } from '../../plugin/bundled.ts';
import { bundledReportState } from '../../plugin/bundled-report.ts';
import { loadPlugin, manifestText } from '../../plugin/load.ts';
import { readManifest } from '../../plugin/manifest.ts';
import type { Manifest } from '../../plugin/plugin.ts';
import { requireRegistryName, reservedNames } from '../../plugin/reserved-names.ts';
import { reportState, summaryOf, type ReportState, type ReportSummary } from '../../plugin/test-report.ts';
import { asGenlockErrors, ofAnyAge, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** Location of a lookup. Default: the configured registries. */
interface LookUp {
  /** Absolute. */
  readonly cwd: string;
  readonly registry?: string | undefined;
}

export interface SearchRequest extends LookUp {
  readonly words: readonly string[];
  /** Includes packages without the keyword for Genlock plugins. */
  readonly all: boolean;
}

/** Search result; `--json` prints exactly this object. */
export interface SearchResult {
  /** All registries that were queried. */
  readonly registries: readonly SearchedRegistry[];
  /** Sorted by registry, then as the registry sorts them. */
  readonly plugins: readonly FoundPlugin[];
}

/** A registry that was searched. */
export interface SearchedRegistry {
  /** URL. */
  readonly registry: string;
  /** Whether it is the mirror that replaces all registries. */
  readonly mirror?: true;
  /** Reason why the registry was not searched, for example because it does not support it. */
  readonly problem?: string;
}

export interface FoundPlugin {
  readonly name: string;
  readonly version: string;
  /** URL of the registry that has it. */
  readonly registry: string;
  readonly description?: string;
  readonly publisher?: string;
}

/** Keyword of plugins in their package.json. */
const pluginKeyword = 'genlock-plugin';

/**
 * Searches the configured registries for plugins. Only plugins that `genlock add` would request from the same registry
 * are listed, and never the names of bundled plugins. A registry that cannot be searched is reported if another one
 * answers.
 *
 * @throws GenlockError REGISTRY_… if no registry answers; PLUGIN_NAME_RESERVED if a word is the name of a bundled plugin
 */
export async function searchPlugins(
  { words, all, ...at }: SearchRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<SearchResult> {
  // Other names than those of plugins, such as `base`, are common words.
  words.filter((word) => word.includes('-')).forEach(requireRegistryName);
  return asGenlockErrors(async () => {
    const reserved = reservedNames();
    const { RegistryError } = await import('../../../registry-client/index.ts');
    const { targets, serves, mirror } = await searchTargets(at, ports);
    const answers = await Promise.all(
      targets.map(async (target) => {
        try {
          return { target, found: await searchAt(target, { words, all }) };
        } catch (error) {
          if (error instanceof RegistryError) return { target, error };
          throw error;
        }
      }),
    );
    const [first] = answers.flatMap(({ error }) => error ?? []);
    if (first !== undefined && answers.every(({ error }) => error !== undefined)) throw first;
    return {
      registries: answers.map(({ target: { registry }, error }) => {
        const problem = error === undefined ? {} : { problem: error.message };
        return { registry, ...(registry === mirror && { mirror: true as const }), ...problem };
      }),
      plugins: answers.flatMap(({ target: { registry }, found = [] }) =>
        found.filter(({ name }) => serves(name, registry) && !reserved.has(name)).map((one) => shown(one, registry)),
      ),
    };
  });
}

async function searchAt(
  { registry, settings }: RegistryTarget,
  { words, all }: Pick<SearchRequest, 'words' | 'all'>,
): Promise<readonly Found[]> {
  const { boundCache, search } = await import('../../../registry-client/index.ts');
  const find = async (asked: readonly string[], size: number): Promise<readonly Found[]> => {
    const found = await search({ registry, words: asked, size }, settings);
    await boundCache(settings.cache);
    return found.filter(({ keywords }) => all || keywords.includes(pluginKeyword));
  };
  if (all) return find(words, 50);
  const tagged = await find([...words, `keywords:${pluginKeyword}`], 50);
  // Some registries do not support `keywords:` and treat it as a search word.
  return tagged.length > 0 ? tagged : find(words, 250);
}

function shown({ name, version, description, publisher }: Found, registry: string): FoundPlugin {
  return {
    name,
    version,
    registry,
    ...(description !== undefined && { description }),
    ...(publisher !== undefined && { publisher }),
  };
}

export interface InfoRequest extends LookUp {
  /** `chat`, with a version, a range or a tag. */
  readonly spec: string;
}

/** Report of a package. `unknown`: the package could not be fetched. */
interface PackageReport extends Partial<ReportSummary> {
  readonly state: ReportState['state'] | 'unknown';
  /** Why the package could not be fetched. */
  readonly reason?: string;
}

/** Plugins and parts of the application that the manifest names; absent keys if it cannot be read. */
type Relations = Pick<Manifest, 'provides' | 'extends' | 'requires'>;

/** Registry data of a release with its verified proofs; `--json` prints exactly this object. */
export interface InfoResult extends Relations {
  readonly name: string;
  readonly version: string;
  /** Absent for a plugin that is part of Genlock. */
  readonly registry?: string;
  /** Address of the mirror, or path of its archive, if a mirror answered. */
  readonly mirror?: string;
  readonly integrity: string;
  /** ISO 8601; absent if the registry does not report it. */
  readonly publishedAt?: string;
  readonly publisher?: string;
  readonly deprecated?: string;
  /** The report of `genlock plugin test` in the package. */
  readonly tests: PackageReport;
  /** Absent for a plugin that is part of Genlock. */
  readonly trust?: {
    readonly signatures: 'verified' | 'absent';
    readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
  };
}

/**
 * Requests data about a plugin, and fetches its package to check its report. For the name of a bundled plugin, reads
 * the package of Genlock instead. No code runs.
 *
 * @throws GenlockError REGISTRY_…
 */
export async function pluginInfo(
  { spec, ...at }: InfoRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<InfoResult> {
  if (at.registry === undefined && availablePlugins().includes(spec)) return bundledInfo(spec);
  return asGenlockErrors(async () => {
    const { boundCache, fetchRelease, parseSpec, resolveRelease } = await import('../../../registry-client/index.ts');
    const parsed = parseSpec(spec);
    requireRegistryName(parsed.name);
    const { registry, settings } = await findRegistryOrPublic({ ...at, name: parsed.name, asksProject: true }, ports);
    // Viewing a recent release is safe, so the minimum age does not apply.
    const release = await resolveRelease({ ...parsed, registry }, ofAnyAge(settings));
    const { tests, relations } = await packageFacts(() => fetchRelease(release, settings));
    await boundCache(settings.cache);
    const { name, version, integrity, publishedAt, publisher, deprecated, trust } = release;
    return {
      name,
      version,
      registry,
      ...mirrorOf(release),
      integrity,
      ...(publishedAt !== undefined && { publishedAt: publishedAt.toISOString() }),
      ...(publisher !== undefined && { publisher }),
      ...(deprecated !== undefined && { deprecated }),
      ...relations,
      tests,
      trust,
    };
  });
}

function bundledInfo(name: string): InfoResult {
  const plugin = loadPlugin({ kind: 'bundled', name });
  const { manifest, integrity } = plugin;
  const tests = reportFacts(bundledReportState(plugin));
  return { name, version: manifest.version, integrity, ...relationsOf(manifest), tests };
}

function reportFacts(found: ReportState): PackageReport {
  return { state: found.state, ...('report' in found && summaryOf(found.report)) };
}

interface PackageFacts {
  readonly tests: PackageReport;
  readonly relations: Relations;
}

/** Reads the report and the manifest of a package. A package that cannot be fetched has no effect on the other data. */
async function packageFacts(fetchPackage: () => Promise<Pick<VerifiedPackage, 'files'>>): Promise<PackageFacts> {
  const { RegistryError } = await import('../../../registry-client/index.ts');
  try {
    const { files } = await fetchPackage();
    return { tests: reportFacts(reportState(files)), relations: relationsIn(files) };
  } catch (error) {
    if (error instanceof RegistryError) return { tests: { state: 'unknown', reason: error.message }, relations: {} };
    throw error;
  }
}

/** Returns the relations in the manifest of a package; empty if the package is not a valid plugin. */
function relationsIn(files: VerifiedPackage['files']): Relations {
  try {
    return relationsOf(readManifest(manifestText(files, ''), { file: manifestFile }).manifest);
  } catch (error) {
    if (error instanceof GenlockError) return {};
    throw error;
  }
}

function relationsOf({ provides, extends: extended, requires = [] }: Manifest): Relations {
  return {
    ...(provides !== undefined && { provides }),
    ...(extended !== undefined && { extends: extended }),
    ...(requires.length > 0 && { requires }),
  };
}

/** Returns the mirror that served a release: its address, or the path of the archive in its folder. */
function mirrorOf({ mirror, file }: Pick<Release, 'mirror' | 'file'>): Pick<InfoResult, 'mirror'> {
  const place = mirror ?? file;
  return place === undefined ? {} : { mirror: place };
}
