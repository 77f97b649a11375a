import * as z from 'zod';
import { scopeOf } from '../../registry-client/scope.ts';
import { ofKind } from '../consent/contents.ts';
import { codePoints, deceptiveWord } from '../core/alphabets.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { similarName } from './packages/lookalike.ts';
import { wellKnownPackages } from './packages/well-known-packages.ts';
import type { Doubt } from './plugin-change.ts';

/**
 * Returns the names of a plugin that can be mistaken for others: packages with names similar to known packages, and
 * labels that mix alphabets. Names that the installed version of the plugin has are not repeated.
 *
 * @param known names from `knownPackages`
 */
export function newDoubts(
  now: Contribution,
  { before, known }: { readonly before: Contribution | undefined; readonly known: readonly string[] },
): readonly Doubt[] {
  const seen = new Set(before === undefined ? [] : doubtsIn(before, known).map(keyOf));
  return doubtsIn(now, known).filter((doubt) => !seen.has(keyOf(doubt)));
}

/** Returns the names of well-known packages and the names of the packages that a project has. */
export function knownPackages(root: string): readonly string[] {
  return [...wellKnownPackages, ...projectPackages(root)];
}

const keyOf = ({ what, name }: Doubt): string => `${what} ${name}`;

function doubtsIn(contribution: Contribution, known: readonly string[]): readonly Doubt[] {
  const packages = Object.keys(contribution.manifest.dependencies).flatMap((name): readonly Doubt[] => {
    // Only the owner of a scope can publish packages in it.
    if (scopeOf(name) !== undefined && known.some((other) => scopeOf(other) === scopeOf(name))) return [];
    const like = similarName(name, known);
    return like === undefined ? [] : [{ what: 'package', name, like }];
  });
  const labels = labelsOf(contribution).flatMap((name): readonly Doubt[] => {
    const word = deceptiveWord(name);
    return word === undefined ? [] : [{ what: 'alphabets', name, like: codePoints(word) }];
  });
  return [...packages, ...labels];
}

/** Returns all labels that a plugin adds to menus and to the page of settings. */
function labelsOf({ manifest, operations }: Contribution): readonly string[] {
  const menus = [
    ...(manifest.adminMenu === undefined ? [] : [manifest.adminMenu]),
    ...ofKind(operations, 'registerAdminMenu'),
  ];
  const settings = [manifest.settings, ...ofKind(operations, 'registerSettings').map(({ schema }) => schema)];
  return [
    ...menus.flatMap(({ label, children = [] }) => [label, ...children.map((child) => child.label)]),
    ...settings.flatMap((schema) => Object.values(schema).flatMap(({ label }) => label ?? [])),
  ];
}

const names = z.record(z.string(), z.unknown()).catch({});
const packageFile = z.object({ dependencies: names, devDependencies: names }).partial();

/** Returns the packages in the project's package.json on disk; empty if it cannot be read. */
function projectPackages(root: string): readonly string[] {
  try {
    const bytes = readProjectFile({ root }, 'package.json');
    if (bytes === undefined) return [];
    const parsed = packageFile.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (!parsed.success) return [];
    const { dependencies = {}, devDependencies = {} } = parsed.data;
    return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  } catch {
    return [];
  }
}
