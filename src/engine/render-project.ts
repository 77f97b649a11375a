import { configJsonSchema } from '../config/json-schema.ts';
import { footprintOf } from '../consent/footprint.ts';
import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { validatePrismaSchema } from '../data-layer/validate.ts';
import { lockPlugin, printLockfile, type LockedPlugin, type Lockfile } from '../lockfile/lockfile.ts';
import { ownPackage } from '../core/own-package.ts';
import type { Contents } from '../plan/plan.ts';
import { printJson } from '../core/json.ts';
import type { PreparedChanges } from '../project/prepare.ts';
import type { StoredOperations } from '../project/operations.ts';
import { policyJsonSchema } from '../policy/json-schema.ts';
import { configPath, lockfilePath, policySchemaPath, schemaPath } from '../project/records.ts';
import { render, rendererVersion, type RenderInput } from '../render/render.ts';
import type { Tree } from '../core/tree.ts';
import type { Configuration } from './configuration.ts';
import type { DisabledPlugin } from './choose-plugins.ts';
import { isUnchanged } from './installed-plugin.ts';
import { disabledPluginPaths } from './disabled-plugin-paths.ts';
import type { Progress } from './progress.ts';
import { previousTrees } from './previous-trees.ts';
import { prepareWithValidSchema } from './merge-schema.ts';
import { fileRenames, type EntityRename } from './renamed-entities.ts';
import type { InstalledPlugin } from './run-plugins.ts';
import { requireUniqueNames } from './schema-names.ts';
import { requireNoShadows } from './shadowed-files.ts';
import { projectSummary, type Summary } from './summary.ts';

/** Inputs of a project. */
export interface Ingredients {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly configuration: Configuration;
  /** Lockfile with entries that are kept for unchanged bundled plugins. Absent if the change repairs the lockfile. */
  readonly lockfile?: Lockfile | undefined;
  readonly plugins: readonly InstalledPlugin[];
  readonly disabled?: readonly DisabledPlugin[];
  /** Entity that the command renames. */
  readonly rename?: EntityRename | undefined;
  /** Shows the running step. */
  readonly progress?: Progress;
  /** Replaces the rendering, for callers that keep the result of equal inputs. */
  readonly render?: typeof renderProject;
}

/** Plan for a project, with the rendered tree and a summary. */
export interface PreparedProject extends PreparedChanges {
  readonly tree: Tree;
  readonly summary: Summary;
  readonly warnings: readonly string[];
}

/**
 * Renders the project and compares it with the files on disk.
 *
 * @throws GenlockError RENDER_… if contributions contradict each other, DATA_SCHEMA_INVALID, DATA_MODEL_CLASH,
 * PROJECT_…; PROJECT_MODULE_SHADOWED if a new plugin file changes an import in the user's code
 */
export async function prepareProject(ingredients: Ingredients): Promise<PreparedProject> {
  const { root, configuration, plugins, disabled = [], progress } = ingredients;
  const { config, text } = configuration;
  const { input, tree } = await (ingredients.render ?? renderProject)(configuration, plugins, progress);
  progress?.('Comparing with the files on disk');
  const renames = fileRenames(config, ingredients.rename);
  const planned = await prepareWithValidSchema({
    root,
    desired: tree,
    conflicts: 'mark',
    disabled: new Set(disabled.map(({ name }) => name)),
    dormant: once(() => disabledPluginPaths(ingredients)),
    records: new Map([[configPath, text], [lockfilePath, lockfileText(ingredients)], ...editorSchemas()]),
    objects: new Map([
      ...plugins.flatMap(({ stored }) => [...stored.objects]),
      ...disabled.flatMap((plugin) => [...plugin.objects]),
    ]) satisfies Contents,
    former: () => previousTrees({ root, configuration, plugins }),
    ...(renames && { renames }),
  });
  requireUniqueNames(planned, { root, configuration });
  const warnings = requireNoShadows(planned, root);
  return { ...planned, tree, summary: projectSummary(input, tree), warnings };
}

/** A rendered project and its inputs. */
export interface RenderedProject {
  readonly input: RenderInput;
  readonly tree: Tree;
}

/** JSON Schemas for editors. They are constant, so they are built once per process. */
const editorSchemas = once(
  () =>
    [
      [schemaPath, printJson(configJsonSchema())],
      [policySchemaPath, printJson(policyJsonSchema())],
    ] as const,
);

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Renders a project in memory and validates its Prisma schema.
 *
 * @throws GenlockError RENDER_… if contributions contradict each other, DATA_SCHEMA_INVALID
 */
export async function renderProject(
  { config, places }: Pick<Configuration, 'config' | 'places'>,
  plugins: readonly { readonly stored: Pick<StoredOperations, 'contribution'> }[],
  progress?: Progress,
): Promise<RenderedProject> {
  const input = {
    config,
    model: resolveModel(config),
    contributions: plugins.map(({ stored }) => stored.contribution),
    places,
  };
  progress?.('Rendering the project');
  const tree = render(input);
  progress?.('Checking the schema');
  await validatePrismaSchema(schemaFiles(tree));
  return { input, tree };
}

function schemaFiles(tree: Tree): ReadonlyMap<string, string> {
  return new Map(
    [...tree].flatMap(([path, { content }]) =>
      path.startsWith(`${schemaFolder}/`) && typeof content === 'string' ? [[path, content]] : [],
    ),
  );
}

function lockfileText({ root, lockfile, plugins, disabled = [] }: Ingredients): string {
  const locked = plugins.map((plugin) => {
    const { name } = plugin.plugin.manifest;
    return [name, unchangedEntry(plugin, lockfile) ?? newEntry(plugin, root)] as const;
  });
  const kept = disabled.map((plugin) => [plugin.name, { ...plugin.locked, disabled: true as const }] as const);
  return printLockfile({
    genlock: ownPackage().version,
    renderer: rendererVersion,
    plugins: new Map([...locked, ...kept]),
  });
}

function newEntry({ plugin, inputs, received, stored }: InstalledPlugin, root: string): LockedPlugin {
  const { contribution, digest: operations } = stored;
  const { migrations } = contribution;
  return lockPlugin({ plugin, inputs, received, operations, footprint: footprintOf(contribution), migrations }, root);
}

/** Returns the entry of a bundled plugin that has not changed, because the footprint of its many files takes time. */
function unchangedEntry(installed: InstalledPlugin, lockfile?: Lockfile): LockedPlugin | undefined {
  const { manifest, source } = installed.plugin;
  if (source.kind !== 'bundled' || lockfile?.genlock !== ownPackage().version) return undefined;
  const locked = lockfile.plugins.get(manifest.name);
  const isActive = locked?.source === `bundled:${source.name}` && locked.disabled !== true;
  return isActive && isUnchanged(installed, locked) ? locked : undefined;
}
