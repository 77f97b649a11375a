/** `copyTemplates`: which files of `templates/` go where, and their rendered text (the plugin contract). */
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
/** A template and where it lands, relative to the destination. */
interface Selected {
  readonly template: Template;
  readonly target: string;
}

const call = 'copyTemplates';

/** Reads the argument of a call and renders what it selects. */
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
  if (chosen.size === 0) warn(`copyTemplates: nothing in "templates/${source}" is for ${framework}`);
  return { kind: call, files: rendered(chosen, variables).sort(byPath) };
}

/** What every template can name: `variables` of a call come on top. */
export function templateVariables(): Readonly<Record<string, unknown>> {
  const { context, plugin, project } = input();
  const { settings, framework, database } = context;
  return { settings, framework, database, project, name: plugin.name };
}

/**
 * Renders one template. A template that can't be rendered ends the run with its position.
 * @param spent bytes the operation that is being built has already.
 */
export function renderTemplate({ path, text }: Required<Template>, variables: object, spent = 0): string {
  const budget = { ...input().limits, outputBytes: outputLeft() - spent };
  const outcome = render({ file: path, text, budget }, variables);
  if ('text' in outcome) return outcome.text;
  const { message, line, column, limit } = outcome.broken;
  throw refuse(limit ?? 'SANDBOX_TEMPLATE', message, { file: `templates/${path}`, line, column });
}

/** What is rendered counts from file to file, long before it is an operation. */
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

/** The files below a folder of `templates/` (or the one file), with their path in it. */
function templatesBelow(source: string): Selected[] {
  const { templates } = input();
  const found = templates.flatMap((template): Selected[] => {
    if (template.path === source) return [{ template, target: source.slice(source.lastIndexOf('/') + 1) }];
    if (source === '') return [{ template, target: template.path }];
    return template.path.startsWith(`${source}/`) ? [{ template, target: template.path.slice(source.length + 1) }] : [];
  });
  if (found.length > 0) return found;
  const folders = [...new Set(templates.map(({ path }) => path.split('/')[0]))].slice(0, 12);
  const known = folders.length === 0 ? 'the plugin has no templates' : `there are: ${folders.join(', ')}`;
  throw refuse('SANDBOX_CALL', `${call}: source "templates/${source}" doesn't exist; ${known}`);
}

/**
 * Puts a folder's files in the order they are written, a later one over an earlier: where there is `shared/` or a
 * framework's folder, first all other folders, then `shared/**`, then the framework's, without those segments.
 */
function inLayers(
  selected: readonly Selected[],
  { source, framework }: { readonly source: string; readonly framework: string },
): readonly Selected[] {
  const { frameworks } = input().plugin;
  const layers = new Set(['shared', ...frameworks]);
  const first = ({ target }: Selected): string => (target.includes('/') ? (target.split('/')[0] ?? '') : '');
  const layered = selected.some((file) => layers.has(first(file)));
  // Models at the top of templates/ are merged into the schema, whatever else is copied.
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

/** One pattern of `ignore`, read as a line of a `.gitignore` file at `source`. */
interface IgnoreRule {
  readonly matches: (path: string) => boolean;
  readonly foldersOnly: boolean;
  /** `!`: includes again what an earlier pattern ignores. */
  readonly isNegated: boolean;
}

/** The last pattern that matches a path decides. Nothing below an ignored folder is included again. */
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

/** A pattern without a slash matches at any depth. Any other pattern is relative to `source`. `!(a|b)` is not a negation. */
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
