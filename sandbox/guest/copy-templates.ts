/** Implements `copyTemplates`: selects files from `templates/` and renders them (see the plugin contract). */
import picomatch from 'picomatch/posix.js';
import type { ContributedFile, CopyTemplates } from '../protocol/operations.ts';
import { isPrototypeKey, isRelativePath } from '../protocol/syntax.ts';
import { pathExcess } from '../protocol/usage-counter.ts';
import { entries, fields, line, list, wrong } from './check.ts';
import { refuse } from './failure.ts';
import { projectPath, templatePath } from './paths.ts';
import { input, outputLeft, refuseExcess, warn } from './run.ts';
import { render } from './template/render.ts';

interface Template {
  readonly path: string;
  readonly text?: string;
}
/** A template and its target path, relative to the destination. */
interface Selected {
  readonly template: Template;
  readonly target: string;
}

const call = 'copyTemplates';
/** Checks the types of the templates in place. A project has a file of its own. */
const typeSettings = 'tsconfig.json';

/** Reads the call's argument and renders the selected templates. */
export function copyTemplatesOperation(argument: unknown): CopyTemplates {
  const given = fields(argument ?? {}, call, ['source', 'destination', 'framework', 'variables', 'ignore']);
  const source = given['source'] === undefined ? '' : templatePath(given['source'], `${call}: source`);
  const destination =
    given['destination'] === undefined ? '' : projectPath(given['destination'], `${call}: destination`);
  const framework = frameworkOf(given['framework']);
  const ignored = ignoredBy(given['ignore']);
  const variables = { ...templateVariables(), ...ownVariables(given['variables']) };
  const below = templatesBelow(source).filter(({ target }) => !ignored(target));
  const chosen = new Map<string, Template>();
  for (const { template, target } of inLayers(below, { source, framework })) {
    const path = destination === '' ? target : `${destination}/${target}`;
    refuseExcess(pathExcess(path, input().limits));
    if (!isRelativePath(path)) {
      throw refuse(
        'SANDBOX_PATH',
        `${call}: ${JSON.stringify(path.slice(0, 200))} can't be the path of a file in the project`,
      );
    }
    chosen.set(path, template);
  }
  if (chosen.size === 0) warn(`copyTemplates: "templates/${source}" has no files for ${framework}`);
  return { kind: call, files: rendered(chosen, variables).sort(byPath) };
}

/** Returns the variables for every template. A call's `variables` override them. */
export function templateVariables(): Readonly<Record<string, unknown>> {
  const { context, plugin, project } = input();
  const { settings, framework, database } = context;
  return { settings, framework, database, project, name: plugin.name };
}

/**
 * Renders one template. An invalid template ends the run with its position.
 *
 * @param spent bytes already used by the current operation
 */
export function renderTemplate({ path, text }: Required<Template>, variables: object, spent = 0): string {
  const budget = { ...input().limits, outputBytes: outputLeft() - spent };
  const outcome = render({ file: path, text, budget }, variables);
  if ('text' in outcome) return outcome.text;
  const { message, line, column, limit } = outcome.broken;
  throw refuse(limit ?? 'SANDBOX_TEMPLATE', message, { file: `templates/${path}`, line, column });
}

/** Renders the files and counts their total size before the operation is complete. */
function rendered(chosen: ReadonlyMap<string, Template>, variables: object): ContributedFile[] {
  let spent = 0;
  return [...chosen].map(([path, { path: from, text }]) => {
    const reference = { path, source: `templates/${from}` };
    if (text === undefined) return reference;
    const content = renderTemplate({ path: from, text }, variables, spent);
    if (content === text) return reference;
    spent += content.length;
    return { path, content, template: reference.source };
  });
}

/** Lists the files below a `templates/` folder, or a single file, with relative paths. */
function templatesBelow(source: string): Selected[] {
  const { templates } = input();
  const found = templates.flatMap((template): Selected[] => {
    if (template.path === source) return [{ template, target: source.slice(source.lastIndexOf('/') + 1) }];
    if (source === '') return template.path === typeSettings ? [] : [{ template, target: template.path }];
    return template.path.startsWith(`${source}/`) ? [{ template, target: template.path.slice(source.length + 1) }] : [];
  });
  if (found.length > 0) return found;
  const folders = [...new Set(templates.map(({ path }) => path.split('/')[0]))].slice(0, 12);
  const known = folders.length === 0 ? 'the plugin has no templates' : `there are: ${folders.join(', ')}`;
  throw refuse('SANDBOX_CALL', `${call}: source "templates/${source}" doesn't exist; ${known}`);
}

/**
 * Sorts files in write order; later files replace earlier files. If `shared/` or a framework folder exists, the order
 * is: all other folders, `shared/**`, the framework's folder. The `shared` and framework segments are removed from the
 * paths.
 */
function inLayers(
  selected: readonly Selected[],
  { source, framework }: { readonly source: string; readonly framework: string },
): readonly Selected[] {
  const { frameworks } = input().plugin;
  const layers = new Set(['shared', ...frameworks]);
  const first = ({ target }: Selected): string => (target.includes('/') ? (target.split('/')[0] ?? '') : '');
  const layered = selected.some((file) => layers.has(first(file)));
  // Models in `templates/prisma/` are merged into the schema and not copied.
  const rest = selected.filter((file) => first(file) !== 'prisma' || (source !== '' && !layered));
  if (!layered) return rest;
  const within = (folder: string): Selected[] =>
    rest
      .filter((file) => first(file) === folder)
      .map(({ template, target }) => ({ template, target: target.slice(folder.length + 1) }));
  return [...rest.filter((file) => !layers.has(first(file))), ...within('shared'), ...within(framework)];
}

function frameworkOf(value: unknown): string {
  const { context, plugin } = input();
  if (value === undefined) return context.framework;
  const framework = line(value, `${call}: framework`);
  if (framework === 'shared' || !plugin.frameworks.includes(framework)) {
    throw wrong(`${call}: framework`, `one the manifest lists (${plugin.frameworks.join(', ')})`, value);
  }
  return framework;
}

/** A pattern in `ignore`, with the syntax of a `.gitignore` line relative to `source`. */
interface IgnoreRule {
  readonly matches: (path: string) => boolean;
  readonly foldersOnly: boolean;
  /** `!`: includes paths that an earlier pattern ignores. */
  readonly isNegated: boolean;
}

/**
 * Returns a function that tests paths against the ignore patterns. The last matching pattern wins. Paths below an
 * ignored folder cannot be included again.
 */
function ignoredBy(value: unknown): (path: string) => boolean {
  if (value === undefined) return () => false;
  const rules = list(value, `${call}: ignore`).map((glob, i) => ignoreRule(line(glob, `${call}: ignore[${i}]`)));
  const isIgnored = (path: string, isFolder: boolean): boolean => {
    const rule = rules.findLast(({ foldersOnly, matches }) => (isFolder || !foldersOnly) && matches(path));
    return rule !== undefined && !rule.isNegated;
  };
  return (path) => {
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      if (isIgnored(path.slice(0, end), true)) return true;
    }
    return isIgnored(path, false);
  };
}

/**
 * Parses an ignore pattern. A pattern without a slash matches at any depth, and other patterns are relative to
 * `source`. `!(a|b)` is not a negation.
 */
function ignoreRule(pattern: string): IgnoreRule {
  const isNegated = /^!(?!\()/.test(pattern);
  const glob = isNegated ? pattern.slice(1) : pattern;
  const path = glob.replace(/\/$/, '');
  const anchored = path.replace(/^\.?\//, '');
  return {
    matches: picomatch(path.includes('/') ? anchored : `**/${path}`, { dot: true }),
    foldersOnly: glob.endsWith('/'),
    isNegated,
  };
}

function ownVariables(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  const read = entries(value, `${call}: variables`);
  const bad = read.find(([key]) => isPrototypeKey(key));
  if (bad !== undefined) throw refuse('SANDBOX_CALL', `${call}: variables can't have a key "${bad[0]}"`);
  return Object.fromEntries(read);
}

function byPath(a: ContributedFile, b: ContributedFile): number {
  return a.path < b.path ? -1 : 1;
}
