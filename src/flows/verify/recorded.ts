import { basePlugin } from '../../plugin/bundled.ts';
import { resolveModel } from '../../data-layer/resolve.ts';
import { GenlockError } from '../../errors/error.ts';
import type { Lockfile } from '../../lockfile/lockfile.ts';
import { lockfilePath } from '../../project/records.ts';
import { render, type RenderInput } from '../../render/render.ts';
import type { Tree } from '../../core/tree.ts';
import { presentConfiguration, type Configuration } from '../../engine/configuration.ts';
import { installedPlugin } from '../../engine/installed-plugin.ts';
import { type InstalledPlugin } from '../../engine/run-plugins.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** Project rendered from its records, without running plugins. */
export interface Recorded {
  readonly workspace: Workspace & { readonly lockfile: Lockfile };
  readonly configuration: Configuration;
  /** Enabled plugins: `base` first, then by name. */
  readonly plugins: readonly InstalledPlugin[];
  readonly input: RenderInput;
  /** Tree rendered from `genlock.json` and the stored operations. */
  readonly tree: Tree;
}

/**
 * Reads a project offline. All stored data is verified and validated again.
 *
 * @throws GenlockError PROJECT_LOCKFILE_…, PROJECT_OBJECT_INVALID, CONFIG_…, JUDGE_…, RENDER_…
 */
export async function readRecorded(cwd: string, command: string): Promise<Recorded> {
  const workspace = await openRecorded(cwd, command);
  const { root, lockfile } = workspace;
  const configuration = await presentConfiguration({ ...workspace, cwd });
  const plugins = [...lockfile.plugins]
    .filter(([, { disabled }]) => disabled !== true)
    .toSorted(([one], [other]) => Number(other === basePlugin) - Number(one === basePlugin))
    .map(([name, locked]) => installedPlugin({ name, locked }, { root, configuration }));
  const input = {
    config: configuration.config,
    model: resolveModel(configuration.config),
    contributions: plugins.map(({ stored }) => stored.contribution),
  };
  return { workspace, configuration, plugins, input, tree: render(input) };
}

/** @throws GenlockError PROJECT_LOCKFILE_INVALID if it is missing */
async function openRecorded(cwd: string, command: string): Promise<Recorded['workspace']> {
  const { lockfile, ...workspace } = await openWorkspace({ cwd, dryRun: false, command });
  if (lockfile !== undefined) return { ...workspace, lockfile };
  throw new GenlockError({
    code: 'PROJECT_LOCKFILE_INVALID',
    message: `${lockfilePath} is missing`,
    hint: 'Restore it from version control, or recreate it with `genlock sync`.',
  });
}
