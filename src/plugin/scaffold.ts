import { join } from 'node:path';
import { ownPackage } from '../core/own-package.ts';
import { sortedMap, type Tree } from '../core/tree.ts';
import { readPackageFolder } from './package-folder.ts';
import { isInPlugin, scaffoldGenerator, withNeededCalls, type ScaffoldChoice } from './scaffold-calls.ts';
import type { ScaffoldNames } from './scaffold-names.ts';

/** Content of .gitignore. The sample cannot contain this file, because npm excludes it from packages. */
const ignoredFiles = 'node_modules/\n*.tgz\n';

/** Names of files in a plugin in TypeScript. */
const typescriptPaths: Readonly<Record<string, string>> = {
  'generator.js': 'generator.ts',
  'test/plugin.test.js': 'test/plugin.test.ts',
};

/** Strings of the sample and their replacements in a plugin in TypeScript. */
const typescriptTexts: readonly (readonly [text: string, replacement: string])[] = [
  ['    "generator.js",\n', '    "generator.js",\n    "generator.ts",\n'],
  ['test/*.test.js', 'test/*.test.ts'],
  ['  "scripts": {\n', '  "scripts": {\n    "prepack": "tsc -p tsconfig.json --noEmit false",\n'],
  ['`generator.js` runs', '`generator.ts` runs'],
  ['    "allowJs": true,\n    "checkJs": true,\n', '    "erasableSyntaxOnly": true,\n'],
];

/**
 * Creates the files of a new plugin from a working sample. Pins its devDependency to this version of Genlock.
 *
 * @throws GenlockError PLUGIN_UNREADABLE if the installation is damaged
 */
export function scaffoldPlugin(names: ScaffoldNames, choice: ScaffoldChoice): Tree {
  const calls = withNeededCalls(choice.calls);
  const isTyped = choice.language === 'typescript';
  const files = [...sampleFiles(calls.has('registerAPIRoutes'))]
    .filter(([path]) => isInPlugin(path, calls))
    .map(([path, sample]): readonly [string, string] => {
      const text = path === 'generator.js' ? scaffoldGenerator(sample, { ...choice, calls }) : sample;
      const written = isTyped ? inTypescript(path, text) : ([path, text] as const);
      return [renamed(written[0], names), renamed(written[1], names)];
    });
  const ignore = isTyped ? `${ignoredFiles}/generator.js\n` : ignoredFiles;
  const owned = [...files, ['.gitignore', ignore] as const].map(
    ([path, content]) => [path, { content, mode: 0o644, owner: names.package }] as const,
  );
  return sortedMap(owned);
}

/** Returns the files of the sample by path. Without routes, its page shows no notes. */
function sampleFiles(hasRoutes: boolean): ReadonlyMap<string, string> {
  const { root, version } = ownPackage();
  const read = (name: string): readonly (readonly [string, string])[] =>
    [...readPackageFolder(join(root, 'plugins', 'scaffold', name))].map(([path, bytes]) => [
      path,
      new TextDecoder().decode(bytes),
    ]);
  const files = new Map([...read('sample-plugin'), ...(hasRoutes ? [] : read('sample-page'))]);
  const { description }: { description: string } = JSON.parse(files.get('manifest.json') ?? '{}');
  const packageText = (files.get('package.json') ?? '')
    .replace('"0.0.0"', `"${version}"`)
    .replace(/"description": ".*"/u, () => `"description": ${JSON.stringify(description)}`);
  return files.set('package.json', packageText);
}

function inTypescript(path: string, text: string): readonly [path: string, text: string] {
  let written = text;
  for (const [from, to] of typescriptTexts) written = written.replaceAll(from, () => to);
  return [typescriptPaths[path] ?? path, written];
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
