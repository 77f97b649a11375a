import type { Operation } from '../../sandbox/index.ts';
import { isJson } from '../core/json.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { loadingAtRules, styleFile } from '../plugin/style-sheets.ts';
import { contentsOf, ofKind, textOf, type FileContents } from './contents.ts';
import { isDrawing, isMedia, isNoScript, isPlainText, readableText } from './inert-content.ts';
import { loadsByComputedName, References } from './references.ts';

/** Places of execution, in the order in which they are shown. A file that runs in several places has the first. */
export const placeNames = ['build', 'everyPage', 'server', 'onePage', 'tests', 'elsewhere'] as const;

/**
 * `build`: runs when a tool runs: configuration, scripts, and all modules that these files or a style sheet load.
 * `everyPage`: loaded with every page: providers, header components, service workers. `server`: the API. `onePage`:
 * other browser code. `tests`: runs in tests. `elsewhere`: no file of the plugin shows where the file runs.
 */
export type Place = (typeof placeNames)[number];

/** File that a tool of the generated project can load as code. */
export interface CodeFile {
  /** Path in the project. */
  readonly path: string;
  readonly place: Place;
  readonly bytes: number;
  /** Lines of text. A minified program can have one line. */
  readonly lines: number;
}

/** File with styles, which load no code. */
export type StyleFile = Omit<CodeFile, 'place'>;

interface Classified {
  readonly code: readonly CodeFile[];
  readonly styles: readonly StyleFile[];
}

const known = new WeakMap<Contribution, Classified>();

/**
 * Returns all files of a plugin that a tool can load as code, sorted by path. A file counts unless its content proves
 * that no tool can run the file: media, JSON, drawings without scripts, styles that load no code, and plain text that
 * no other file of the plugin names.
 */
export function codeFiles(contribution: Contribution): readonly CodeFile[] {
  return classified(contribution).code;
}

/** Returns all style sheets of a plugin that load no code, sorted by path. */
export function styleFiles(contribution: Contribution): readonly StyleFile[] {
  return classified(contribution).styles;
}

function classified(contribution: Contribution): Classified {
  const before = known.get(contribution);
  if (before !== undefined) return before;
  const result = classify(contentsOf(contribution), contribution.operations);
  known.set(contribution, result);
  return result;
}

/** Returns the paths of all files that count as code, without their places. */
export function codePaths(contents: FileContents): ReadonlySet<string> {
  return new Set(classify(contents, []).code.map(({ path }) => path));
}

function classify(contents: FileContents, operations: readonly Operation[]): Classified {
  const references = new References(contents.keys());
  const texts = new Map([...contents].map(([path, content]) => [path, readableText(content)]));
  const links = new Map(
    [...texts].map(([path, text]) => [path, text === undefined ? none : references.in(text, path)]),
  );
  const named = new Set([...links.values()].flatMap((paths) => [...paths]));
  const anyName = [...texts].some(
    ([path, text]) => text !== undefined && !isData(path, text) && loadsByComputedName(text),
  );
  const places = placesOf({ texts, links, operations });
  const code: CodeFile[] = [];
  const styles: StyleFile[] = [];
  for (const [path, content] of contents) {
    const kind = kindOf(path, content, { isNamed: named.has(path), anyName });
    const size = { path, ...amountOf(content) };
    if (kind === 'code') code.push({ ...size, place: places.get(path) ?? 'elsewhere' });
    else if (kind === 'styles') styles.push(size);
  }
  return { code, styles };
}

const none: ReadonlySet<string> = new Set();

/** Returns whether a file is text that no tool runs on its own. */
function isData(path: string, text: string): boolean {
  return isPlainText(path, text) || styleFile.test(path) || (dataFile.test(path) && isJson(text));
}

interface Use {
  /** Whether another file of the plugin names this file. */
  readonly isNamed: boolean;
  /** Whether the plugin has code that may load a file by a computed name. */
  readonly anyName: boolean;
}

const script = /\.[cm]?[jt]sx?$/iu;
const dataFile = /\.(?:json|map|webmanifest)$/iu;

function kindOf(path: string, content: string | Uint8Array, { isNamed, anyName }: Use): 'code' | 'styles' | 'inert' {
  if (content.length === 0) return 'inert';
  if (script.test(path)) return 'code';
  if (isMedia(content)) return 'inert';
  const text = textOf(content);
  if (text === undefined) return 'code';
  if (styleFile.test(path)) {
    const isLoader = loadingAtRules(path, text).length > 0 || (anyName && !isNoScript(text));
    return isLoader ? 'code' : 'styles';
  }
  const isInert =
    (dataFile.test(path) && isJson(text)) ||
    (/\.svg$/iu.test(path) && isDrawing(text)) ||
    (isPlainText(path, text) && !isNamed && !anyName);
  return isInert ? 'inert' : 'code';
}

/** Returns bytes in UTF-8, and lines. */
function amountOf(content: string | Uint8Array): { readonly bytes: number; readonly lines: number } {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const lines =
    text === '' ? 0 : text.split(/\r\n|[\n\r\u2028\u2029]/u).length - (/[\n\r\u2028\u2029]$/u.test(text) ? 1 : 0);
  return { bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.length, lines };
}

interface Project {
  readonly texts: ReadonlyMap<string, string | undefined>;
  /** Path → files that this file names. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>;
  readonly operations: readonly Operation[];
}

/** Follows the references between files, from the first place to the last. */
function placesOf({ texts, links, operations }: Project): ReadonlyMap<string, Place> {
  const starts = startModules(operations);
  const first = new Map([...texts.keys()].map((path) => [path, starts.get(withoutEnding(path)) ?? placeOf(path)]));
  for (const [path, text = ''] of texts) {
    const place = strongestUse(path, text);
    if (place === undefined) continue;
    for (const target of [path, ...(links.get(path) ?? [])]) {
      first.set(target, earlier(place, first.get(target) ?? place));
    }
  }
  const places = new Map<string, Place>();
  for (const place of placeNames.slice(0, -1)) {
    const pending = [...first].flatMap(([path, own]) => (own === place ? [path] : []));
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (places.has(path)) continue;
      places.set(path, place);
      pending.push(...(links.get(path) ?? []));
    }
  }
  return places;
}

function earlier(one: Place, other: Place): Place {
  return placeNames.indexOf(one) < placeNames.indexOf(other) ? one : other;
}

/** A style sheet that loads modules runs them during the build. A service worker answers the requests of every page. */
function strongestUse(path: string, text: string): Place | undefined {
  if (loadingAtRules(path, text).length > 0) return 'build';
  return text.includes('serviceWorker') && !/^(?:test|server)\//u.test(path) ? 'everyPage' : undefined;
}

/** Finds modules that run in a known place whatever their folder: route handlers and providers. */
function startModules(operations: readonly Operation[]): ReadonlyMap<string, Place> {
  const handlers = ofKind(operations, 'registerAPIRoutes').flatMap(({ routes }) =>
    routes.map(({ handler }) => handler),
  );
  const providers = ofKind(operations, 'registerProvider').map(({ import: from }) =>
    from.replace(/^\.?\//u, '').replace(/^@\//u, 'client/'),
  );
  return new Map([
    ...handlers.map((path) => [withoutEnding(path), 'server'] as const),
    ...providers.map((path) => [withoutEnding(path), 'everyPage'] as const),
  ]);
}

/** Removes the parts of a path that an import can omit: the extension and `/index`. */
function withoutEnding(path: string): string {
  return path.replace(script, '').replace(/\/index$/iu, '');
}

/**
 * Places by path, in the order of the checks. Tools search configuration in every folder. The generated client loads
 * every component in `components/header`, and `pages/error` with the routes. Vitest runs snapshots as modules.
 */
const folders: readonly (readonly [RegExp, Place])[] = [
  [/(?:^|\/)[^/]+\.(?:config|workspace)\.[^/]+$|^scripts\/|\.(?:sh|bash|zsh|fish|ps1|bat|cmd)$/iu, 'build'],
  [
    /^client\/components\/header\/[^/]+\.tsx$|^client\/pages\/error\.tsx$|^client\/(?:main|App|routes)\.tsx$|^index\.html$/u,
    'everyPage',
  ],
  [/^client\/pages\/.+\.tsx$/u, 'onePage'],
  [/^test\/|\.(?:test|spec|bench)\.[^/]+$|(?:^|\/)__(?:tests|mocks|snapshots)__\/|\.snap$/u, 'tests'],
  [/^server\//u, 'server'],
  [/^(?:client|public)\/|\.html?$/iu, 'onePage'],
];

function placeOf(path: string): Place {
  return folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'elsewhere';
}
