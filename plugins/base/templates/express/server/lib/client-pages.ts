import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAdminPattern, patternOf } from '@shared/lib/page-pattern';

/** A page of the built client. */
export interface ClientPage {
  /** The path of the page in Express. */
  readonly path: string;
  /** HTML links to the scripts and the data of the page, for each language of the messages. */
  readonly links: ReadonlyMap<string, string>;
}

/** A module in Vite's manifest, with the script that contains it. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  /** The static imports of the script, as keys of the manifest. */
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** The layout that `client/routes.tsx` loads for each page of the admin area. */
const adminLayout = 'client/components/admin/AdminShell.tsx';

/**
 * Returns the pages of the built client, the more specific ones first. Their links let the browser
 * load the page, its messages and the access of the user together with the first script.
 */
export function clientPages(folder: string): ClientPage[] {
  const manifest = readManifest(folder);
  const keys = Object.keys(manifest);
  const catalogues = cataloguesOf(keys);
  return keys
    .filter((key) => key.startsWith('client/pages/'))
    .map((key) => ({ key, pattern: patternOf(key.replace('client/pages/', '')) }))
    .toSorted((one, other) => (rankOf(one.pattern) < rankOf(other.pattern) ? -1 : 1))
    .map(({ key, pattern }) => {
      const isAdmin = isAdminPattern(pattern);
      const page = isAdmin ? [adminLayout, key] : [key];
      const data = isAdmin ? '/api/admin' : '/api/admin/access';
      const links = Array.from(catalogues, ([language, messages]) => {
        const scripts = laterScripts(manifest, [...page, ...messages]).map(scriptLink);
        return [language, [...scripts, dataLink(data)].join('')] as const;
      });
      return { path: expressPath(pattern), links: new Map(links) };
    });
}

/** Returns the manifest. A file below `client/overrides` has the name of the file that it replaces. */
function readManifest(folder: string): Manifest {
  const file = join(folder, '.vite/manifest.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  return JSON.parse(text.replaceAll('"client/overrides/', '"client/')) as Manifest;
}

/** Returns the catalogues of messages by language: those of the application and of the plugins. */
function cataloguesOf(keys: readonly string[]): ReadonlyMap<string, string[]> {
  const catalogues = new Map<string, string[]>();
  for (const key of keys) {
    const language = /^client\/locales\/(?:.+\/)?([^/]+)\.ts$/.exec(key)?.[1];
    if (language === undefined) continue;
    catalogues.set(language, [...(catalogues.get(language) ?? []), key]);
  }
  return catalogues;
}

/** Returns the scripts of modules, without those that `index.html` loads. */
function laterScripts(manifest: Manifest, modules: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const first = scriptsOf(manifest, entries);
  return [...scriptsOf(manifest, modules)].filter((script) => !first.has(script));
}

/** Returns the scripts of modules, with all scripts that they import. */
function scriptsOf(manifest: Manifest, modules: readonly string[], found = new Set<string>()) {
  for (const key of modules) {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk.file)) continue;
    found.add(chunk.file);
    scriptsOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}

/** Links to a script that the browser loads after the first one. */
function scriptLink(file: string): string {
  return `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}

function dataLink(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${path}">`;
}

/** Fixed segments precede parameters, and `*` is the last one, as in the client’s router. */
function rankOf(pattern: string): string {
  return pattern.replaceAll(/(?<=^|\/):[^/]+/g, '\uFFFE').replaceAll('*', '\uFFFF');
}

function expressPath(pattern: string): string {
  const segments = pattern.split('/').map((segment, index) => {
    if (segment === '*') return '{*rest}';
    return segment.startsWith(':') ? `:p${index}` : segment.replaceAll(/[{}()[\]+?!:*\\]/g, '\\$&');
  });
  return `/${segments.join('/')}`;
}
