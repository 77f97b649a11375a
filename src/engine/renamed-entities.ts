import type { Config } from '../config/config.ts';
import type { EntityNames } from '../data-layer/model.ts';
import { namesOf } from '../data-layer/names.ts';
import type { FileRenames } from '../project/renamed-files.ts';

/** Former and new name of an entity. */
export interface EntityRename {
  readonly from: string;
  readonly to: string;
}

type Spellings = readonly (readonly [from: string, to: string])[];

/** Spellings that occur in paths, plurals first. */
const inPaths = ['route', 'pascalPlural', 'camelPlural', 'pascal', 'camel', 'kebab'] as const;
/** Spellings that occur in source text, plurals first. */
const inTexts = [...inPaths, 'titlePlural', 'title'] as const;

/**
 * Returns how paths and content of generated files change with their entities' names: with the rename of the
 * command, and with every `was` of the configuration; `undefined` without a rename.
 */
export function fileRenames({ entities }: Config, command?: EntityRename): FileRenames | undefined {
  const declared = entities.flatMap(({ name, was }) => (was === undefined ? [] : [[name, was] as const]));
  const all = new Map([...declared, ...(command === undefined ? [] : [[command.to, command.from] as const])]);
  const renames = entities.flatMap(({ name, route }) => {
    const from = all.get(name);
    const place = route === undefined ? {} : { route };
    return from === undefined ? [] : [{ from: namesOf({ name: from, ...place }), to: namesOf({ name, ...place }) }];
  });
  if (renames.length === 0) return undefined;
  const texts = renames.flatMap((rename) => spellings(rename, inTexts));
  return {
    candidates: (path) => renames.flatMap((rename) => candidatesFor(path, spellings(rename, inPaths))),
    translate: (text) => texts.reduce((result, [from, to]) => result.replaceAll(from, to), text),
    own: renames.map(({ from, to }) => ({ from: hookOf(from), to: hookOf(to), edit: renameHooks(from, to) })),
  };
}

function hookOf({ kebab }: EntityNames): string {
  return `server/hooks/${kebab}.ts`;
}

/**
 * Returns a function that changes the name in `defineHooks('Order', …)`. Text without exactly one such call is
 * unchanged.
 */
function renameHooks(from: EntityNames, to: EntityNames): (text: string) => string {
  const call = new RegExp(`(\\bdefineHooks\\s*\\(\\s*)(["'\`])${from.pascal}\\2`, 'gu');
  return (text) => {
    const isExact = [...text.matchAll(call)].length === 1;
    return isExact ? text.replace(call, `$1$2${to.pascal}$2`) : text;
  };
}

function spellings(
  { from, to }: Readonly<Record<'from' | 'to', EntityNames>>,
  keys: readonly (keyof EntityNames)[],
): Spellings {
  return keys.map((key) => [from[key], to[key]]);
}

/** Returns the paths in which at least one segment has the new name, those with the most changed segments first. */
function candidatesFor(path: string, names: Spellings): readonly string[] {
  const paths = path
    .split('/')
    .map((segment) => [...new Set([...names.flatMap((pair) => renamedSegment(segment, pair)), segment])])
    .reduce<readonly string[]>(
      (starts, segments) => starts.flatMap((start) => segments.map((segment) => `${start}/${segment}`)),
      [''],
    );
  return paths.map((each) => each.slice(1)).filter((each) => each !== path);
}

/** Returns the segment with one occurrence of a whole name replaced. A capital letter begins a new word. */
function renamedSegment(segment: string, [from, to]: Spellings[number]): readonly string[] {
  const ends = segment.split(from);
  return ends.slice(1).flatMap((_, index) => {
    const [before, after] = [ends.slice(0, index + 1).join(from), ends.slice(index + 1).join(from)];
    return /[\w-]$/u.test(before) || /^[a-z\d_-]/u.test(after) ? [] : [`${before}${to}${after}`];
  });
}
