import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import type { BaselineFile } from '../../src/plan/plan.ts';
import { pluginPaths } from './plugins.ts';
import { put, type World } from './world.ts';

/** Choice of an item by two numbers, each taken modulo the number of items. */
export interface Pick {
  readonly a: number;
  readonly b: number;
}

/** Manual edits of a project by a user, except edits of `genlock.json`. */
export const deeds = {
  line: ({ world, a, b }) => {
    const path = generated(world, a);
    if (path !== undefined) rewrite(world, path, (text) => withLine(text, { word: word(world), a, b }));
  },
  crlf: ({ world, a }) => {
    const path = generated(world, a);
    if (path !== undefined) rewrite(world, path, (text) => text.replaceAll(/\r?\n/gu, '\r\n'));
  },
  delete: ({ world, a }) => {
    const path = generated(world, a);
    if (path !== undefined) rewrite(world, path, () => undefined);
  },
  move: ({ world, a, b }) => {
    const path = generated(world, a);
    if (path === undefined) return;
    const to = `moved/${String(b % 3)}/${basename(path)}`;
    if (existsSync(join(world.root, to))) return;
    mkdirSync(join(world.root, dirname(to)), { recursive: true });
    renameSync(join(world.root, path), join(world.root, to));
    world.touched.add(path).add(to);
  },
  own: ({ world, a, b }) => {
    const path = b % 3 === 0 ? `mine/${String(a % 5)}.md` : at(pluginPaths, a);
    if (path !== undefined && isFree(world, path)) write(world, path, `${word(world)}\n`);
  },
  inTheWay: ({ world, a }) => {
    const path = at(['docs', 'docs/audit', 'docs/more', 'docs/loyalty', 'client/data'], a);
    if (path !== undefined && isFree(world, path)) write(world, path, `${word(world)}\n`);
  },
  package: ({ world, a, b }) => {
    const name = word(world);
    const places = [['scripts', name], ['dependencies', name], ['devDependencies', name], [name]];
    rewrite(world, 'package.json', (text) => withKey(text, { path: at(places, a) ?? [name], value: String(b) }));
  },
  schema: ({ world, a, b }) => {
    const files = generatedFiles(world).filter((path) => path.endsWith('.prisma'));
    const path = at(files, a);
    if (path === undefined) return;
    const added = b % 2 === 0 ? `  ${word(world)} String?` : `  // ${word(world)}`;
    rewrite(world, path, (text) => text.replace(/^model \w+ \{$/mu, `$&\n${added}`));
  },
} satisfies Record<string, (given: Pick & { readonly world: World }) => void>;
export type Deed = keyof typeof deeds;

export function isDeed(name: string): name is Deed {
  return name in deeds;
}

export function at<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(1, items.length)];
}

/** A word that stands nowhere else. */
function word(world: World): string {
  world.deeds += 1;
  const made = `mine${String(world.deeds)}x`;
  world.words.add(made);
  return made;
}

/** Returns a generated file on disk. Files that commands change are preferred to files that are copied once. */
function generated(world: World, a: number): string | undefined {
  return at(generatedFiles(world, at(['all', 'hot', 'core', 'hot', 'hot'], a)), Math.floor(a / 5));
}

function generatedFiles({ root }: World, which = 'all'): readonly string[] {
  const isMeant = (path: string, owner: string): boolean =>
    which === 'all' || (owner !== 'base' && (which === 'core' || owner !== 'core' || /^prisma|package/u.test(path)));
  const baseline: { readonly files: Readonly<Record<string, BaselineFile>> } = JSON.parse(
    readFileSync(join(root, '.genlock/baseline.json'), 'utf8'),
  );
  const found = Object.entries(baseline.files).flatMap(([path, { owner, movedTo }]) => {
    const place = existsSync(join(root, path)) ? path : movedTo;
    return place !== undefined && isFile(join(root, place)) && isMeant(path, owner) ? [place] : [];
  });
  return found.toSorted();
}

function isFile(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns whether a path is free, and every parent is a folder or absent. */
function isFree({ root }: World, path: string): boolean {
  const parents = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  return !existsSync(join(root, path)) && !parents.some((parent) => parent !== '' && isFile(join(root, parent)));
}

/** Inserts, replaces or deletes a line in a string. */
function withLine(text: string, { word: line, a, b }: Pick & { readonly word: string }): string {
  if (text.includes('\0')) return `${line}\n`;
  const lines = text.split('\n');
  const where = a % lines.length;
  const deleted = b % 5 === 4 ? 1 : b % 5 === 3 ? 1 : 0;
  const added = b % 5 === 4 ? [] : [line];
  const place = b % 5 === 0 ? Math.max(0, lines.length - 1) : b % 5 === 1 ? 0 : where;
  return lines.toSpliced(place, deleted, ...added).join('\n');
}

function withKey(text: string, { path, value }: { readonly path: readonly string[]; readonly value: string }): string {
  if (typeof parse(text) !== 'object' || text.includes('<<<<<<<')) return `${text}${String(path.at(-1))}\n`;
  const edits = modify(text, [...path], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  return applyEdits(text, edits);
}

/** Rewrites a file as the user. Deleted words no longer count as the user's words. */
export function rewrite(world: World, path: string, edit: (text: string) => string | undefined): void {
  const file = join(world.root, path);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  write(world, path, edit(before), before);
}

function write(world: World, path: string, ...[after, before = '']: readonly (string | undefined)[]): void {
  if (after === undefined) rmSync(join(world.root, path), { force: true });
  else put(world, path, after);
  world.touched.add(path);
  for (const known of world.words) {
    const isIn = after?.includes(known) === true;
    const isNew = known === `mine${String(world.deeds)}x`;
    if (!isIn && (before.includes(known) || isNew)) world.words.delete(known);
  }
}
