import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareProject } from '../../src/engine/render-project.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readKept } from '../../src/project/file-records.ts';
import { objectPath } from '../../src/project/objects.ts';
import type { Commands, Wish } from './commands.ts';
import { differences, surroundings, type Snapshot, type World } from './world.ts';

/** A law that doesn't hold, and how that shows. */
export class LawBroken extends Error {
  readonly law: number;

  constructor(law: number, how: readonly string[]) {
    super(`law ${String(law)}: ${how.slice(0, 12).join('\n  ')}`);
    this.law = law;
  }
}

export function require(law: number, broken: readonly string[]): void {
  if (broken.length > 0) throw new LawBroken(law, broken);
}

const isSecret = (path: string): boolean => path === '.env';

/** A world, and how commands are carried out in it. */
export interface TestedWorld {
  readonly world: World;
  readonly commands: Commands;
}

/** Law 1: the project equals a fresh render of its ingredients, except for files that the user changed. */
export async function sameBytes({ world, commands }: TestedWorld, now: Snapshot): Promise<readonly string[]> {
  const { touched } = world;
  const fresh = await rendered({ world, commands }, now);
  const isOurs = (path: string): boolean => touched.size === 0 || !path.startsWith('.genlock/');
  return differences(fresh, now, (path) => !isOurs(path) || isUsers(path, touched) || isSecret(path));
}

/** Returns whether the user changed a path or one of its parents. */
function isUsers(path: string, touched: ReadonlySet<string>): boolean {
  return path.split('/').some((_, index, parts) => touched.has(parts.slice(0, index + 1).join('/')));
}

const known = new Map<string, Snapshot>();

/** Renders a new project from the ingredients of this project. */
async function rendered({ world, commands }: TestedWorld, now: Snapshot): Promise<Snapshot> {
  const key = ['genlock.json', 'genlock.lock.json'].map((path) => now.get(path)?.digest).join(' ');
  const found = known.get(key);
  if (found !== undefined) return found;
  const ingredients = await commands.made(world);
  const { plan } = await prepareProject({ ...ingredients, root: join(world.folder, 'none') });
  const tree = planned(new Map(), plan);
  if (known.size > 1_000) known.clear();
  known.set(key, tree);
  return tree;
}

/** Law 2: a second run changes nothing. */
export async function nothingMore({ world, commands }: TestedWorld, wish: Wish): Promise<readonly string[]> {
  const { changes } = await commands.plan(world, wish);
  return changes.map(({ kind, path }) => `a second run would ${kind} ${path}`);
}

/** Law 4: every word the user wrote is in a file, or in an edit that is kept. */
export function nothingLost({ root, words }: World, now: Snapshot): readonly string[] {
  const kept = [...readKept(root).values()].flatMap(({ yours }) =>
    yours === undefined ? [] : [join(root, objectPath(yours))],
  );
  const texts = [
    ...[...now].flatMap(([path, { bytes }]) => (path.startsWith('.genlock/') ? [] : [bytes.toString('utf8')])),
    ...kept.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')),
  ].join('\n');
  return [...words].filter((word) => !texts.includes(word)).map((word) => `${word} is lost`);
}

/** Law 6: the changes on disk equal the plan. Plans do not contain lines for new secrets. */
export function asPlanned(plan: Plan, { before, now }: { readonly before: Snapshot; readonly now: Snapshot }) {
  return differences(planned(before, plan), now, isSecret);
}

/** Law 5: the tree equals the state before or after the plan. */
export function eitherEnd(plan: Plan, { before, now }: { readonly before: Snapshot; readonly now: Snapshot }) {
  const [undone, done] = [before, planned(before, plan)].map((end) => differences(end, now, isSecret));
  return undone?.length === 0 || done?.length === 0
    ? []
    : [`neither before nor after:`, ...(undone ?? []), ...(done ?? [])];
}

/** Law 7: the files next to the project are unchanged. */
export function besideAlone(world: World, before: string): readonly string[] {
  return surroundings(world) === before ? [] : ['something beside the project changed'];
}

/** Returns the tree that results from a plan. */
function planned(before: Snapshot, { changes }: Plan): Snapshot {
  const after = new Map(before);
  for (const change of changes) {
    if (change.kind === 'delete') after.delete(change.path);
    else after.set(change.path, { mode: change.mode, digest: change.after, bytes: Buffer.alloc(0) });
  }
  return after;
}
