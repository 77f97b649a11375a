import { resolveModel } from '../data-layer/resolve.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { render } from '../render/render.ts';
import { compareText } from '../core/tree.ts';
import type { DisabledPlugin } from './choose-plugins.ts';
import type { Configuration } from './configuration.ts';
import { installedPlugin } from './installed-plugin.ts';
import type { InstalledPlugin } from './run-plugins.ts';

/** Parts of a project and its disabled plugins. */
interface Parts {
  readonly root: string;
  readonly configuration: Configuration;
  readonly plugins: readonly InstalledPlugin[];
  readonly disabled?: readonly DisabledPlugin[];
}

/**
 * Returns the file paths that the project has after a disabled plugin is enabled. A plugin that cannot be rendered with
 * the enabled ones adds no paths.
 */
export function disabledPluginPaths({ disabled = [], ...rest }: Parts): ReadonlySet<string> {
  return new Set(disabled.flatMap((plugin) => pathsWith(plugin, rest)));
}

function pathsWith({ name, locked }: DisabledPlugin, { root, configuration, plugins }: Parts): readonly string[] {
  const { config } = configuration;
  try {
    const { stored } = installedPlugin({ name, locked }, { root, configuration });
    const [skeleton, ...others] = plugins.map((plugin) => plugin.stored.contribution);
    const contributions = [...others, stored.contribution].toSorted((one, other) =>
      compareText(idOf(one), idOf(other)),
    );
    const tree = render({
      config,
      model: resolveModel(config),
      contributions: skeleton === undefined ? contributions : [skeleton, ...contributions],
    });
    return [...tree.keys()];
  } catch (error) {
    if (error instanceof GenlockError) return [];
    throw error;
  }
}

function idOf({ manifest }: Contribution): string {
  return manifest.name;
}
