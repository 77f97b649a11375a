import type { Found } from '../../../registry-client/index.ts';
import { placeOrPublic } from '../../engine/packages/find-registry.ts';
import { requireRegistryName, reservedNames } from '../../plugin/reserved-names.ts';
import { asGenlockErrors, ofAnyAge, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** Location of a lookup. Default: the default registry. */
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
  readonly registry: string;
  readonly plugins: readonly FoundPlugin[];
}

export interface FoundPlugin {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly publisher?: string;
}

/** Keyword of plugins in their package.json. */
const pluginKeyword = 'genlock-plugin';

/**
 * Searches a registry for plugins. Results never include the names of bundled plugins.
 *
 * @throws GenlockError REGISTRY_…; PLUGIN_NAME_RESERVED if a word is the name of a bundled plugin
 */
export async function searchPlugins(
  { words, all, ...at }: SearchRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<SearchResult> {
  // Other names than those of plugins, such as `base`, are common words.
  words.filter((word) => word.includes('-')).forEach(requireRegistryName);
  return asGenlockErrors(async () => {
    const { boundCache, search } = await import('../../../registry-client/index.ts');
    const { registry, settings } = await placeOrPublic({ ...at, asksProject: true }, ports);
    const find = async (asked: readonly string[], size: number): Promise<readonly Found[]> => {
      const found = await search({ registry, words: asked, size }, settings);
      await boundCache(settings.cache);
      const reserved = reservedNames();
      return found.filter(({ name, keywords }) => !reserved.has(name) && (all || keywords.includes(pluginKeyword)));
    };
    if (all) return { registry, plugins: (await find(words, 50)).map(shown) };
    const tagged = await find([...words, `keywords:${pluginKeyword}`], 50);
    // Some registries do not support `keywords:` and treat it as a search word.
    const plugins = tagged.length > 0 ? tagged : await find(words, 250);
    return { registry, plugins: plugins.map(shown) };
  });
}

function shown({ name, version, description, publisher }: Found): FoundPlugin {
  return {
    name,
    version,
    ...(description !== undefined && { description }),
    ...(publisher !== undefined && { publisher }),
  };
}

export interface InfoRequest extends LookUp {
  /** `chat`, with a version, a range or a tag. */
  readonly spec: string;
}

/** Registry data of a release with its verified proofs; `--json` prints exactly this object. */
export interface InfoResult {
  readonly name: string;
  readonly version: string;
  readonly registry: string;
  readonly integrity: string;
  /** ISO 8601; absent if the registry does not report it. */
  readonly publishedAt?: string;
  readonly publisher?: string;
  readonly deprecated?: string;
  readonly trust: {
    readonly signatures: 'verified' | 'absent';
    readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
  };
}

/** Requests data about a plugin without fetching its archive. @throws GenlockError REGISTRY_… */
export async function pluginInfo(
  { spec, ...at }: InfoRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<InfoResult> {
  return asGenlockErrors(async () => {
    const { boundCache, parseSpec, resolveRelease } = await import('../../../registry-client/index.ts');
    const parsed = parseSpec(spec);
    requireRegistryName(parsed.name);
    const { registry, settings } = await placeOrPublic({ ...at, name: parsed.name, asksProject: true }, ports);
    // Viewing a recent release is safe, so the minimum age does not apply.
    const release = await resolveRelease({ ...parsed, registry }, ofAnyAge(settings));
    await boundCache(settings.cache);
    const { name, version, integrity, publishedAt, publisher, deprecated, trust } = release;
    return {
      name,
      version,
      registry,
      integrity,
      ...(publishedAt !== undefined && { publishedAt: publishedAt.toISOString() }),
      ...(publisher !== undefined && { publisher }),
      ...(deprecated !== undefined && { deprecated }),
      trust,
    };
  });
}
