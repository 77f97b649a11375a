import * as z from 'zod';
import { codePoints, deceptiveWord } from '../core/alphabets.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { readProjectFile } from '../project/file-reader.ts';
import type { StoredProject } from './installed-plugin.ts';
import { similarName } from './packages/lookalike.ts';
import { wellKnownPackages } from './packages/well-known-packages.ts';
import type { Doubt, PluginChange } from './plugin-change.ts';
import type { PluginSet } from './resolve-plugins.ts';
import { isForeign, contributionBefore } from './scan-plugins.ts';

/**
 * Adds the names of plugins that are not bundled that can be mistaken for others: new packages with names similar to
 * well-known packages or to packages of the project, and labels that mix alphabets. Such a plugin needs consent.
 */
export function withDoubts(
  changes: readonly PluginChange[],
  { plugins, ...project }: StoredProject & Pick<PluginSet, 'plugins'>,
): readonly PluginChange[] {
  if (!changes.some(isForeign)) return changes;
  const known = [...wellKnownPackages, ...projectPackages(project.root)];
  return changes.map((change) => {
    const now = plugins.find(({ plugin }) => plugin.manifest.name === change.name);
    if (now === undefined || !isForeign(change)) return change;
    const old = contributionBefore(change.name, project);
    const seen = new Set(old === undefined ? [] : doubtsIn(old, known).map(keyOf));
    const doubts = doubtsIn(now.stored.contribution, known).filter((doubt) => !seen.has(keyOf(doubt)));
    return doubts.length === 0 ? change : { ...change, doubts, asks: true };
  });
}

const scopeOf = (name: string): string => (name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '');
const keyOf = ({ what, name }: Doubt): string => `${what} ${name}`;

function doubtsIn(contribution: Contribution, known: readonly string[]): readonly Doubt[] {
  const packages = Object.keys(contribution.manifest.dependencies).flatMap((name): readonly Doubt[] => {
    // Only the owner of a scope can publish packages in it.
    if (scopeOf(name) !== '' && known.some((other) => scopeOf(other) === scopeOf(name))) return [];
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
    ...operations.flatMap((operation) => (operation.kind === 'registerAdminMenu' ? [operation] : [])),
  ];
  const settings = [
    manifest.settings,
    ...operations.flatMap((operation) => (operation.kind === 'registerSettings' ? [operation.schema] : [])),
  ];
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
