import { resolveModel } from '../../data-layer/resolve.ts';
import { GenlockError } from '../../errors/error.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { render, type RenderInput } from '../../render/render.ts';
import type { Tree } from '../../core/tree.ts';
import { goingLines, linesOf, sameContent, survivors, type LineRange } from './lines.ts';
import { membersOf, partsOf, withoutEntity, type Part, type PluginPart } from './parts.ts';

/** Plugin or entity without which the file or line would differ. */
export interface Reason {
  readonly kind: 'entity' | 'plugin';
  readonly name: string;
  /** The plugin's calls and manifest keys that it comes from. For a line, also the entity's fields and relations. */
  readonly parts: readonly Part[];
  /** `file`: the whole file comes from it. `lines`: some lines come from it. */
  readonly effect: 'file' | 'lines';
  /** Files and lines of the whole project that would disappear with the plugin or entity, by path. */
  readonly goes: {
    readonly files: readonly string[];
    /** Remaining files with the lines on disk that would disappear. */
    readonly changed: readonly { readonly path: string; readonly lines: readonly LineRange[] }[];
  };
}

/** File, or line of a file, to explain. */
export interface Subject {
  readonly file: string;
  readonly tree: Tree;
  readonly input: RenderInput;
  /** Index of the rendered line; absent for the whole file. */
  readonly at: number | undefined;
  /** Reads the file on disk that belongs to a path in the tree. */
  readonly read: (path: string) => Uint8Array | undefined;
}

/** Returns the plugins and then the entities that a file or line depends on. */
export function reasonsFor(subject: Subject): readonly Reason[] {
  const { contributions, config } = subject.input;
  const plugins = contributions
    .filter(({ manifest }) => manifest.name !== basePlugin)
    .flatMap((plugin) => {
      const without = contributions.filter((other) => other !== plugin);
      const reason = reasonOf({ kind: 'plugin', name: plugin.manifest.name }, subject, { contributions: without });
      if (reason === undefined) return [];
      const replace = (rest: PluginPart['rest']): Partial<RenderInput> => ({
        contributions: contributions.map((other) => (other === plugin ? rest : other)),
      });
      return [{ ...reason, parts: touchedParts(partsOf(plugin, subject.file), subject, replace) }];
    });
  const entities = config.entities.flatMap(({ name }) => {
    const reason = reasonOf({ kind: 'entity', name }, subject, { config: withoutEntity(config, name) });
    if (reason === undefined) return [];
    const members = subject.at === undefined ? [] : membersOf(config, name);
    const touched = members.filter((member) => touches(subject, { config: member.config }));
    return [{ ...reason, parts: touched.map(({ part }) => part) }];
  });
  return [...plugins, ...entities];
}

/** Checks whether every project has the file or line, even without entities and plugins. */
export function isInEveryProject(subject: Subject): boolean {
  const { input } = subject;
  const base = input.contributions.filter(({ manifest }) => manifest.name === basePlugin);
  const rest = renderWith(input, { config: { ...input.config, entities: [] }, contributions: base });
  return rest !== undefined && !isTouched(subject, rest);
}

/** Returns the smallest parts whose removal affects the subject. */
function touchedParts(
  parts: readonly PluginPart[],
  subject: Subject,
  replace: (rest: PluginPart['rest']) => Partial<RenderInput>,
): readonly Part[] {
  return parts.flatMap(({ part, rest, parts: smaller = [] }) => {
    if (!touches(subject, replace(rest))) return [];
    const found = touchedParts(smaller, subject, replace);
    return found.length > 0 ? found : [part];
  });
}

function touches(subject: Subject, change: Partial<RenderInput>): boolean {
  const rest = renderWith(subject.input, change);
  return rest !== undefined && isTouched(subject, rest);
}

function reasonOf(
  who: Pick<Reason, 'kind' | 'name'>,
  subject: Subject,
  change: Partial<RenderInput>,
): Omit<Reason, 'parts'> | undefined {
  const { file, tree, input, read } = subject;
  const rest = renderWith(input, change);
  if (rest === undefined || !isTouched(subject, rest)) return undefined;
  const files = [...tree.keys()].filter((path) => !rest.has(path));
  const changed = [...tree.keys()]
    .filter((path) => rest.has(path) && !sameContent(tree, rest, path))
    .map((path) => ({ path, lines: goingLines({ now: linesOf(read(path)), ...textsOf({ tree, rest, path }) }) }));
  return { ...who, effect: rest.has(file) ? 'lines' : 'file', goes: { files, changed } };
}

/** Returns `undefined` if the project cannot be rendered without the removed part. */
function renderWith(input: RenderInput, change: Partial<RenderInput>): Tree | undefined {
  const changed = { ...input, ...change };
  try {
    return render({ ...changed, model: resolveModel(changed.config) });
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}

function isTouched({ file, tree, at }: Pick<Subject, 'file' | 'tree' | 'at'>, rest: Tree): boolean {
  if (!rest.has(file)) return true;
  if (at === undefined) return !sameContent(tree, rest, file);
  const { rendered, rest: other } = textsOf({ tree, rest, path: file });
  return !survivors(rendered, other).has(at);
}

function textsOf({ tree, rest, path }: { readonly tree: Tree; readonly rest: Tree; readonly path: string }) {
  return { rendered: linesOf(tree.get(path)?.content), rest: linesOf(rest.get(path)?.content) };
}
