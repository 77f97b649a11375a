import { join } from 'node:path';
import { ownPackage } from '../core/own-package.ts';
import { sortedMap, type Tree } from '../core/tree.ts';
import { readPackageFolder } from './package-folder.ts';
import type { ScaffoldNames } from './scaffold-names.ts';

/** Content of .gitignore. The sample cannot contain this file, because npm excludes it from packages. */
const ignoredFiles = 'node_modules/\n*.tgz\n';

/**
 * Creates the files of a new plugin from a working sample. Pins its devDependency to this version of Genlock.
 *
 * @throws GenlockError PLUGIN_UNREADABLE if the installation is damaged
 */
export function scaffoldPlugin(names: ScaffoldNames): Tree {
  const { root, version } = ownPackage();
  const sample = readPackageFolder(join(root, 'plugins', 'scaffold', 'sample-plugin'));
  const files = [...sample].map(([path, bytes]): readonly [string, string] => {
    const text = renamed(new TextDecoder().decode(bytes), names);
    return [renamed(path, names), path === 'package.json' ? text.replace('"0.0.0"', `"${version}"`) : text];
  });
  const owned = [...files, ['.gitignore', ignoredFiles] as const].map(
    ([path, content]) => [path, { content, mode: 0o644, owner: names.package }] as const,
  );
  return sortedMap(owned);
}

/** Replaces all names in one pass, because a new name can contain the sample's name. */
function renamed(text: string, names: ScaffoldNames): string {
  const spellings: Readonly<Record<string, string>> = {
    '@scope/sample-plugin': names.package,
    'sample-plugin': names.kebab,
    SamplePlugin: names.pascal,
    samplePlugin: names.camel,
    'Sample plugin': names.title,
  };
  return text.replaceAll(/@scope\/sample-plugin|[Ss]ample[- ]?[Pp]lugin/gu, (found) => spellings[found] ?? found);
}
