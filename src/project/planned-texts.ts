import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Planned } from '../plan/changes.ts';
import { finderOf, readProjectFile, type Finder } from './file-reader.ts';

/**
 * Returns the text files of a folder after a plan is applied. Files with conflicts keep the user's version. Without a
 * plan, returns the files on disk.
 *
 * @param ending of the names looked at, e.g. `.prisma`
 */
export function textsAfter(
  root: string,
  planned: Pick<Planned, 'plan' | 'contents'> | undefined,
  { folder, ending }: { readonly folder: string; readonly ending: string },
): ReadonlyMap<string, string> {
  const isLookedAt = (path: string): boolean => path.startsWith(`${folder}/`) && path.endsWith(ending);
  const texts = new Map<string, string>();
  const find = finderOf(root);
  for (const path of filesIn({ root, find }, folder).filter(isLookedAt)) {
    texts.set(path, Buffer.from(readProjectFile({ root, find }, path) ?? []).toString('utf8'));
  }
  if (planned === undefined) return texts;
  const { plan, contents } = planned;
  const conflicts = new Set(plan.conflicts.map(({ path }) => path));
  for (const change of plan.changes) {
    if (!isLookedAt(change.path) || conflicts.has(change.path)) continue;
    if (change.kind === 'delete') texts.delete(change.path);
    else texts.set(change.path, Buffer.from(contents.get(change.after) ?? '').toString('utf8'));
  }
  return texts;
}

function filesIn({ root, find }: { readonly root: string; readonly find: Finder }, folder: string): readonly string[] {
  const found = find(folder);
  if (found.kind !== 'obstacle' || found.obstacle !== 'folder') return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => find(path).kind === 'file');
}
