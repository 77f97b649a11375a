import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify, parse, type JSONPath } from 'jsonc-parser';
import { type EntityRename, fileRenames } from '../../src/engine/renamed-entities.ts';
import { readConflicts } from '../../src/project/file-records.ts';
import type { Wish } from './commands.ts';
import { at, deeds, isDeed, rewrite } from './edits.ts';
import { require } from './laws.ts';
import { pluginNames, versions, writePlugin } from './plugins.ts';
import type { CommandKind, Step } from './steps.ts';
import { count, underLaws, type Course } from './under-laws.ts';
import { differences, lockedPlugins, snapshot, type World } from './world.ts';

/** One sequence and a last `sync`, every law looked at after every command. @throws LawBroken */
export async function take(course: Course, steps: readonly Step[]): Promise<void> {
  for (const { kind, ...step } of steps) {
    count(kind);
    if (isDeed(kind)) deeds[kind]({ world: course.world, ...step });
    else await moves[kind](course, step);
  }
  await underLaws(course, { wish: { kind: 'sync' } });
}

type Numbers = Omit<Step, 'kind'>;
type Move = (course: Course, step: Numbers) => Promise<unknown>;

const moves: Readonly<Record<CommandKind, Move>> = {
  add: async (course, { a, b, dies }) => {
    const plugins = someOf(outside(course.world), { a, b });
    if (plugins.length > 0) await underLaws(course, { wish: { kind: 'add', plugins }, dies });
  },
  remove: async (course, { a, b, dies }) => {
    const plugins = someOf(inside(course.world), { a, b });
    if (plugins.length > 0) await underLaws(course, { wish: { kind: 'remove', plugins }, dies });
  },
  update: async (course, { a, dies }) => {
    const name = at(
      inside(course.world).filter((one) => !isOff(course.world, one)),
      a,
    );
    if (name === undefined) return;
    nextVersion(course.world, name);
    await underLaws(course, { wish: { kind: 'update', plugins: [name] }, dies });
  },
  nextVersion: async ({ world }, { a }) => nextVersion(world, at(pluginNames, a) ?? ''),
  sync: async (course, { dies }) => underLaws(course, { wish: { kind: 'sync' }, dies }),
  onOrOff: async (course, { a, dies }) => {
    const name = at(inside(course.world), a);
    if (name === undefined) return;
    await configured(course, { path: ['plugins', name, 'enabled'], value: isOff(course.world, name), dies });
  },
  setting: async (course, { a, b, dies }) => {
    const settings = [
      { path: ['plugins', 'billing', 'settings', 'currency'], value: at(['EUR', 'CHF', 'a "b" {{c}}'], b) },
      { path: ['plugins', 'billing', 'settings', 'days'], value: b % 90 },
      { path: ['plugins', 'banner', 'settings', 'height'], value: 1 + (b % 99) },
    ];
    const setting = at(settings, a);
    if (setting !== undefined && inside(course.world).includes(String(setting.path[1])))
      await configured(course, { ...setting, dies });
  },
  field: async (course, { a, b, dies }) => {
    const value = a % 3 === 0 ? undefined : { name: `extra${String(b % 4)}`, type: at(['Int', 'Text', 'DateTime'], b) };
    await configured(course, { path: ['entities', 0, 'fields', 1 + (a % 3)], value, dies });
  },
  entity: async (course, { a, b, dies }) => {
    const name = at(['Ticket', 'Shelf', 'Order'], a) ?? '';
    const isThere = entities(course.world).includes(name);
    const fields = ['title:String', ...(b % 2 === 0 ? [`customer:${entities(course.world)[0] ?? ''}`] : [])];
    const action = isThere ? ({ kind: 'remove', name } as const) : ({ kind: 'add', name, fields } as const);
    await underLaws(course, { wish: { kind: 'entity', action }, dies });
  },
  rename: async (course, { a, b, dies }) => {
    const name = at(entities(course.world), a) ?? '';
    const to = at(['Client', 'Customer', 'Issue', 'Ticket'], b) ?? '';
    if (name === to) return;
    followEdits(course.world, { from: name, to });
    await underLaws(course, { wish: { kind: 'entity', action: { kind: 'rename', name, to } }, dies });
  },
  resolve,
  thereAndBack,
  offAndOn,
};

/** Marks the paths that the user's edits have after a rename. */
function followEdits({ touched }: World, rename: EntityRename): void {
  const entity = { name: rename.to, fields: [], relations: [] };
  const renames = fileRenames({ name: 'app', database: 'file', entities: [entity], plugins: new Map() }, rename);
  for (const path of [...touched]) for (const next of renames?.candidates(path) ?? []) touched.add(next);
}

/** Resolves open conflicts: deletes the markers and continues, or aborts. */
async function resolve(course: Course, { a, dies }: Numbers): Promise<void> {
  const { world } = course;
  const open = [...readConflicts(world.root).keys()].filter((path) => existsSync(join(world.root, path)));
  if (open.length === 0) return;
  const how = a % 2 === 0 ? 'continue' : 'abort';
  for (const path of open) {
    rewrite(world, path, (text) =>
      text.replaceAll(/^(?:<{7} yours|\|{7} as generated before|={7}|>{7} genlock .*)\r?\n/gmu, ''),
    );
  }
  // Abort also undoes the user's edits since the file was marked.
  if (how === 'abort') for (const path of open) rewrite(world, path, () => '');
  await underLaws(course, { wish: { kind: 'resolve', how }, dies });
}

/** Law 3: adding and removing plugins in any order restores the previous state. */
async function thereAndBack(course: Course, { a, b }: Numbers): Promise<void> {
  const { world } = course;
  const coming = [...new Set([a, b, a + b].flatMap((index) => at(outside(world), index) ?? []))];
  await unchangedBy(course, [
    ...coming.map((name): Wish => ({ kind: 'add', plugins: [name] })),
    ...(b % 2 === 0 ? coming : coming.toReversed()).map((name): Wish => ({ kind: 'remove', plugins: [name] })),
  ]);
}

/** Law 3: what the user made of a plugin's files is there again when the plugin is. */
async function offAndOn(course: Course, { a }: Numbers): Promise<void> {
  const { world } = course;
  const name = at(
    inside(world).filter((one) => !isOff(world, one)),
    a,
  );
  if (name === undefined) return;
  const sync = { kind: 'sync' } as const;
  await unchangedBy(course, [
    () => configure(world, { path: ['plugins', name, 'enabled'], value: false }),
    sync,
    () => configure(world, { path: ['plugins', name, 'enabled'], value: true }),
    sync,
  ]);
}

/** Law 3, unless something of it is refused, or a conflict is left to the user. */
async function unchangedBy(course: Course, acts: readonly (Wish | (() => void))[]): Promise<void> {
  const { world } = course;
  // The sync records user edits first, for example moved files.
  if ((await underLaws(course, { wish: { kind: 'sync' } })) === undefined) return;
  const before = snapshot(world.root);
  const open = readConflicts(world.root).size;
  let isClean = true;
  for (const act of acts) {
    if (typeof act === 'function') act();
    else {
      const plan = await underLaws(course, { wish: act });
      isClean &&= plan !== undefined && plan.conflicts.every(({ reason }) => reason === 'open');
    }
  }
  count(isClean ? 'there and back' : 'there and not back');
  if (course.laws.has(3) && isClean && readConflicts(world.root).size === open) {
    require(3, differences(before, snapshot(world.root), (path) => path === '.env'));
  }
}

interface Edit {
  readonly path: JSONPath;
  readonly value: unknown;
}

/** Edits `genlock.json` and runs `sync`. Undoes the edit if `sync` is refused. */
async function configured(course: Course, { dies, ...edit }: Edit & Pick<Numbers, 'dies'>): Promise<void> {
  const before = configure(course.world, edit);
  const plan = await underLaws(course, { wish: { kind: 'sync' }, dies });
  if (plan === undefined) writeFileSync(join(course.world.root, 'genlock.json'), before);
}

function configure({ root }: World, { path, value }: Edit): string {
  const file = join(root, 'genlock.json');
  const before = readFileSync(file, 'utf8');
  const edits = modify(before, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  writeFileSync(file, applyEdits(before, edits));
  return before;
}

/** Puts the plugin's next version into its folder; after the last comes the first. */
function nextVersion({ folder, versions: now }: World, name: string): void {
  const version = ((now.get(name) ?? 1) % versions) + 1;
  writePlugin(join(folder, 'plugins', name), { name, version });
  now.set(name, version);
}

function someOf(names: readonly string[], { a, b }: Numbers): readonly string[] {
  const chosen = names.flatMap((_, index) => (index <= b % 3 ? (at(names, a + index) ?? []) : []));
  return [...new Set(chosen)];
}

const inside = (world: World): readonly string[] => [...lockedPlugins(world).keys()].filter((name) => name !== 'base');
const outside = (world: World): readonly string[] => pluginNames.filter((name) => !inside(world).includes(name));
const configIn = ({ root }: World) => parse(readFileSync(join(root, 'genlock.json'), 'utf8'));
const isOff = (world: World, name: string): boolean => configIn(world).plugins[name]?.enabled === false;
const entities = (world: World): readonly string[] =>
  configIn(world).entities.map((entity: { name: string }) => entity.name);

/** Plugins and entities of a project, as genlock.json has them. */
export function namesIn(world: World): readonly string[] {
  return [...Object.keys(configIn(world).plugins), ...entities(world)];
}
