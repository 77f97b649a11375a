import { join, resolve } from 'node:path';
import { isPath, selectPlugins } from '../../engine/select-plugins.ts';
import { asGenlockErrors, type PackagePorts } from '../../engine/packages/machine-settings.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { throwProblems } from '../../errors/error.ts';
import { isFile, manifestFile } from '../../plugin/bundled.ts';
import { checkFolder } from '../../plugin/check-folder.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import { reportFile } from '../../plugin/test-report.ts';
import { nearestRoot } from '../../project/open.ts';
import { pluginFolder } from '../author/validate.ts';

/** Plugin to test: its package, and its folder if a report can be written there. */
export interface TestedPlugin {
  readonly plugin: Plugin;
  readonly folder?: string;
}

/**
 * Loads the plugin to test: from a folder the files that would be published, else an archive, a bundled plugin or a
 * package of a registry.
 *
 * @throws GenlockError PLUGIN_…, POLICY_…, REGISTRY_…
 */
export async function testedPlugin(
  { cwd, spec, policy }: { readonly cwd: string; readonly spec: string; readonly policy: EffectivePolicy },
  ports: PackagePorts,
): Promise<TestedPlugin> {
  const path = resolve(cwd, spec);
  if (isFile(join(path, manifestFile)) || (isPath(spec) && !/\.(?:tgz|tar\.gz)$/iu.test(spec))) {
    const folder = pluginFolder(path);
    return { plugin: await packedPlugin(folder), folder };
  }
  const context = { cwd, root: nearestRoot(cwd), lockfile: undefined, offline: false, policy };
  const { plugins } = await asGenlockErrors(() => selectPlugins([spec], context, ports));
  const [plugin] = plugins;
  if (plugin === undefined) throw new Error('a selected plugin is missing');
  return { plugin };
}

/** Reads the files of a folder that would be published. */
async function packedPlugin(folder: string): Promise<Plugin> {
  const { packedPaths } = await import('../../../registry-client/index.ts');
  const packageJson: object = JSON.parse(decodeText(requirePlugin(folder).files.get('package.json')));
  return requirePlugin(folder, new Set([...(await packedPaths(folder, packageJson)), reportFile]));
}

/** @throws GenlockError with all problems of the package */
function requirePlugin(folder: string, only?: ReadonlySet<string>): Plugin {
  const { plugin, problems } = checkFolder(folder, only);
  throwProblems(problems);
  if (plugin === undefined) throw new Error('a plugin without problems could not be read');
  return plugin;
}

const decodeText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
