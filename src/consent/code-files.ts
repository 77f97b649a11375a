import type { Operation } from '../../sandbox/index.ts';
import { isJson } from '../core/json.ts';
import { countLines } from '../core/lines.ts';
import { codePlaces, type CodePlace } from '../plugin/code-places.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { loadingAtRules, styleFile } from '../plugin/style-sheets.ts';
import { contentsOf, ofKind, type FileContents } from './contents.ts';
import { isDrawing, isMedia, isNoScript, isPlainText, readableText } from './inert-content.ts';
import { loadsByComputedName, References } from './references.ts';

export { codePlaces, type CodePlace } from '../plugin/code-places.ts';

/** Amount of source code. Bytes count too, because a program of any size can be on one line. */
export interface CodeAmount {
  readonly lines: number;
  /** In UTF-8. */
  readonly bytes: number;
}

/** File with styles, which load no code. */
export interface StyleFile extends CodeAmount {
  /** Path in the project. */
  readonly path: string;
}

/** File that a tool of the generated project can load as code. */
export interface CodeFile extends StyleFile {
  readonly place: CodePlace;
}

/**
 * Returns all files of a plugin that a tool can load as code, sorted by path. A file counts unless its content proves
 * that no tool can run the file: media, JSON, drawings without scripts, styles that load no code, and plain text that
 * no other file of the plugin names.
 */
export function codeFiles(contribution: Contribution): readonly CodeFile[] {
  const contents = contentsOf(contribution);
  const analysis = analysisOf(contents);
  const places = placesOf(analysis, contribution.operations);
  return [...analysis.code].map((path) => ({
    path,
    place: places.get(path) ?? 'elsewhere',
    ...amountOf(contents.get(path) ?? '', analysis.texts.get(path)),
  }));
}

/** Returns all style sheets of a plugin that load no code, sorted by path. */
export function styleFiles(contribution: Contribution): readonly StyleFile[] {
  const contents = contentsOf(contribution);
  const { styles, texts } = analysisOf(contents);
  return [...styles].map((path) => ({ path, ...amountOf(contents.get(path) ?? '', texts.get(path)) }));
}

/** Kinds and references of a plugin's files. The sets are sorted. */
interface Analysis {
  readonly references: References;
  /** Path → text; `undefined` for files that no tool reads as text. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  /** Path → files that this file names. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files with at-rules that load modules into the build. */
  readonly loaders: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

const analyses = new WeakMap<FileContents, Analysis>();

/** Reads the files of a plugin. The result is kept, because a command needs it several times. */
export function analysisOf(contents: FileContents): Analysis {
  const analysis = analyses.get(contents) ?? analyse(contents);
  analyses.set(contents, analysis);
  return analysis;
}

function analyse(contents: FileContents): Analysis {
  const references = new References(contents.keys());
  const texts = new Map([...contents].map(([path, content]) => [path, readableText(content)]));
  const readable = [...texts].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  const links = new Map(readable.map(([path, text]) => [path, references.in(text, path)]));
  const loaders = new Set(readable.flatMap(([path, text]) => (loadingAtRules(path, text).length > 0 ? [path] : [])));
  const named = new Set([...links.values()].flatMap((paths) => [...paths]));
  const anyName = readable.some(([path, text]) => !isData(path, text) && loadsByComputedName(text));
  const [code, styles] = [new Set<string>(), new Set<string>()];
  for (const [path, content] of contents) {
    const use = { isLoader: loaders.has(path), isNamed: named.has(path), anyName };
    const kind = kindOf({ path, content, text: texts.get(path) }, use);
    if (kind === 'code') code.add(path);
    else if (kind === 'styles') styles.add(path);
  }
  return { references, texts, links, loaders, code, styles };
}

const script = /\.[cm]?[jt]sx?$/iu;
const dataFile = /\.(?:json|map|webmanifest)$/iu;

/** Returns whether a file is text that no tool runs on its own. */
function isData(path: string, text: string): boolean {
  if (script.test(path)) return false;
  return isPlainText(path, text) || styleFile.test(path) || (dataFile.test(path) && isJson(text));
}

interface ReadFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly text: string | undefined;
}

interface Use {
  readonly isLoader: boolean;
  /** Whether another file of the plugin names this file. */
  readonly isNamed: boolean;
  /** Whether the plugin has code that may load a file by a computed name. */
  readonly anyName: boolean;
}

function kindOf({ path, content, text }: ReadFile, { isLoader, isNamed, anyName }: Use): 'code' | 'styles' | 'inert' {
  if (content.length === 0) return 'inert';
  if (script.test(path)) return 'code';
  if (text === undefined) return isMedia(content) ? 'inert' : 'code';
  if (styleFile.test(path)) return isLoader || (anyName && !isNoScript(text)) ? 'code' : 'styles';
  const isInert =
    (dataFile.test(path) && isJson(text)) ||
    (/\.svg$/iu.test(path) && isDrawing(text)) ||
    (isPlainText(path, text) && !isNamed && !anyName);
  return isInert ? 'inert' : 'code';
}

/** Returns bytes in UTF-8, and lines. */
function amountOf(content: string | Uint8Array, text = new TextDecoder().decode(Buffer.from(content))): CodeAmount {
  return { bytes: Buffer.byteLength(content), lines: countLines(text) };
}

/** Follows the references between files, from the first place to the last. */
function placesOf(
  { texts, links, loaders }: Analysis,
  operations: readonly Operation[],
): ReadonlyMap<string, CodePlace> {
  const starts = startModules(operations);
  const first = new Map([...texts.keys()].map((path) => [path, starts.get(withoutEnding(path)) ?? placeOf(path)]));
  for (const [path, text = ''] of texts) {
    // A style sheet that loads modules runs them during the build.
    const place = loaders.has(path) ? 'build' : workerPlace(path, text);
    if (place === undefined) continue;
    for (const target of [path, ...(links.get(path) ?? [])]) {
      first.set(target, earlier(place, first.get(target) ?? place));
    }
  }
  const places = new Map<string, CodePlace>();
  for (const place of codePlaces.slice(0, -1)) {
    const pending = [...first].flatMap(([path, own]) => (own === place ? [path] : []));
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (places.has(path)) continue;
      places.set(path, place);
      pending.push(...(links.get(path) ?? []));
    }
  }
  return places;
}

function earlier(one: CodePlace, other: CodePlace): CodePlace {
  return codePlaces.indexOf(one) < codePlaces.indexOf(other) ? one : other;
}

/** A service worker answers the requests of every page. */
function workerPlace(path: string, text: string): CodePlace | undefined {
  return text.includes('serviceWorker') && !/^(?:test|server)\//u.test(path) ? 'everyPage' : undefined;
}

/** Finds modules that run in a known place whatever their folder: route handlers, hooks of models, middleware, providers and slots. */
function startModules(operations: readonly Operation[]): ReadonlyMap<string, CodePlace> {
  const handlers = ofKind(operations, 'registerAPIRoutes').flatMap(({ routes }) =>
    routes.map(({ handler }) => handler),
  );
  const providers = ofKind(operations, 'registerProvider').map(({ import: from }) =>
    from.replace(/^\.?\//u, '').replace(/^@\//u, 'client/'),
  );
  const guards = ofKind(operations, 'guardModel').flatMap(({ module }) => (module === undefined ? [] : [module]));
  const middleware = ofKind(operations, 'registerMiddleware').map(({ module }) => module);
  const hooks = ofKind(operations, 'registerHooks').map(({ module }) => module);
  const jobs = ofKind(operations, 'registerJobs').flatMap((operation) => operation.jobs.map(({ module }) => module));
  const slots = ofKind(operations, 'registerSlot').map(({ slot, module }) => ({
    module,
    place: slot === 'header' ? ('everyPage' as const) : ('onePage' as const),
  }));
  return new Map<string, CodePlace>([
    ...slots.map(({ module, place }) => [withoutEnding(module), place] as const),
    ...[...handlers, ...guards, ...middleware, ...hooks, ...jobs].map(
      (path) => [withoutEnding(path), 'server'] as const,
    ),
    ...providers.map((path) => [withoutEnding(path), 'everyPage'] as const),
  ]);
}

/** Removes the parts of a path that an import can omit: the extension and `/index`. */
function withoutEnding(path: string): string {
  return path.replace(script, '').replace(/\/index$/iu, '');
}

/**
 * Places by path, in the order of the checks. Tools search configuration in every folder. The generated client loads
 * every component in `components/header`, the catalogues in `locales`, and `pages/error` with the routes. Vitest runs
 * snapshots as modules.
 */
const folders: readonly (readonly [RegExp, CodePlace])[] = [
  [/(?:^|\/)[^/]+\.(?:config|workspace)\.[^/]+$|^scripts\/|\.(?:sh|bash|zsh|fish|ps1|bat|cmd)$/iu, 'build'],
  [
    /^client\/components\/header\/[^/]+\.tsx$|^client\/locales\/.+\.ts$|^client\/pages\/error\.tsx$|^client\/(?:main|App|routes)\.tsx$|^index\.html$/u,
    'everyPage',
  ],
  [/^client\/pages\/.+\.tsx$/u, 'onePage'],
  [/^test\/|\.(?:test|spec|bench)\.[^/]+$|(?:^|\/)__(?:tests|mocks|snapshots)__\/|\.snap$/u, 'tests'],
  [/^server\//u, 'server'],
  [/^(?:client|public)\/|\.html?$/iu, 'onePage'],
];

function placeOf(path: string): CodePlace {
  return folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'elsewhere';
}
