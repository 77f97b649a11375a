import { schemaBlocks, type AccessLevel } from '../../sandbox/index.ts';
import { footprintOf, type CodeAmounts } from '../consent/footprint.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { RenderInput } from '../render/render.ts';
import type { Tree } from '../core/tree.ts';
import { openEntities } from './open-entities.ts';

/** Project summary, shown before and after a project is created. */
export interface Summary {
  /** Entities and the paths of their APIs. */
  readonly entities: readonly { readonly name: string; readonly path: string }[];
  /** Routes of plugins, in addition to the entity routes. */
  readonly routes: readonly {
    readonly path: string;
    readonly methods: readonly string[];
    /** `public` if the plugin does not declare it: the route is not declared protected. */
    readonly access: AccessLevel;
    readonly plugin: string;
  }[];
  /** Entities that every caller can change because no access rule covers them, if a plugin provides authentication. */
  readonly open?: readonly string[];
  /** Code of all plugins except the base, by the place where it runs. */
  readonly code: readonly { readonly plugin: string; readonly code: CodeAmounts }[];
  /** Models and enums that plugins add or extend, in addition to the entities. */
  readonly models: readonly { readonly name: string; readonly plugin: string }[];
  /** The bundled base plugin is first. */
  readonly plugins: readonly { readonly name: string; readonly version: string }[];
  /** Packages in the project's package.json. `plugin` is the plugin that needs the package, if any. */
  readonly packages: readonly {
    readonly name: string;
    readonly range: string;
    readonly dev: boolean;
    readonly plugin?: string;
  }[];
}

/** Builds a summary from the render input and the rendered tree. Pure function. */
export function projectSummary(input: RenderInput, tree: Tree): Summary {
  return {
    entities: input.model.entities.map(({ names }) => ({ name: names.pascal, path: `/api/${names.route}` })),
    routes: input.contributions.flatMap(({ manifest, operations }) =>
      operations
        .filter((operation) => operation.kind === 'registerAPIRoutes')
        .flatMap(({ routes }) => routes)
        .map(({ path, methods, access = 'public' }) => ({
          path: `/api${path}`,
          methods,
          access,
          plugin: manifest.name,
        })),
    ),
    ...openIn(input),
    code: input.contributions
      .filter(({ manifest }) => manifest.name !== 'base')
      .map((contribution) => ({ plugin: contribution.manifest.name, code: footprintOf(contribution).code })),
    models: input.contributions.flatMap(({ manifest, operations }) =>
      operations
        .filter((operation) => operation.kind === 'registerPrismaSchema')
        .flatMap(({ schema }) => schemaBlocks(schema))
        .filter(({ keyword }) => keyword === 'model' || keyword === 'enum')
        .map(({ name }) => ({ name, plugin: manifest.name })),
    ),
    plugins: input.contributions.map(({ manifest: { name, version } }) => ({ name, version })),
    packages: packagesOf(tree, input.contributions),
  };
}

function openIn({ config }: RenderInput): Pick<Summary, 'open'> {
  const open = openEntities(config);
  return open.length === 0 ? {} : { open };
}

interface PackageJson {
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
}
type Ranges = Readonly<Record<string, string>>;

function packagesOf(tree: Tree, contributions: readonly Contribution[]): Summary['packages'] {
  const content = tree.get('package.json')?.content;
  if (typeof content !== 'string') return [];
  const { dependencies = {}, devDependencies = {} }: PackageJson = JSON.parse(content);
  const list = (ranges: Ranges, { dev }: { readonly dev: boolean }): Summary['packages'] =>
    Object.entries(ranges).map(([name, range]) => {
      const owner = contributions.find(({ manifest }) => Object.hasOwn(manifest.dependencies, name));
      return { name, range, dev, ...(owner === undefined ? {} : { plugin: owner.manifest.name }) };
    });
  return [...list(dependencies, { dev: false }), ...list(devDependencies, { dev: true })];
}
