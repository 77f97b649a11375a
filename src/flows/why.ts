import { diffArrays } from 'diff';
import { relative, resolve, sep } from 'node:path';
import type { Operation } from '../../sandbox/index.ts';
import type { Config } from '../config/config.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { render, type RenderInput } from '../render/render.ts';
import type { Tree } from '../render/tree.ts';
import { basePlugin } from './plugins.ts';
import { readRecorded } from './recorded.ts';

/** One part of the configuration without which the file, or the line, would be another. */
export interface Reason {
  readonly kind: 'entity' | 'plugin';
  readonly name: string;
  /** Of a plugin: the calls of the SDK that the file or line comes from. */
  readonly operations: readonly Operation['kind'][];
  /** `file`: the whole file is there because of it. `lines`: some of it is. */
  readonly effect: 'file' | 'lines';
  /** What would go from the whole project if it went; paths sorted. */
  readonly goes: { readonly files: readonly string[]; readonly changed: readonly string[] };
}

/** Why a file or a line is there, as data; `--json` prints exactly this. */
export interface WhyResult {
  readonly project: { readonly name: string; readonly root: string };
  /** From the project's root. */
  readonly file: string;
  /** `core`, or the plugin that contributes the file; absent if Genlock didn't write it. */
  readonly owner?: string;
  /** The line that was asked for, as it is on disk. */
  readonly line?: { readonly number: number; readonly text: string; readonly isYours: boolean };
  /** Plugins first, then entities. Empty where the file is part of every project, or the user's own. */
  readonly reasons: readonly Reason[];
}

/** What was asked for. */
export interface WhyRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  /** `<file>` or `<file>:<line>`, from the current folder. */
  readonly place: string;
}

/**
 * Finds what a file or a line comes from, by rendering the project without each entity, each plugin, and each call of
 * a plugin: what is then missing is there because of it. Offline; nothing runs.
 *
 * @throws GenlockError WHY_NO_FILE, WHY_NO_LINE, and what reading the project throws
 */
export async function explain({ cwd, place }: WhyRequest): Promise<WhyResult> {
  const { start, configuration, input, tree } = await readRecorded(cwd, 'genlock why');
  const { root } = start;
  const [, typed = place, digits] = /^(.*?)(?::(\d+))?$/u.exec(place) ?? [];
  const file = relative(root, resolve(cwd, typed)).split(sep).join('/');
  const onDisk = file.startsWith('..') ? undefined : readProjectFile({ root }, file);
  const rendered = tree.get(file);
  if (onDisk === undefined && rendered === undefined) {
    throw new GenlockError({ code: 'WHY_NO_FILE', message: `there is no file ${typed} in the project` });
  }
  const lines = linesOf(rendered?.content);
  const asked =
    digits === undefined
      ? undefined
      : lineAt(Number(digits), { typed, lines, now: linesOf(onDisk ?? rendered?.content) });
  const subject = { file, tree, input, at: asked?.at };
  const reasons = rendered === undefined || (asked !== undefined && asked.at === undefined) ? [] : reasonsFor(subject);
  return {
    project: { name: configuration.config.name, root },
    file,
    ...(rendered === undefined ? {} : { owner: rendered.owner }),
    ...(asked === undefined
      ? {}
      : { line: { number: Number(digits), text: asked.text, isYours: asked.at === undefined } }),
    reasons,
  };
}

interface AskedLine {
  readonly text: string;
  /** Index of the same line in what Genlock renders; nothing if the user wrote it. */
  readonly at: number | undefined;
}

function lineAt(
  number: number,
  { typed, lines, now }: { readonly typed: string; readonly lines: readonly string[]; readonly now: readonly string[] },
): AskedLine {
  const text = now[number - 1];
  if (text === undefined) {
    throw new GenlockError({ code: 'WHY_NO_LINE', message: `${typed} has ${now.length} lines` });
  }
  return { text, at: survivors(now, lines).get(number - 1) };
}

/** Indices of lines of one text → where they stand in the other; those that aren't there are left out. */
function survivors(from: readonly string[], to: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let [one, other] = [0, 0];
  for (const { count = 0, added, removed } of diffArrays([...from], [...to])) {
    if (removed) one += count;
    else if (added) other += count;
    else for (let step = 0; step < count; step += 1) found.set(one++, other++);
  }
  return found;
}

interface Subject {
  readonly file: string;
  readonly tree: Tree;
  readonly input: RenderInput;
  /** Index of a line; the whole file if absent. */
  readonly at: number | undefined;
}

function reasonsFor(subject: Subject): readonly Reason[] {
  const { contributions, config } = subject.input;
  const plugins = contributions
    .filter(({ manifest }) => manifest.name !== basePlugin)
    .flatMap((plugin) => {
      const without = contributions.filter((other) => other !== plugin);
      const reason = reasonOf({ kind: 'plugin', name: plugin.manifest.name }, subject, { contributions: without });
      return reason === undefined ? [] : [{ ...reason, operations: operationsFor(plugin, subject) }];
    });
  const entities = config.entities.flatMap(({ name }) => {
    const reason = reasonOf({ kind: 'entity', name }, subject, { config: withoutEntity(config, name) });
    return reason === undefined ? [] : [{ ...reason, operations: [] }];
  });
  return [...plugins, ...entities];
}

/** The same configuration without an entity and what refers to it. */
function withoutEntity(config: Config, name: string): Config {
  const entities = config.entities
    .filter((entity) => entity.name !== name)
    .map((entity) => ({ ...entity, relations: entity.relations.filter(({ target }) => target !== name) }));
  return { ...config, entities };
}

function reasonOf(
  who: Pick<Reason, 'kind' | 'name'>,
  { file, tree, input, at }: Subject,
  change: Partial<Pick<RenderInput, 'config' | 'contributions'>>,
): Omit<Reason, 'operations'> | undefined {
  const rest = renderWith(input, change);
  if (rest === undefined || !isTouched({ file, tree, at }, rest)) return undefined;
  const files = [...tree.keys()].filter((path) => !rest.has(path));
  const changed = [...tree.keys()].filter((path) => rest.has(path) && !sameContent(tree, rest, path));
  return { ...who, effect: rest.has(file) ? 'lines' : 'file', goes: { files, changed } };
}

/** Calls of a plugin whose absence alone touches the file or line. */
function operationsFor(plugin: Contribution, { file, tree, input, at }: Subject): readonly Operation['kind'][] {
  const found = plugin.operations.filter((operation) => {
    const operations = plugin.operations.filter((other) => other !== operation);
    const contributions = input.contributions.map((other) => (other === plugin ? { ...plugin, operations } : other));
    const rest = renderWith(input, { contributions });
    return rest !== undefined && isTouched({ file, tree, at }, rest);
  });
  return [...new Set(found.map(({ kind }) => kind))];
}

/** Nothing where the rest can't stand alone. */
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
  return !survivors(linesOf(tree.get(file)?.content), linesOf(rest.get(file)?.content)).has(at);
}

function sameContent(one: Tree, other: Tree, path: string): boolean {
  const [left, right] = [one.get(path)?.content ?? '', other.get(path)?.content ?? ''];
  return left === right || Buffer.compare(Buffer.from(left), Buffer.from(right)) === 0;
}

function linesOf(content: string | Uint8Array | undefined): readonly string[] {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content ?? new Uint8Array());
  const lines = text.split(/\r?\n/u);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
