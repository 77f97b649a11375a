import { throwProblems, type Problem } from '../errors/error.ts';
import type { Planned } from '../plan/changes.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { neighboursOf } from '../project/neighbours.ts';
import { moduleClashes, type ModuleClash, type OwnedFile } from '../render/module-clashes.ts';

/** Owner of files that Genlock did not write. */
const user = 'the user';

const adminPages = 'client/pages/admin/';

/**
 * Checks that no new plugin file and no new page on the site replaces a user's file, and vice versa. `render` checks the files of Genlock
 * and other plugins.
 *
 * @returns warnings about user's files next to plugin files that the project already had
 * @throws GenlockError PROJECT_MODULE_SHADOWED for every new file
 */
export function requireNoShadows(
  { plan, baseline }: Pick<Planned, 'plan' | 'baseline'>,
  root: string,
): readonly string[] {
  const written = [...baseline].map(([path, { owner, movedTo = path }]) => ({ path: movedTo, owner }));
  // An edited file that its owner no longer generates is a conflict, not a file of the user.
  const generated = [...written, ...plan.conflicts.filter(({ reason }) => reason !== 'exists')];
  const contributed = generated.filter(isChecked);
  if (contributed.length === 0) return [];
  const deleted = new Set(plan.changes.flatMap(({ kind, path }) => (kind === 'delete' ? [path] : [])));
  const present = neighboursOf(
    root,
    contributed.map(({ path }) => path),
  ).filter((path) => !deleted.has(path));
  const all = [...generated, ...present.map((path) => ({ path, owner: user }))];
  const found = moduleClashes(all, isChecked).filter(({ file, other }) =>
    isPlugin(file.owner) ? !isPlugin(other.owner) : other.owner === user,
  );
  // A page can be found by its URL and as a module.
  const clashes = [...new Map(found.map((clash) => [sentence(clash), clash])).values()];
  const created = new Set(plan.changes.flatMap(({ kind, path }) => (kind === 'create' ? [path] : [])));
  throwProblems(clashes.filter(({ file }) => created.has(file.path)).map(problemOf));
  return clashes.filter(({ other }) => other.owner === user).map(sentence);
}

/** Checks files of plugins, and the pages of entities on the site: their URLs can be those of the user's pages. */
function isChecked({ path, owner }: OwnedFile): boolean {
  return isPlugin(owner) || (owner === 'core' && path.startsWith('client/pages/') && !path.startsWith(adminPages));
}

function isPlugin(owner: string): boolean {
  return owner !== 'core' && owner !== basePlugin && owner !== user;
}

function problemOf(clash: ModuleClash): Problem {
  const { path } = clash.other;
  const message = sentence(clash);
  const hint = isPlugin(clash.file.owner) ? {} : { hint: 'Give the entity another "route", or rename your page.' };
  return { code: 'PROJECT_MODULE_SHADOWED', message, where: { file: path }, ...hint };
}

function sentence({ file, other, effect }: ModuleClash): string {
  const owned = file.owner === 'core' ? file.path : `${file.path} of ${file.owner}`;
  return `${owned} ${effect}, ${ownerWords(other)}`;
}

function ownerWords({ owner }: OwnedFile): string {
  return owner === user ? 'a file of yours' : `a file of ${owner}`;
}
